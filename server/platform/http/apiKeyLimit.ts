import { sql } from 'kysely';
import type { FastifyReply } from 'fastify';
import type { Database } from '#server/platform/database/database.ts';
import { tooMany } from './problem.ts';

const perSecond = 10;
const burst = 50;

const costMs = 1_000 / perSecond;
const fullMs = burst * costMs;

type Limited = 'api_key' | 'device';
const names: Record<Limited, string> = { api_key: 'API key', device: 'device' };

/**
 * A token bucket for each key and device, in the database, so that all servers of an installation share it: one statement, on a table that is not
 * logged. The row says when the bucket is full again. The servers' clocks count, so they may differ by a fraction of the burst.
 * Adds the fields of draft-ietf-httpapi-ratelimit-headers-10.
 */
export async function takeFromLimit(
  { unscoped }: Pick<Database, 'unscoped'>,
  { kind, id }: { readonly kind: Limited; readonly id: string },
  reply: FastifyReply,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ full_at: Date }>`
    insert into ${sql.table(`${kind}_limits`)} as l (${sql.ref(`${kind}_id`)}, full_at) values (${id}, ${after(now, costMs)})
    on conflict (${sql.ref(`${kind}_id`)}) do update set full_at = greatest(l.full_at, ${now}) + make_interval(secs => ${costMs / 1_000})
     where l.full_at <= ${after(now, fullMs - costMs)}
    returning full_at`.execute(unscoped);
  const [taken] = rows;
  const left = taken ? Math.floor((fullMs - (taken.full_at.getTime() - now.getTime())) / costMs) : 0;
  reply.header('RateLimit-Policy', `"key";q=${burst};w=${fullMs / 1_000}`);
  reply.header('RateLimit', `"key";r=${left};t=1`);
  if (!taken) throw tooMany(`Too many requests with this ${names[kind]}. Please slow down.`, 1);
}

const after = (time: Date, ms: number) => new Date(time.getTime() + ms);
