import { subDays } from 'date-fns';
import { sql, type RawBuilder } from 'kysely';
import type { ImportUndoResponse, PastImport } from '#domain/contact-import/importsContract.ts';
import { contactRestoreDays } from '#domain/shared/limits.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import { contactsRepo, loggedContact } from '#server/modules/contacts/index.ts';
import { closeInvoice, lockInvoice } from '#server/modules/invoices/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns } from '#server/platform/database/schema.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { conflict, notFound } from '#server/platform/http/problem.ts';
import { importRunning } from './importContacts.ts';
import { contactImportRepo } from './repo.ts';

/** So that each statement stays far below its timeout. */
const chunkRows = 100;

/** The log entries of the contacts that the import with the entry `i` added, which have its request and its time. */
const addedSql = sql`activity as a
  where a.company_id = i.company_id and a.location_id = i.record_id and a.at = i.at and a.request_id = i.request_id
    and a.action = 'contact.imported'`;

/**
 * What else was logged about a record. The order leads PostgreSQL to the index by record: without statistics, as after a large import, it
 * would read all that was logged about the company for each.
 */
const elseLogged = (recordId: RawBuilder<unknown>, otherwise: RawBuilder<unknown>) => sql`
  (select 1 from activity o where o.record_id = ${recordId} and ${otherwise} order by o.at desc limit 1)`;

/**
 * Whatever happens to a contact, its memberships and its invoices is logged there, but for the activation of renewals; visits,
 * signatures, households and parked sales are logged elsewhere.
 */
const unusedSql = sql`
  exists (select from contacts c where c.id = a.record_id and c.archived_at is null)
  and not exists (
    ${elseLogged(sql`a.record_id`, sql`o.id <> a.id`)}
    union all
    select 1 from contact_memberships m where m.contact_id = a.record_id and m.auto_renew
    union all
    select 1 from contact_memberships m
     cross join lateral ${elseLogged(sql`m.id`, sql`o.action <> 'contact-membership.imported'`)} as l where m.contact_id = a.record_id
    union all
    select 1 from invoices v
     cross join lateral ${elseLogged(sql`v.id`, sql`o.action <> 'invoice.imported'`)} as l where v.contact_id = a.record_id
    union all
    select 1 from checkins k where k.contact_id = a.record_id
    union all
    select 1 from signatures s where s.contact_id = a.record_id
    union all
    select 1 from household_members h where h.contact_id = a.record_id
    union all
    select 1 from parked_sales p where p.contact_id = a.record_id and p.taken_at is null)`;

/** Those of the ten newest at a location that can be undone, as long as a deleted contact could be restored. */
export async function listImports(tx: Tx, locationId: string, now: Date): Promise<PastImport[]> {
  const { rows } = await sql<{ id: string; at: Date; imported_by: string; imported: number; unused: number }>`
    select id, at, imported_by, imported, unused from (
      select i.id, i.at, i.actor_name as imported_by, (select count(*) from ${addedSql}) as imported,
             (select count(*) from ${addedSql} and ${unusedSql}) as unused
        from activity as i
       where i.record_id = ${locationId} and i.action = 'location.contacts-imported'
         and i.at > ${subDays(now, contactRestoreDays)}
       order by i.at desc, i.id limit 10) as imports
     where unused > 0 order by at desc, id`.execute(tx);
  return rows.map(({ id, at, imported_by, imported, unused }) => ({
    id,
    at: at.toISOString(),
    importedBy: imported_by,
    imported,
    unused,
  }));
}

/**
 * Removes the contacts of an import that nobody has used since, with their memberships. A balance is an invoice with a number, which is
 * voided; whoever owed it is deleted like any contact with history.
 */
export async function undoImport(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<ImportUndoResponse> {
  const entry = await tx
    .selectFrom('activity')
    .select(['company_id', 'record_id', 'record_label'])
    .where('id', '=', id)
    .where('action', '=', 'location.contacts-imported')
    .where('at', '>', subDays(now, contactRestoreDays))
    .executeTakeFirst();
  if (!entry) throw notFound('Import');
  scope.requireLocation(entry.record_id);
  if (!(await contactImportRepo(tx).tryLock(entry.company_id))) throw importRunning();
  // Locked before it is asked, in the order in which payments lock, so that nobody pays, freezes or checks in meanwhile.
  const added = sql`select a.record_id from activity as i cross join lateral (select a.record_id from ${addedSql}) as a where i.id = ${id}`;
  await sql`select from invoices where contact_id in (${added}) order by id for no key update`.execute(tx);
  await sql`select from contact_memberships where contact_id in (${added}) order by id for no key update`.execute(tx);
  await sql`select from contacts where id in (${added}) order by id for update`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    select a.record_id as id from activity as i cross join lateral (select a.record_id from ${addedSql} and ${unusedSql}) as a
     where i.id = ${id} order by a.record_id`.execute(tx);
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) throw conflict('Nothing of this import can be undone any more');
  for (let first = 0; first < ids.length; first += chunkRows)
    await removeContacts(tx, scope, ids.slice(first, first + chunkRows), now);
  await logActivity(tx, scope.actor, {
    companyId: entry.company_id,
    action: 'location.import-undone',
    recordId: entry.record_id,
    label: entry.record_label,
    locationId: entry.record_id,
    changes: [{ field: 'contacts', before: ids.length, after: null }],
  });
  return { message: 'Import undone', removed: ids.length };
}

async function removeContacts(tx: Tx, scope: AccessScope, ids: readonly string[], now: Date): Promise<void> {
  const rows = await tx.selectFrom('contacts').select(columns.contacts).where('id', 'in', ids).execute();
  const invoices = await tx
    .selectFrom('invoices')
    .select(['id', 'contact_id'])
    .where('contact_id', 'in', ids)
    .orderBy('id')
    .execute();
  for (const { id } of invoices)
    await closeInvoice(
      tx,
      await lockInvoice(tx, id),
      { how: 'void', reason: 'Import undone' },
      { now, actor: scope.actor },
    );
  await logActivity(
    tx,
    scope.actor,
    ...rows.map((row) => ({
      companyId: row.company_id,
      action: 'contact.deleted' as const,
      recordId: row.id,
      label: loggedContact.label(row),
      locationId: row.home_location_id,
    })),
  );
  const kept = [...new Set(invoices.map(({ contact_id }) => contact_id))];
  const gone = ids.filter((id) => !kept.includes(id));
  if (kept.length > 0) {
    await tx.deleteFrom('contact_memberships').where('contact_id', 'in', kept).execute();
    await tx.deleteFrom('stripe_customers').where('contact_id', 'in', kept).execute();
  }
  for (const id of kept) await contactsRepo(tx).archive(id, now);
  if (gone.length > 0) await tx.deleteFrom('contacts').where('id', 'in', gone).execute();
}
