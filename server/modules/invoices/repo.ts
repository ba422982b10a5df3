import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { InvoiceListQuery } from '#domain/invoices/contract.ts';
import { paymentKinds, refundKinds } from '#domain/ledger/accounts.ts';
import { outstandingStatuses } from '#domain/invoices/collecting.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { hasExternalId } from '#server/platform/database/externalId.ts';
import { isAskedFor, getOffset, orderBy, paginate, type Page } from '#server/platform/database/paginate.ts';
import { likePattern } from '#server/platform/database/textSearch.ts';
import { peopleSearch, type PeopleSearch } from '#domain/shared/peopleSearch.ts';
import { countedRows } from '#server/platform/database/rowCounters.ts';
import { columns, listColumns, type InvoiceRow, type PaymentRow } from '#server/platform/database/schema.ts';
import { toAskedReceiptKey } from '#server/modules/email-queue/index.ts';
import type { ListedLine } from './rows.ts';

const sortable = {
  status: sql`i.status`,
  total: sql`i.total_cents`,
  due: sql`i.due_cents`,
  createdAt: sql`i.created_at`,
};

interface ListedInvoiceRow extends InvoiceRow {
  number: string | null;
  lines: ListedLine[];
  total_count: number;
}

export const invoicesRepo = (tx: Tx) => ({
  page: (query: InvoiceListQuery, locationIds: readonly string[]) =>
    paginate(query, async (page) => {
      const { rows } = await sql<ListedInvoiceRow>`
        with page as (${selectIds(page, query, locationIds)})
        select ${sql.raw(listColumns('invoices', 'i').join(', '))},
               (select coalesce(json_agg(n), '[]')
                  from (select name, description, type, quantity, price_cents, total_cents, discount_cents, discount_reason, member_name
                          from invoice_lines where invoice_id = i.id order by position) as n) as lines,
               (select number from invoice_numbers where invoice_id = i.id) as number,
               (select total_count from page limit 1) as total_count
          from invoices as i
         where i.id = any (array(select id from page))
         order by ${orderBy(sortable, query, sql`i.id`)}`.execute(tx);
      return rows;
    }),

  /** Joins the current location and contact, archived or not. */
  one: (id: string) =>
    tx
      .selectFrom('invoices as i')
      .innerJoin('locations as l', 'l.id', 'i.location_id')
      .leftJoin('contacts as c', 'c.id', 'i.contact_id')
      .leftJoin('invoice_numbers as n', 'n.invoice_id', 'i.id')
      .select(listColumns('invoices', 'i'))
      .select('n.number')
      .select(['l.city as location_city', 'l.state as location_state', 'l.timezone as location_timezone'])
      .select(['l.archived_at as location_archived_at', 'c.archived_at as contact_archived_at'])
      .where('i.id', '=', id)
      .executeTakeFirst(),

  lines: (invoiceId: string) =>
    tx
      .selectFrom('invoice_lines')
      .select(columns.invoice_lines)
      .where('invoice_id', '=', invoiceId)
      .orderBy('position')
      .execute(),

  async stockedLines(invoiceId: string): Promise<number[]> {
    const rows = await tx
      .selectFrom('invoice_lines as n')
      .innerJoin('sales_items as s', 's.id', 'n.item_id')
      .select('n.position')
      .where('n.invoice_id', '=', invoiceId)
      .where('s.is_physical_item', '=', true)
      .orderBy('n.position')
      .execute();
    return rows.map(({ position }) => position);
  },

  /** The last one. */
  askedReceipt: ({ id, company_id }: Pick<InvoiceRow, 'id' | 'company_id'>) =>
    tx
      .selectFrom('emails')
      .select(['address', 'state', 'created_at', 'settled_at', 'failure'])
      .where('company_id', '=', company_id)
      .where('once', '=', toAskedReceiptKey(id))
      .executeTakeFirst(),

  payments: (invoiceId: string) =>
    tx
      .selectFrom('payments')
      .select(columns.payments)
      .where('invoice_id', '=', invoiceId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),

  /** The oldest first, by the moments that date them. */
  async datedPayments(invoiceId: string): Promise<DatedPayment[]> {
    const { rows } = await sql<DatedPayment>`
      select ${sql.raw(listColumns('payments', 'p').join(', '))}, g.at as posted_at
        from payments as p left join ledger_postings as g on g.payment_id = p.id and ${isPaymentPosting}
       where p.invoice_id = ${invoiceId}
       order by coalesce(g.at, p.created_at), p.created_at, p.id`.execute(tx);
    return rows;
  },

  /** Their invoices are still listed. */
  async archivedLocations(companyIds: readonly string[]): Promise<string[]> {
    const rows = await tx
      .selectFrom('locations')
      .select('id')
      .where(sql<SqlBool>`company_id = any (${companyIds}::uuid[])`)
      .where('archived_at', 'is not', null)
      .execute();
    return rows.map(({ id }) => id);
  },

  /** Archived or not. */
  contact: (id: string) =>
    tx.selectFrom('contacts').select(['id', 'company_id']).where('id', '=', id).executeTakeFirst(),
});

