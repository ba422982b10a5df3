import { sql } from 'kysely';
import { columns } from '#server/platform/database/schema.ts';
import type { Tx } from '#server/platform/database/database.ts';

export const findUserByEmail = (tx: Tx, email: string) =>
  tx
    .selectFrom('users')
    .select(columns.users)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();

/** Searched in all companies. */
export async function openInvitation(
  db: Tx,
  hash: Buffer,
  now: Date,
): Promise<{ companyId: string; userId: string } | undefined> {
  const { rows } = await sql<{ company_id: string; user_id: string }>`
    select company_id, user_id from open_invitation(${hash}, ${now}::timestamptz)`.execute(db);
  return rows[0] && { companyId: rows[0].company_id, userId: rows[0].user_id };
}

export const readInvitedUser = (tx: Tx, userId: string) =>
  tx.selectFrom('users').select(columns.users).where('id', '=', userId).executeTakeFirstOrThrow();

export const readInvitationNames = (tx: Tx, companyId: string, userId: string) =>
  tx
    .selectFrom('company_users as s')
    .innerJoin('companies as c', 'c.id', 's.company_id')
    .select(['c.id', 'c.name', 's.invited_first_name', 's.invited_last_name'])
    .where('s.company_id', '=', companyId)
    .where('s.user_id', '=', userId)
    .executeTakeFirstOrThrow();
