import { sql } from 'kysely';
import { erasedName } from '#domain/personal-data/contract.ts';
import { displayPhone } from '#domain/shared/phone.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, type ContactRow, type ContactTable } from '#server/platform/database/schema.ts';
import { deleteLater } from '#server/platform/files/deletedFiles.ts';
import { listImageKeys } from '#server/platform/files/images.ts';
import { erasureActor } from '#server/platform/http/actors.ts';

/** Longer than for a request: the activity log and the events of a company are searched for the contact's name. */
const timeoutMs = 300_000;

/**
 * Erases a contact whose erasure is due, in its transaction. Table by table:
 *
 * - contacts: every column but `keptColumns` is emptied, a new one too. The name becomes 'Erased contact'; the row stays archived, so
 *   nothing can be sold to it or checked in, and cannot be restored.
 * - contact_notes, contact_blocks, contact_codes, emails, signature_requests, payment_links, parked_sales: removed.
 * - household_members: removed; a household of its own goes along.
 * - contact_memberships, membership_freezes: notes and reasons are emptied. invoices: the customer becomes 'Erased contact'; notes are
 *   emptied. In what staff typed on other records the name is replaced, see `erase_from_texts`.
 * - exports: see `withdrawArchives.ts`.
 * - events: names go; webhook_deliveries: what receivers answered goes. activity: see `erase_from_activity`.
 * - signatures, signature_drawings: stay until the company's retention ends. stripe_customers, saved_cards: until the
 *   customer is deleted at Stripe; see `erasures.ts` for both. idempotency_keys: see `eraseAnswers.ts`.
 * - Everything else holds ids and amounts and stays as it is: check-ins, the door log, payments, refunds, disputes, the ledger and its
 *   sums, figures of drawers, the history of memberships.
 *
 * Returns the words that were searched for.
 */
export async function erasePerson(tx: Tx, contact: ContactRow, now: Date): Promise<string[]> {
  const { id, company_id } = contact;
  await sql.raw(`set local statement_timeout = ${timeoutMs}`).execute(tx);
  const words = await findWords(tx, contact);
  await sql`select erase_from_activity(${id}, ${words}::text[])`.execute(tx);
  await eraseTexts(tx, contact, words);
  await eraseEvents(tx, contact, words);
  for (const table of [
    'contact_notes',
    'contact_blocks',
    'contact_codes',
    'emails',
    'signature_requests',
    'parked_sales',
    'household_members',
  ] as const)
    await tx.deleteFrom(table).where('contact_id', '=', id).execute();
  await tx.deleteFrom('households').where('payer_id', '=', id).execute();
  await sql`delete from payment_links where invoice_id in (select i.id from invoices i where i.contact_id = ${id})`.execute(
    tx,
  );
  // How often something was emailed to an address.
  await sql`delete from rate_limit_hits where has_words(subject, ${words}::text[])`.execute(tx);
  await deleteLater(tx, company_id, listImageKeys(contact), now);
  await tx
    .updateTable('contacts')
    .set({
      ...Object.fromEntries(erasedColumns.map((column) => [column, sql`default`])),
      first_name: erasedName.first,
      last_name: erasedName.last,
      email: '',
      archived_at: contact.archived_at ?? now,
    })
    .where('id', '=', id)
    .execute();
  await logActivity(tx, erasureActor, {
    companyId: company_id,
    action: 'contact.erased',
    recordId: id,
    label: `${erasedName.first} ${erasedName.last}`,
    locationId: contact.home_location_id,
  });
  await tx
    .updateTable('contact_erasures')
    .set({ erased_at: now, refusal: null })
    .where('contact_id', '=', id)
    .execute();
  return words;
}

/** They tell whose contact it was, and when. */
const keptColumns: readonly (keyof ContactTable)[] = [
  'id',
  'company_id',
  'home_location_id',
  'member_through',
  'created_at',
  'updated_at',
];
const erasedColumns = columns.contacts.filter((column) => !keptColumns.includes(column));

/** The names, addresses and numbers by which other records know the contact, former ones too. */
async function findWords(tx: Tx, contact: ContactRow): Promise<string[]> {
  const { rows } = await sql<{ word: string | null }>`
    select a.record_label as word from activity a where a.record_id = ${contact.id}
     union
    select v.value #>> '{}' from activity a
     cross join lateral jsonb_array_elements(a.changes) as c (change)
     cross join lateral (values (c.change -> 'before'), (c.change -> 'after')) as v (value)
     where a.record_id = ${contact.id} and c.change ->> 'field' in ('email', 'phone') and jsonb_typeof(v.value) = 'string'
     union
    select i.customer_first_name || ' ' || i.customer_last_name from invoices i where i.contact_id = ${contact.id}
     union
    select unnest(array[i.customer_email, i.customer_phone]) from invoices i where i.contact_id = ${contact.id}
     union
    select unnest(array[e.address, e.sent_to]) from emails e where e.contact_id = ${contact.id}`.execute(tx);
  const words = [fullName(contact), contact.email, contact.phone, ...rows.flatMap(({ word }) => word ?? [])].filter(
    (word) => word.trim().length >= shortest,
  );
  const all = words.flatMap((word) => [word, displayPhone(word)]);
  // A longer one first, which may have a shorter one in it.
  return [...new Set(all)].toSorted((a, b) => b.length - a.length);
}

/** A shorter text would be found in others. */
const shortest = 4;

async function eraseTexts(tx: Tx, { id, company_id }: ContactRow, words: readonly string[]): Promise<void> {
  await sql`
    update contact_memberships set notes = '', cancel_note = '', access_reason = '' where contact_id = ${id}`.execute(
    tx,
  );
  await sql`
    update membership_freezes set reason = ''
     where contact_membership_id in (select m.id from contact_memberships m where m.contact_id = ${id})`.execute(tx);
  await sql`
    update invoices
       set customer_first_name = ${erasedName.first}, customer_last_name = ${erasedName.last}, customer_email = '',
           customer_phone = '', notes = ''
     where contact_id = ${id}`.execute(tx);
  await sql`
    update invoice_lines set member_name = ${`${erasedName.first} ${erasedName.last}`}
     where company_id = ${company_id} and lower(member_name) = any (array(select lower(w) from unnest(${words}::text[]) as w))`.execute(
    tx,
  );
  await sql`select erase_from_texts(${id}, ${words}::text[])`.execute(tx);
}

async function eraseEvents(tx: Tx, { id, company_id }: ContactRow, words: readonly string[]): Promise<void> {
  const about = sql`(data ->> 'contactId' = ${id} or has_words(data::text, json_words(${words}::text[])))`;
  await sql`
    update webhook_deliveries set answer = null
     where company_id = ${company_id} and answer is not null
       and event_id in (select e.id from events e where e.company_id = ${company_id} and ${about})`.execute(tx);
  await sql`
    update events
       set data = without_words((
             case when data ? 'firstName' and data ->> 'contactId' = ${id}
                  then data || ${JSON.stringify({ firstName: erasedName.first, lastName: erasedName.last, email: '', phone: '' })}::jsonb
                  else data end)::text, json_words(${words}::text[]))::jsonb
     where company_id = ${company_id} and ${about}`.execute(tx);
}
