import { sql, type Insertable } from 'kysely';
import { type Tx, isTrue } from '#server/platform/database/database.ts';
import { columns, type ContactTable } from '#server/platform/database/schema.ts';

export type ImportRow = Insertable<ContactTable> & { id: string; phone: string };

export const contactImportRepo = (tx: Tx) => ({
  /** Lasts until the transaction ends. Does not wait. */
  tryLock: (companyId: string) =>
    isTrue(tx, sql`pg_try_advisory_xact_lock(hashtext('contacts-import'), hashtext(${companyId}))`),

  async withEmails(companyId: string, emails: readonly string[]) {
    const { rows } = await sql<{ id: string; first_name: string; last_name: string; email: string }>`
      select id, first_name, last_name, email from contacts_with_emails(${companyId}, ${[...emails]}::text[])`.execute(
      tx,
    );
    return new Map(rows.map((row) => [row.email.toLowerCase(), row]));
  },

  /** Except those whose email is in use. Returns the added ones. */
  add: (rows: readonly ImportRow[]) =>
    tx
      .insertInto('contacts')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .expression(sql`company_id, lower(email)`)
          .where('archived_at', 'is', null)
          .doNothing(),
      )
      .returning(columns.contacts)
      .execute(),
});
