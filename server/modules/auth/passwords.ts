import { availableParallelism } from 'node:os';
import argon2 from 'argon2';
import pLimit from 'p-limit';
import { unavailable } from '#server/platform/http/problem.ts';
import common from './commonPasswords.json' with { type: 'json' };

/** A hash takes a core and 19 MiB, so only a few run at once. */
const atOnce = pLimit(Math.max(2, availableParallelism() - 1));

async function queueHashing<T>(work: () => Promise<T>): Promise<T> {
  if (atOnce.pendingCount >= 500) throw unavailable('Spotter is very busy right now. Please try again in a moment.');
  return atOnce(work);
}

/** Argon2id with parameters that OWASP recommends. */
const parameters = { type: argon2.argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

export const hashPassword = (password: string): Promise<string> =>
  queueHashing(() => argon2.hash(password, parameters));

export const needsRehash = (hash: string): boolean => argon2.needsRehash(hash, parameters);

let commonest: ReadonlySet<string> | undefined;

export function isCommonPassword(password: string): boolean {
  commonest ??= new Set(common.passwords.split(' '));
  return commonest.has(password.toLowerCase());
}

let decoy: Promise<string> | undefined;

/** Takes the same time without a hash, so that timing does not reveal who has an account. */
export async function verifyPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const comparedHash = hash ?? (await decoy);
  const matches = await queueHashing(() => argon2.verify(comparedHash, password));
  return matches && Boolean(hash);
}
