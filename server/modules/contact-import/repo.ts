import { sql } from 'kysely';
import type { Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';

const columns = {
  id: 'uuid',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  phone: 'text',
  date_of_birth: 'date',
  address: 'text',
  city: 'text',
  state: 'text',
  zip_code: 'text',
  emergency_contact_name: 'text',
  emergency_contact_phone: 'text',
  notes: 'text',
} as const;

type Column = keyof typeof columns;
export type ImportRow = Record<Exclude<Column, 'date_of_birth'>, string> & {
  date_of_birth: string | null;
  tags: string[];
};

const names = Object.keys(columns) as Column[];

export const contactImportRepo = (tx: Tx) => ({
  /** Until the transaction ends, without waiting. */
  async tryLock(companyId: string): Promise<boolean> {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('contacts-import'), hashtext(${companyId})) as mine`.execute(tx);
    return rows[0]?.mine ?? false;
  },

  async withEmails(companyId: string, emails: readonly string[]) {
    const { rows } = await sql<{ id: string; first_name: string; last_name: string; email: string }>`
      select id, first_name, last_name, email from contacts_with_emails(${companyId}, ${[...emails]}::text[])`.execute(
      tx,
    );
    return new Map(rows.map((row) => [row.email.toLowerCase(), row]));
  },

  /** Except those whose email is in use. Returns the lowercase addresses of the added ones. */
  async add(companyId: string, homeLocationId: string, rows: readonly ImportRow[], actor: Actor): Promise<string[]> {
    const values = names.map((name) => sql`${rows.map((row) => row[name])}::${sql.raw(columns[name])}[]`);
    // PostgreSQL would unnest an array of arrays down to single tags.
    const tags = sql`${rows.map((row) => JSON.stringify(row.tags))}::text[]`;
    const added = await sql<{ email: string }>`
      with added as (insert into contacts (company_id, home_location_id, tags, ${sql.join(names.map((name) => sql.ref(name)))})
      select ${companyId}::uuid, ${homeLocationId}::uuid, array(select jsonb_array_elements_text(tags::jsonb)),
             ${sql.join(names.map((name) => sql.ref(name)))}
        from unnest(${tags}, ${sql.join(values)}) as new_rows (tags, ${sql.join(names.map((name) => sql.ref(name)))})
      on conflict (company_id, lower(email)) where archived_at is null do nothing
      returning id, first_name, last_name, lower(email) as email),
      logged as (
        insert into activity (company_id, actor_type, actor_id, actor_name, action, record_type, record_id, record_label, location_id, request_id)
        select ${companyId}, ${actor.type}, ${actor.id}, ${actor.name}, 'contact.imported', 'contact', id, first_name || ' ' || last_name,
               ${homeLocationId}, ${actor.requestId}
          from added)
      select email from added`.execute(tx);
    return added.rows.map(({ email }) => email);
  },
});
