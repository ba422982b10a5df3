import { sql } from 'kysely';
import type { RefreshResponse } from '#domain/auth/contract.ts';
import type { Session } from '#domain/users/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { RequestUser } from '#server/platform/http/accessScope.ts';
import { unauthorized } from '#server/platform/http/problem.ts';
import { signToken } from '#server/platform/http/tokens.ts';
import { authRepo } from './repo.ts';

/** A session that has ended or is too old is not renewed. */
export async function refreshSession(
  { config, database, clock }: AppContext,
  { sessionId, userId }: RequestUser,
): Promise<RefreshResponse> {
  const now = clock();
  const expiresAt = await authRepo(database).extendSession(sessionId, now);
  if (!expiresAt) throw unauthorized('Your session has expired. Please log in again.');
  return { token: await signToken(config.appSecret, { id: sessionId, userId, expiresAt }, now) };
}

export async function listActiveSessions(tx: Tx, userId: string, now: Date, currentId: string): Promise<Session[]> {
  const rows = await tx
    .selectFrom('sessions')
    .select(['id', 'device', 'created_at'])
    .select(sql<Date>`coalesce(last_seen_at, created_at)`.as('seen_at'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('seen_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id, device, created_at, seen_at }) => ({
    id,
    device: device ?? 'Unknown device',
    createdAt: created_at.toISOString(),
    lastSeenAt: seen_at.toISOString(),
    isCurrent: id === currentId,
  }));
}

/** A device with an ended session is signed out at its next request. */
export async function endSessions(
  tx: Tx,
  userId: string,
  at: Date,
  { only, besides }: { only?: string; besides?: string } = {},
): Promise<number> {
  const ended = await tx
    .updateTable('sessions')
    .set({ revoked_at: at })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(only !== undefined, (update) => update.where('id', '=', only ?? ''))
    .$if(besides !== undefined, (update) => update.where('id', '!=', besides ?? ''))
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}
