import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';

/** How often a user's last-seen time is written at most. */
const lastSeenMinutes = 5;

const isDue = (seenAt: Date | null, now: Date) => seenAt === null || now.getTime() - seenAt.getTime() >= lastSeenMinutes * 60_000;

/**
 * Notes that a session is in use, at most once in five minutes. Two statements without a transaction: a change of the
 * password locks the person before their sessions.
 */
export async function noteSeen({ unscoped }: Database, session: { id: string; userId: string; seenAt: Date | null }, now: Date): Promise<void> {
  if (!isDue(session.seenAt, now)) return;
  const { numUpdatedRows } = await unscoped
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('id', '=', session.id)
    .where(sql<boolean>`(last_seen_at is null or last_seen_at <= ${now}::timestamptz - make_interval(mins => ${lastSeenMinutes}::int))`)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await unscoped.updateTable('users').set({ last_seen_at: now }).where('id', '=', session.userId).execute();
}
