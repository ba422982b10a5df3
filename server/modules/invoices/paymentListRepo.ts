import { sql, type RawBuilder } from 'kysely';
import type { PaymentListQuery, RefundListQuery } from '#domain/invoices/paymentListContract.ts';
import { addDays } from '#domain/shared/dates.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { getOffset, isAskedFor, paginate, type Page } from '#server/platform/database/paginate.ts';
import { listColumns, type RefundRow } from '#server/platform/database/schema.ts';
import { isPaymentPosting, type DatedPayment } from './repo.ts';

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

/** By the moments that date them: of a payment its booking, or its beginning until it is booked. */
export const paymentListRepo = (tx: Tx, covered: Covered) => ({
  /** Also refunds, which are payments of a negative amount, and what is pending or failed. */
  payments: (query: PaymentListQuery) =>
    page<DatedPayment & Whose>(tx, query, covered, {
      table: 'payments',
      columns: sql`${sql.raw(listColumns('payments', 'p').join(', '))}, g.posted_at`,
      from:
        query.from || query.to
          ? sql`(${selectDated(query, covered)}) as g join payments as p on p.id = g.payment_id`
          : sql`payments as p left join ledger_postings as g on g.payment_id = p.id and ${isPaymentPosting}`,
      postedAt: sql`g.at`,
      at: sql`coalesce(g.at, p.created_at)`,
      conditions: [
        query.method ? sql`p.method = ${query.method}` : sql`true`,
        query.status ? sql`p.status = ${query.status}` : sql`true`,
      ],
    }),

  /** Those that staff made, once their money went back. */
  refunds: (query: RefundListQuery) =>
    page<RefundRow & Whose>(tx, query, covered, {
      table: 'refunds',
      columns: sql.raw(listColumns('refunds', 'p').join(', ')),
      from: sql`refunds as p`,
      postedAt: sql`p.completed_at`,
      at: sql`p.completed_at`,
      conditions: [
        sql`p.completed_at is not null`,
        isBetween(sql`(p.completed_at at time zone l.timezone)::date`, query),
      ],
    }),
});

/** As `payment_id, at` of these days. What is booked and what is not are each read from their own index. */
const selectDated = (query: PaymentListQuery, { locationIds }: Covered) => {
  const { from, to } = query;
  return sql`
    select g.payment_id, g.at
      from ledger_postings as g
     where ${isPaymentPosting} and g.location_id = any (${locationIds}::uuid[]) and ${isBetween(sql`g.business_day`, query)}
     union all
    select b.id, null
      from payments as b
      join invoices as i on i.id = b.invoice_id
      join locations as l on l.id = i.location_id
     where ${from ? sql`b.created_at >= ${addDays(from, -1)}::date` : sql`true`} and ${to ? sql`b.created_at < ${addDays(to, 2)}::date` : sql`true`}
       and ${isBetween(sql`(b.created_at at time zone l.timezone)::date`, query)}
       and not exists (select from ledger_postings as g where g.payment_id = b.id and ${isPaymentPosting})`;
};

const isBetween = (day: RawBuilder<unknown>, { from, to }: RefundListQuery) =>
  sql`(${from ? sql`${day} >= ${from}::date` : sql`true`} and ${to ? sql`${day} <= ${to}::date` : sql`true`})`;

interface Source {
  readonly table: 'payments' | 'refunds';
  readonly columns: RawBuilder<unknown>;
  /** As `p`. */
  readonly from: RawBuilder<unknown>;
  readonly postedAt: RawBuilder<unknown>;
  readonly at: RawBuilder<unknown>;
  readonly conditions: readonly RawBuilder<unknown>[];
}

const page = <Row extends Whose>(tx: Tx, query: RefundListQuery, covered: Covered, source: Source) =>
  paginate(query, async (asked) => (await select<Row>(query, asked, covered, source).execute(tx)).rows);

const select = <Row extends Whose>(
  { ids, contactId, invoiceId, sortOrder }: RefundListQuery,
  asked: Page,
  { locationIds, companyId }: Covered,
  { table, columns, from, postedAt, at, conditions }: Source,
) => {
  const direction = sql.raw(sortOrder ?? 'desc');
  // The ids of the page first: whole rows would be carried through the count and the sort.
  return sql<Row>`
    select ${columns}, i.contact_id, i.location_id, n.number, g.total_count
      from (
        select p.id, ${postedAt} as posted_at, ${at} as at, count(*) over () as total_count
          from ${from}
          join invoices as i on i.id = p.invoice_id
          join locations as l on l.id = i.location_id
         where i.location_id = any (${locationIds}::uuid[])
           and ${isAskedFor(sql`p.id`, ids)}
           and ${companyId ? sql`p.company_id = ${companyId}` : sql`true`}
           and ${contactId ? sql`i.contact_id = ${contactId}` : sql`true`}
           and ${invoiceId ? sql`i.id = ${invoiceId}` : sql`true`}
           and ${sql.join([...conditions], sql` and `)}
         order by ${at} ${direction}, p.id ${direction} limit ${asked.limit} offset ${getOffset(asked)}) as g
      join ${sql.table(table)} as p on p.id = g.id
      join invoices as i on i.id = p.invoice_id
      left join invoice_numbers as n on n.invoice_id = i.id
     order by g.at ${direction}, p.id ${direction}`;
};
