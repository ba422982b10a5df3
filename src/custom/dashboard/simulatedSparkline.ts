import { trendDays } from '#src/limits.ts';

/** FNV-1a hash, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return value >>> 0;
}

/** mulberry32 pseudorandom generator: the same sequence for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const value = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Simulated, not history. Deterministic for a location and day, within ten percent of `count`, and ends on `count`. */
export function simulatedSparkline(locationId: string, date: string, count: number, points = trendDays): number[] {
  const random = randomFrom(hash(`${locationId} ${date}`));
  const swing = Math.max(1, count * 0.1);
  const before = Array.from({ length: points - 1 }, () => Math.max(0, Math.round(count + (random() * 2 - 1) * swing)));
  return [...before, count];
}