/** Every change of a payment's state starts with this lock, so that no two of them interleave. */
export const lockInvoice = (tx: Tx, invoiceId: string): Promise<InvoiceRow> =>
  tx
    .selectFrom('invoices')
    .select(columns.invoices)
    .where('id', '=', invoiceId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

/** Written out, so that it is found in its index. Refunds to the card name the intent too. */
export const isPaymentOfIntent = (intentId: string) =>
  sql<SqlBool>`kind = 'payment' and stripe_payment_intent_id = ${intentId}`;

/** A card payment is booked later than its row is written. */
export type DatedPayment = PaymentRow & { posted_at: Date | null };

/** The booking of a payment or refund as the posting `g`. Written out, for the unique partial index. */
export const isPaymentPosting = sql<SqlBool>`g.kind in (${sql.join([...paymentKinds, ...refundKinds].map((kind) => sql.lit(kind)))})`;

export const findIntentPayment = (tx: Tx, intentId: string): Promise<PaymentRow | undefined> =>
  tx.selectFrom('payments').select(columns.payments).where(isPaymentOfIntent(intentId)).executeTakeFirst();

/** The SQL of `isOutstanding` for the invoices `i`. Written out, for the partial index. */
export const isInvoiceOutstanding = sql<SqlBool>`i.status in (${sql.join(outstandingStatuses.map((status) => sql.lit(status)))})`;

/** For the invoice as `i`. Only a card payment takes time. */
export const isPaymentUnderWay = sql<SqlBool>`(exists (select from awaited_payments a where a.invoice_id = i.id)
  or exists (select from payment_intents p where p.invoice_id = i.id and p.settled_at is null))`;

/** In cents. */
export async function readCashRounding(tx: Tx, locationId: string): Promise<number> {
  const location = await tx
    .selectFrom('locations')
    .select('cash_rounding_cents')
    .where('id', '=', locationId)
    .executeTakeFirstOrThrow();
  return location.cash_rounding_cents;
}

function selectIds(page: Page, query: InvoiceListQuery, locationIds: readonly string[]): RawBuilder<unknown> {
  const { ids, search, contactId, memberId, status, externalId } = query;
  const order = orderBy(sortable, query, sql`i.id`);
  if (!ids && !search && !contactId && !memberId && !status && externalId === undefined) {
    // One location's invoices come in order from an index; those of several are merged.
    return sql`
      select i.id, ${countedRows('invoices', locationIds)} as total_count
        from unnest(${locationIds}::uuid[]) as at (location_id)
       cross join lateral (
              select i.id, i.status, i.total_cents, i.due_cents, i.created_at from invoices as i
               where i.location_id = at.location_id
               order by ${order} limit ${getOffset(page) + page.limit}) as i
       order by ${order} limit ${page.limit} offset ${getOffset(page)}`;
  }
  const from = search ? matchingInvoices(search, locationIds) : sql`invoices`;
  return sql`
    select i.id, count(*) over () as total_count
      from ${from} as i
     where i.location_id = any (${locationIds}::uuid[]) and ${contactId ? sql`i.contact_id = ${contactId}` : sql`true`}
       and ${memberId ? sql`i.id = any (array(${invoicesFor(memberId)}))` : sql`true`}
       and ${isAskedFor(sql`i.id`, ids)} and ${hasExternalId(sql`(select e.external_id from invoices e where e.id = i.id)`, externalId)}
       and ${status ? sql`i.status = any (${status === 'to_collect' ? outstandingStatuses : [status]}::text[])` : sql`true`}
     order by ${order} limit ${page.limit} offset ${getOffset(page)}`;
}

/** Their own, and those that sold, renewed, changed or froze a membership of theirs, whoever pays. */
const invoicesFor = (contactId: string) => sql`
  select id from invoices where contact_id = ${contactId}
   union select invoice_id from contact_memberships where contact_id = ${contactId}
   union select r.invoice_id from contact_memberships m join renewals r on r.contact_membership_id = m.id where m.contact_id = ${contactId}
   union select p.invoice_id from contact_memberships m join plan_changes p on p.contact_membership_id = m.id where m.contact_id = ${contactId}
   union select f.fee_invoice_id from contact_memberships m join membership_freezes f on f.contact_membership_id = m.id where m.contact_id = ${contactId}`;

const columnsFrom = (table: 'f' | 'i') =>
  sql.raw(
    ['id', 'location_id', 'contact_id', 'status', 'total_cents', 'due_cents', 'created_at']
      .map((name) => `${table}.${name}`)
      .join(', '),
  );

/** 'CHI-10423' as it is said over the phone, or its digits. */
const spokenNumber = /^#?(?:[a-z]{1,3}\d*-)?(\d{5,9})$/i;

function matchingInvoices(search: string, locationIds: readonly string[]): RawBuilder<unknown> {
  const number = spokenNumber.exec(search.trim());
  const byText = matchingText(search, locationIds);
  if (!number) return byText;
  const [typed, digits] = number;
  const isWhole = typed.includes('-');
  return sql`(
    select ${columnsFrom('f')} from ${byText} as f
     union
    select ${columnsFrom('i')} from invoice_numbers n join invoices i on i.id = n.invoice_id
     where ${isWhole ? sql`n.number = ${typed.replace('#', '').toUpperCase()}` : sql`n.sequence = ${Number(digits)}`})`;
}

function matchingText(search: string, locationIds: readonly string[]): RawBuilder<unknown> {
  const { words, others } = invoiceSearch(search);
  return sql`invoices_found_by(${words.map(likePattern)}::text[], ${others.map(likePattern)}::text[], ${locationIds}::uuid[])`;
}

const asAmount = (text: string) => text.replace(/^\$\s*/, '').replaceAll(/(?<=\d),(?=\d{3})/g, '');
const asInvoiceId = (text: string) => text.replace(/^(?:invoice\s*)?#\s*/i, '');

/**
 * Searches the customer's name, email and phone, and the id and total, which users type as the screens show them ('$1,234.50',
 * 'Invoice #89ABCDEF').
 */
export function invoiceSearch(typed: string): PeopleSearch {
  const text = typed.trim();
  const { words, others } = peopleSearch(text);
  const stored = [asAmount(text), asInvoiceId(text)].filter((one) => one !== text && one !== '');
  return { words, others: [...others, ...stored] };
}
