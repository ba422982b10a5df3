import { addHours } from 'date-fns';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { columns } from '#server/platform/database/schema.ts';
import type { Database, Tx } from '#server/platform/database/database.ts';

const sessionHours = 12;
const sessionMaxDays = 7;

export type TokenPurpose = 'reset' | 'verify';

export const authRepo = ({ unscoped, scoped }: Database) => ({
  userByEmail: (email: string) =>
    unscoped
      .selectFrom('users')
      .select(columns.users)
      .where(sql`lower(email)`, '=', email.toLowerCase())
      .executeTakeFirst(),

  /** Unless it was changed meanwhile. */
  replaceHash: (userId: string, before: string, password_hash: string) =>
    unscoped
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', userId)
      .where('password_hash', '=', before)
      .execute(),

  async startSession(
    userId: string,
    now: Date,
    device: string,
    by_passkey: boolean,
  ): Promise<{ id: string; userId: string; expiresAt: Date }> {
    const [id, expiresAt] = [uuid(), addHours(now, sessionHours)];
    await unscoped
      .insertInto('sessions')
      .values({ id, user_id: userId, created_at: now, expires_at: expiresAt, revoked_at: null, device, by_passkey })
      .execute();
    return { id, userId, expiresAt };
  },

  /** Adds 12 hours, up to 7 days after the session's start. Returns the new expiry. Undefined for a session that has ended. */
  async extendSession(id: string, now: Date): Promise<Date | undefined> {
    const limit = sql<Date>`created_at + make_interval(days => ${sessionMaxDays}::int)`;
    const extended = await unscoped
      .updateTable('sessions')
      .set({ expires_at: sql<Date>`least(${addHours(now, sessionHours)}::timestamptz, ${limit})` })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .where(limit, '>', now)
      .returning('expires_at')
      .executeTakeFirst();
    return extended?.expires_at;
  },

  revokeSession: (id: string, at: Date) =>
    unscoped.updateTable('sessions').set({ revoked_at: at }).where('id', '=', id).execute(),

  async companiesOf(userId: string) {
    const grants = await unscoped
      .selectFrom('company_admins')
      .select(['company_id', sql<'admin' | 'staff'>`'admin'`.as('role'), 'created_at'])
      .where('user_id', '=', userId)
      .unionAll(
        unscoped
          .selectFrom('location_access')
          .select(['company_id', sql<'admin' | 'staff'>`'staff'`.as('role'), 'created_at'])
          .where('user_id', '=', userId),
      )
      .orderBy('role')
      .orderBy('created_at')
      .orderBy('company_id')
      .execute();
    const roles = new Map(grants.toReversed().map(({ company_id, role }) => [company_id, role]));
    const ids = [...new Set(grants.map(({ company_id }) => company_id))];
    const rows = await scoped(ids, (tx) =>
      tx
        .selectFrom('companies as c')
        .leftJoin('company_users as s', (join) => join.onRef('s.company_id', '=', 'c.id').on('s.user_id', '=', userId))
        .select(['c.id', 'c.name'])
        .where('c.archived_at', 'is', null)
        .where((row) => row(row.fn.coalesce('s.status', row.val('active')), '=', 'active'))
        .execute(),
    );
    return ids.flatMap((id) => {
      const company = rows.find((row) => row.id === id);
      return company ? [{ company, role: roles.get(id) ?? ('staff' as const) }] : [];
    });
  },

  /**
   * Also invalidates the user's older ones for the same purpose. False, and does neither, when the limit is reached. Concurrent
   * requests count each other.
   */
  async replaceToken(token: NewToken, now: Date, limit?: { most: number; since: Date }): Promise<boolean> {
    const isReached = async (db: Tx) =>
      limit !== undefined && (await countTokensSince(db, token, limit.since)) >= limit.most;
    // Without the lock first, so that a flood of requests does not queue to be refused.
    if (await isReached(unscoped)) return false;
    return unscoped.transaction().execute(async (tx) => {
      await lockUser(tx, token.user_id);
      if (await isReached(tx)) return false;
      await endTokens(tx, token, now);
      await tx
        .insertInto('user_tokens')
        .values({ ...token, used_at: null, created_at: now })
        .execute();
      return true;
    });
  },

  ownerOfToken: async (hash: Buffer, purpose: TokenPurpose, now: Date): Promise<string | undefined> =>
    (await selectUsableToken(unscoped, hash, purpose, now).select('user_id').executeTakeFirst())?.user_id,

  /** Invalidates all of the user's links. False when the token is not valid. */
  useToken: (
    hash: Buffer,
    purpose: TokenPurpose,
    now: Date,
    effect: (tx: Tx, userId: string) => Promise<void>,
  ): Promise<boolean> =>
    unscoped.transaction().execute(async (tx) => {
      const unlocked = await selectUsableToken(tx, hash, purpose, now).select('user_id').executeTakeFirst();
      if (!unlocked) return false;
      await lockUser(tx, unlocked.user_id);
      // Under the lock: of two concurrent requests, the second finds it used.
      const token = await selectUsableToken(tx, hash, purpose, now).select('user_id').executeTakeFirst();
      if (!token) return false;
      await endTokens(tx, { user_id: token.user_id, purpose }, now);
      await effect(tx, token.user_id);
      return true;
    }),
});

interface NewToken {
  token_hash: Buffer;
  user_id: string;
  purpose: TokenPurpose;
  expires_at: Date;
}

type Tokens = Pick<NewToken, 'user_id' | 'purpose'>;

/** Serializes creating and using a user's links. */
const lockUser = (tx: Tx, id: string) =>
  tx.selectFrom('users').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();

const selectUsableToken = (db: Tx, hash: Buffer, purpose: TokenPurpose, now: Date) =>
  db
    .selectFrom('user_tokens')
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now);

const endTokens = (tx: Tx, { user_id, purpose }: Tokens, now: Date) =>
  tx
    .updateTable('user_tokens')
    .set({ used_at: now })
    .where('user_id', '=', user_id)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute();

async function countTokensSince(tx: Tx, { user_id, purpose }: Tokens, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('user_tokens')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .where('purpose', '=', purpose)
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}
