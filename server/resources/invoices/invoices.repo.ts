import { sql, type SqlBool } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { InvoiceListQuery } from '#domain/contract/invoices.ts';
import { invoiceSearchTexts } from './invoiceSearch.ts';
import { columns, columnsOf } from '#server/db/columns.ts';
import type { Tx } from '#server/db/database.ts';
import { tallied } from '#server/db/tallies.ts';
import { likePattern, orderBy } from '#server/http/listing.ts';
import { counted, foundAmong, foundAt, foundIds, pageOf, rowsOnce } from '#server/http/paging.ts';

const sortable = {
  status: sql`status`,
  total: sql`total_cents`,
  due: sql`due_cents`,
  createdAt: sql`created_at`,
};

/** Each with its lines. */
const listed = rowsOnce((tx) =>
  tx
    .selectFrom('invoices as i')
    .select(columnsOf('invoices', 'i'))
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('invoice_lines as n')
          .select(['n.name', 'n.description', 'n.type', 'n.quantity', 'n.price_cents', 'n.total_cents'])
          .whereRef('n.invoice_id', '=', 'i.id')
          .orderBy('n.position'),
      ).as('lines'),
    )
    .where(sql<SqlBool>`i.id = any (${foundIds})`),
);

export const invoicesRepo = (tx: Tx) => ({
  page: (query: InvoiceListQuery, locationIds: readonly string[]) => pageOf(tx, find(query, locationIds), listed),

  /** With where it was: the location as it is now, whether it is still one of the company's. */
  one: (id: string) =>
    tx
      .selectFrom('invoices as i')
      .innerJoin('locations as l', 'l.id', 'i.location_id')
      .select(columnsOf('invoices', 'i'))
      .select(['l.city as location_city', 'l.state as location_state', 'l.timezone as location_timezone'])
      .select('l.archived_at as location_archived_at')
      .where('i.id', '=', id)
      .executeTakeFirst(),

  /** Its lines in their order. */
  lines: (invoiceId: string) => tx.selectFrom('invoice_lines').select(columns.invoice_lines).where('invoice_id', '=', invoiceId).orderBy('position').execute(),

  payments: (invoiceId: string) =>
    tx.selectFrom('payments').select(columns.payments).where('invoice_id', '=', invoiceId).orderBy('created_at').orderBy('id').execute(),

  /** Locations that are gone from the lists, whose invoices are not. */
  async archivedLocations(companyIds: readonly string[]): Promise<string[]> {
    const rows = await tx
      .selectFrom('locations')
      .select('id')
      .where(sql<SqlBool>`company_id = any (${companyIds}::uuid[])`)
      .where('archived_at', 'is not', null)
      .execute();
    return rows.map(({ id }) => id);
  },

  /** Whose contact this is, archived or not. */
  contact: (id: string) => tx.selectFrom('contacts').select(['id', 'company_id']).where('id', '=', id).executeTakeFirst(),
});

function find(query: InvoiceListQuery, locationIds: readonly string[]) {
  const { search, contactId } = query;
  const order = orderBy(sortable, query, sql`id`);
  const where = contactId ? sql<SqlBool>`contact_id = ${contactId}` : sql<SqlBool>`true`;
  if (!search) {
    const total = contactId ? counted('invoices', 'location_id', locationIds, where) : tallied('invoices', locationIds);
    return foundAt({ table: 'invoices', location: 'location_id', where, order }, { locationIds, page: query, total });
  }
  const patterns = invoiceSearchTexts(search).map(likePattern);
  const hits = sql`
    select id, status, total_cents, due_cents, created_at from matching_invoices(${patterns}::text[], ${locationIds}::uuid[])
     where ${where}`;
  return foundAmong(hits, order, query);
}
