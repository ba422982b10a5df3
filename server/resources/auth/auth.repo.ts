import { addHours } from 'date-fns';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { sessionHours, sessionMaxDays } from '#domain/rules/limits.ts';
import { columns } from '#server/db/columns.ts';
import type { Database, Tx } from '#server/db/database.ts';

export type TokenPurpose = 'reset' | 'verify';

/** Users, sessions, mailed tokens and failed sign-ins: the tables outside of the tenants' scope. */
export const authRepo = ({ accounts, scoped }: Database) => ({
  userByEmail: (email: string) =>
    accounts.selectFrom('users').select(columns.users).where(sql`lower(email)`, '=', email.toLowerCase()).executeTakeFirst(),

  async startSession(userId: string, now: Date): Promise<{ id: string; userId: string; expiresAt: Date }> {
    const [id, expiresAt] = [uuid(), addHours(now, sessionHours)];
    await accounts.insertInto('sessions').values({ id, user_id: userId, created_at: now, expires_at: expiresAt, revoked_at: null }).execute();
    return { id, userId, expiresAt };
  },

  /** Lets a running session go on for another 12 hours, but not past 7 days from its start; gives its new end, if it runs. */
  async extendSession(id: string, now: Date): Promise<Date | undefined> {
    const limit = sql<Date>`created_at + make_interval(days => ${sessionMaxDays}::int)`;
    const extended = await accounts
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
    accounts.updateTable('sessions').set({ revoked_at: at }).where('id', '=', id).execute(),

  /** The companies of a user with their names, the ones they are admin of first. */
  async companiesOf(userId: string) {
    const held = await accounts
      .selectFrom('company_admins')
      .select(['company_id', sql<'admin' | 'staff'>`'admin'`.as('role'), 'created_at'])
      .where('user_id', '=', userId)
      .unionAll(
        accounts
          .selectFrom('location_access')
          .select(['company_id', sql<'admin' | 'staff'>`'staff'`.as('role'), 'created_at'])
          .where('user_id', '=', userId),
      )
      .orderBy('role')
      .orderBy('created_at')
      .orderBy('company_id')
      .execute();
    const roles = new Map(held.toReversed().map(({ company_id, role }) => [company_id, role]));
    const ids = [...new Set(held.map(({ company_id }) => company_id))];
    const rows = await scoped(ids, (tx) => tx.selectFrom('companies').select(['id', 'name']).execute());
    return ids.flatMap((id) => {
      const company = rows.find((row) => row.id === id);
      return company ? [{ company, role: roles.get(id) ?? ('staff' as const) }] : [];
    });
  },

  /** Counts this try as failed until it is known to be right, so that tries that arrive together count one another. */
  async countTry(subjects: readonly string[], at: Date): Promise<void> {
    await accounts.insertInto('login_failures').values(subjects.map((subject) => ({ subject, at }))).execute();
  },

  async failuresSince(subject: string, since: Date): Promise<number> {
    const { count } = await accounts
      .selectFrom('login_failures')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('subject', '=', subject)
      .where('at', '>', since)
      .executeTakeFirstOrThrow();
    return count;
  },

  /** Forgets an account's failures, and takes this one try off its address's count. */
  async forgiveTry(account: string, address: string, at: Date): Promise<void> {
    await sql`delete from login_failures where subject = ${account} or ctid in (
      select ctid from login_failures where subject = ${address} and at = ${at} limit 1)`.execute(accounts);
  },

  dropFailuresBefore: (before: Date) => accounts.deleteFrom('login_failures').where('at', '<', before).execute(),

  async tokensSince(userId: string, purpose: TokenPurpose, since: Date): Promise<number> {
    const { count } = await accounts
      .selectFrom('user_tokens')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('purpose', '=', purpose)
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow();
    return count;
  },

  /** Keeps a mailed token's hash and ends the user's older ones for the same purpose. */
  replaceToken: (token: { token_hash: Buffer; user_id: string; purpose: TokenPurpose; expires_at: Date }, now: Date) =>
    accounts.transaction().execute(async (tx) => {
      await tx
        .updateTable('user_tokens')
        .set({ used_at: now })
        .where('user_id', '=', token.user_id)
        .where('purpose', '=', token.purpose)
        .where('used_at', 'is', null)
        .execute();
      await tx.insertInto('user_tokens').values({ ...token, used_at: null, created_at: now }).execute();
    }),

  /** Runs `effect` for the user of an unused, unexpired token and uses it up; undefined when there is none. */
  useToken: (hash: Buffer, purpose: TokenPurpose, now: Date, effect: (tx: Tx, userId: string) => Promise<void>) =>
    accounts.transaction().execute(async (tx) => {
      const used = await tx
        .updateTable('user_tokens')
        .set({ used_at: now })
        .where('token_hash', '=', hash)
        .where('purpose', '=', purpose)
        .where('used_at', 'is', null)
        .where('expires_at', '>', now)
        .returning('user_id')
        .executeTakeFirst();
      if (used) await effect(tx, used.user_id);
      return used?.user_id;
    }),
});

export type AuthRepo = ReturnType<typeof authRepo>;
