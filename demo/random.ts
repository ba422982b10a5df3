import { sumBy } from 'es-toolkit';
import { createHash } from 'node:crypto';
import { v7 } from 'uuid';

/** Pseudo-random numbers from a seed. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  /** A whole number, both ends included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  /** One of the keys, by weight. */
  weighted<K extends string>(weights: Readonly<Record<K, number>>): K;
  shuffled<T>(list: readonly T[]): T[];
  /** An id that sorts by its time, as all ids do. */
  id(at: Date): string;
}

/** Each part of the demo has its own seed, so that a change in one part does not change the others. */
export function seeded(name: string): Random {
  const next = xorshift(createHash('sha256').update(name).digest());
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const random: Random = {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (from) => at(from, int(0, from.length - 1)),
    weighted: (weights) => weightedKey(weights, next()),
    shuffled: (list) => shuffle([...list], int),
    id: (moment) => v7({ msecs: moment.getTime(), random: Uint8Array.from({ length: 16 }, () => int(0, 255)) }),
  };
  return random;
}

/** The element at an index that is known to exist. */
export function at<T>(list: readonly T[], index: number): T {
  if (index < 0 || index >= list.length) throw new Error(`No element ${index} of ${list.length}`);
  return list[index] as T;
}

/** Marsaglia's xorshift128. */
function xorshift(seed: Buffer): () => number {
  let [a, b, c, d] = [seed.readUInt32LE(0), seed.readUInt32LE(4), seed.readUInt32LE(8), seed.readUInt32LE(12) | 1];
  return () => {
    const mixed = a ^ (a << 11);
    [a, b, c] = [b, c, d];
    d = (d ^ (d >>> 19) ^ mixed ^ (mixed >>> 8)) >>> 0;
    return d / 2 ** 32;
  };
}

function weightedKey<K extends string>(weights: Readonly<Record<K, number>>, share: number): K {
  const entries = Object.entries<number>(weights) as [K, number][];
  let left = share * sumBy(entries, ([, weight]) => weight);
  const drawn = entries.find(([, weight]) => (left -= weight) < 0) ?? at(entries, entries.length - 1);
  return drawn[0];
}

function shuffle<T>(list: T[], int: Random['int']): T[] {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = int(0, last);
    [list[last], list[other]] = [at(list, other), at(list, last)];
  }
  return list;
}
