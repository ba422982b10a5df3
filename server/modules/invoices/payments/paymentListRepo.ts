import { sql, type RawBuilder } from 'kysely';
import type { PaymentListQuery, RefundListQuery } from '#domain/invoices/paymentListContract.ts';
import { addDays } from '#domain/shared/dates.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { getOffset, isAskedFor, paginate, type Page } from '#server/platform/database/paginate.ts';
import { listColumns } from '#server/platform/database/schema.ts';
import { refundRoundingCents, type ListedRefund } from '../refunds/refundsRepo.ts';
import { isPaymentPosting, type DatedPayment } from '../repo.ts';

interface Whose {
  invoice_id: string;
  number: string | null;
  contact_id: string;
  location_id: string;
  total_count: number;
}

interface Covered {
  readonly locationIds: readonly string[];
  readonly companyId?: string | undefined;
}

/** Payments are dated by their booking, or by their beginning until they are booked. */
export const paymentListRepo = (tx: Tx, covered: Covered) => ({
  /** Includes refunds, which are payments of a negative amount, and what is pending or failed. */
  payments: (query: PaymentListQuery) =>
    readPage<DatedPayment & Whose>(tx, query, covered, {
      table: 'payments',
      columns: sql`${sql.raw(listColumns('payments', 'p').join(', '))}, g.posted_at`,
      dated: query.from || query.to ? selectPaymentsOfDays(query, covered) : selectPayments,
      conditions: [
        query.method ? sql`p.method = ${query.method}` : sql`true`,
        query.status ? sql`p.status = ${query.status}` : sql`true`,
      ],
    }),

  /** Only refunds that staff made, once their money went back. */
  refunds: (query: RefundListQuery) =>
    readPage<ListedRefund & Whose>(tx, query, covered, {
      table: 'refunds',
      columns: sql`${sql.raw(listColumns('refunds', 'p').join(', '))}, ${refundRoundingCents} as rounding_cents`,
      dated: selectRefundsOfDays(query),
      conditions: [],
    }),
});

const selectPayments = sql`
  select p.id, g.at as posted_at, coalesce(g.at, p.created_at) as at, p.company_id, i.location_id, p.invoice_id
    from payments as p
    join invoices as i on i.id = p.invoice_id
    left join ledger_postings as g on g.payment_id = p.id and ${isPaymentPosting}`;

/** Booked payments are read from an index alone. The others are found first, before their invoices are joined. */
const selectPaymentsOfDays = (query: PaymentListQuery, { locationIds }: Covered) => {
  const { from, to } = query;
  return sql`
    select g.payment_id as id, g.at as posted_at, g.at, g.company_id, g.location_id, g.invoice_id
      from ledger_postings as g
     where ${isPaymentPosting} and g.location_id = any (${locationIds}::uuid[]) and ${isBetween(sql`g.business_day`, query)}
     union all
    select b.id, null, b.created_at, b.company_id, i.location_id, b.invoice_id
      from (
        select b.id, b.created_at, b.company_id, b.invoice_id
          from payments as b
         where ${from ? sql`b.created_at >= ${addDays(from, -1)}::date` : sql`true`} and ${to ? sql`b.created_at < ${addDays(to, 2)}::date` : sql`true`}
           and not exists (select from ledger_postings as g where g.payment_id = b.id and ${isPaymentPosting})
        offset 0) as b
      join invoices as i on i.id = b.invoice_id
      join locations as l on l.id = i.location_id
     where ${isBetween(sql`(b.created_at at time zone l.timezone)::date`, query)}`;
};

const selectRefundsOfDays = (query: RefundListQuery) => sql`
  select p.id, p.completed_at as posted_at, p.completed_at as at, p.company_id, i.location_id, p.invoice_id
    from refunds as p
    join invoices as i on i.id = p.invoice_id
    join locations as l on l.id = i.location_id
   where p.completed_at is not null and ${isBetween(sql`(p.completed_at at time zone l.timezone)::date`, query)}`;

const isBetween = (day: RawBuilder<unknown>, { from, to }: RefundListQuery) =>
  sql`(${from ? sql`${day} >= ${from}::date` : sql`true`} and ${to ? sql`${day} <= ${to}::date` : sql`true`})`;

interface Source {
  readonly table: 'payments' | 'refunds';
  readonly columns: RawBuilder<unknown>;
  /** The ids with their moments, and whose they are. */
  readonly dated: RawBuilder<unknown>;
  readonly conditions: readonly RawBuilder<unknown>[];
}

const readPage = <Row extends Whose>(tx: Tx, query: RefundListQuery, covered: Covered, source: Source) =>
  paginate(query, async (asked) => (await select<Row>(query, asked, covered, source).execute(tx)).rows);

const select = <Row extends Whose>(
  { ids, contactId, invoiceId, sortOrder }: RefundListQuery,
  asked: Page,
  { locationIds, companyId }: Covered,
  { table, columns, dated, conditions }: Source,
) => {
  const direction = sql.raw(sortOrder ?? 'desc');
  // The ids of the page first: whole rows would be carried through the count and the sort. PostgreSQL omits a left join of which
  // no condition asks anything.
  return sql<Row>`
    select ${columns}, i.contact_id, i.location_id, n.number, g.total_count
      from (
        select d.id, d.posted_at, d.at, count(*) over () as total_count
          from (${dated}) as d
          left join ${sql.table(table)} as p on p.id = d.id
          left join invoices as i on i.id = d.invoice_id
         where d.location_id = any (${locationIds}::uuid[])
           and ${isAskedFor(sql`d.id`, ids)}
           and ${companyId ? sql`d.company_id = ${companyId}` : sql`true`}
           and ${contactId ? sql`i.contact_id = ${contactId}` : sql`true`}
           and ${invoiceId ? sql`d.invoice_id = ${invoiceId}` : sql`true`}
           and ${sql.join([sql`true`, ...conditions], sql` and `)}
         order by d.at ${direction}, d.id ${direction} limit ${asked.limit} offset ${getOffset(asked)}) as g
      join ${sql.table(table)} as p on p.id = g.id
      join invoices as i on i.id = p.invoice_id
      left join invoice_numbers as n on n.invoice_id = i.id
     order by g.at ${direction}, p.id ${direction}`;
};
