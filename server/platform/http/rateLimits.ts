import { addMinutes, differenceInSeconds, subMinutes } from 'date-fns';
import { sql } from 'kysely';
import pLimit from 'p-limit';
import ipaddr from 'ipaddr.js';
import type { Database, Tx } from '#server/platform/database/database.ts';
import { lockUntilCommit } from '#server/platform/database/withAdvisoryLock.ts';
import { Problem } from './problem.ts';

export const windowMinutes = 15;

export interface RateLimit {
  subject: string;
  most: number;
}

export const accountLimit = (account: string): RateLimit => ({ subject: `account ${account}`, most: 10 });
export const deviceLimit = (id: string): RateLimit => ({ subject: `device ${id}`, most: 10 });
export const addressLimit = (ip: string): RateLimit => ({ subject: `address ${addressBlock(ip)}`, most: 100 });
/** Guesses at the signed-in user's password on an unlocked computer. */
export const ownPasswordLimit = (userId: string): RateLimit => ({ subject: `password ${userId}`, most: 10 });
/** Wrong passwords, which anybody may type, do not count. */
export const passkeyLimit = (userId: string): RateLimit => ({ subject: `passkey ${userId}`, most: 10 });
export const passkeyAddressLimit = (ip: string): RateLimit => ({
  subject: `passkey from ${addressBlock(ip)}`,
  most: 100,
});
export const resetAddressLimit = (ip: string): RateLimit => ({ subject: `reset ${addressBlock(ip)}`, most: 20 });

/**
 * Limits are kept in the database, so that they hold across servers and restarts. Refused attempts do not count: a limit ends 15
 * minutes after the attempts that reached it.
 */
export const rateLimits = ({ unscoped }: Database) => {
  /** Exact under concurrency. When a limit is reached, returns when it ends. */
  const take = async (limits: readonly RateLimit[], now: Date): Promise<Date | undefined> =>
    // Check without locks first: under attack nearly all attempts are refused, and those should not wait.
    (await findBlockEnd(unscoped, limits, now)) ??
    takes(() => unscoped.transaction().execute((tx) => takeLocked(tx, limits, now)));

  return {
    take,

    /** Throws 429 when a limit is reached. */
    async takeOrRefuse(limits: readonly RateLimit[], now: Date, message?: string): Promise<void> {
      const blockedUntil = await take(limits, now);
      if (blockedUntil) throw tooManyAttempts(blockedUntil, now, message);
    },

    /** Returns an attempt that was not a failure. */
    async refund({ subject }: RateLimit, at: Date): Promise<void> {
      await sql`delete from rate_limit_hits where ctid = any (array(
        select ctid from rate_limit_hits where subject = ${subject} and at = ${at} limit 1))`.execute(unscoped);
    },

    forget: ({ subject }: RateLimit) => unscoped.deleteFrom('rate_limit_hits').where('subject', '=', subject).execute(),
  };
};

export const tooManyAttempts = (
  blockedUntil: Date,
  now: Date,
  message = 'Too many failed attempts. Please try again later.',
) =>
  new Problem(429, message, {
    retryAfter: Math.max(1, differenceInSeconds(blockedUntil, now, { roundingMethod: 'ceil' })),
  });

/** Attempts wait for each other's locks while they hold a connection, so a flood of them must not take the pool. */
const takes = pLimit(4);

async function takeLocked(tx: Tx, limits: readonly RateLimit[], now: Date): Promise<Date | undefined> {
  const subjects = limits.map(({ subject }) => subject).toSorted();
  for (const subject of subjects) await lockUntilCommit(tx, `attempts ${subject}`);
  const blockedUntil = await findBlockEnd(tx, limits, now);
  if (!blockedUntil)
    await tx
      .insertInto('rate_limit_hits')
      .values(subjects.map((subject) => ({ subject, at: now })))
      .execute();
  return blockedUntil;
}

async function findBlockEnd(db: Tx, limits: readonly RateLimit[], now: Date): Promise<Date | undefined> {
  const moments: number[] = [];
  for (const { subject, most } of limits) {
    const reached = await db
      .selectFrom('rate_limit_hits')
      .select('at')
      .where('subject', '=', subject)
      .where('at', '>', subMinutes(now, windowMinutes))
      // Those that are further ahead are from a clock that was wrong, and would block for as long as it was ahead.
      .where('at', '<', addMinutes(now, windowMinutes))
      .orderBy('at', 'desc')
      .offset(most - 1)
      .limit(1)
      .executeTakeFirst();
    if (reached) moments.push(addMinutes(reached.at, windowMinutes).getTime());
  }
  return moments.length > 0 ? new Date(Math.max(...moments)) : undefined;
}

/** Some proxies forward an address with the port of its connection, which is another one each time. */
const withPort = /^(\d+(?:\.\d+){3}):\d+$|^\[(.+)\](?::\d+)?$/;

/** An IPv4 address, or the first 64 bits of an IPv6 address: one household or one rented machine has all addresses below them. */
export function addressBlock(forwarded: string): string {
  const [, ipv4, ipv6] = withPort.exec(forwarded) ?? [];
  const address = ipv4 ?? ipv6 ?? forwarded;
  if (!ipaddr.isValid(address)) return address;
  const ip = ipaddr.process(address);
  return ip.kind() === 'ipv4' ? ip.toString() : `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`;
}
