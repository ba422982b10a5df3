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
      columns: sql`${sql.raw(listColumns('payments', 'p').join(', '))}, g.at as posted_at`,
      from: sql`payments as p left join ledger_postings as g on g.payment_id = p.id and ${isPaymentPosting}`,
      at: sql`coalesce(g.at, p.created_at)`,
      day: sql`coalesce(g.business_day, (p.created_at at time zone l.timezone)::date)`,
      conditions: [
        query.method ? sql`p.method = ${query.method}` : sql`true`,
        query.status ? sql`p.status = ${query.status}` : sql`true`,
        isWithin(query, covered),
      ],
    }),

  /** Those that staff made, once their money went back. */
  refunds: (query: RefundListQuery) =>
    page<RefundRow & Whose>(tx, query, covered, {
      columns: sql.raw(listColumns('refunds', 'p').join(', ')),
      from: sql`refunds as p`,
      at: sql`p.completed_at`,
      day: sql`(p.completed_at at time zone l.timezone)::date`,
      conditions: [sql`p.completed_at is not null`],
    }),
});

/** What may be of these days, from indexes. */
const isWithin = ({ from, to }: PaymentListQuery, { locationIds }: Covered) =>
  from && to
    ? sql`p.id in (
        select b.payment_id from ledger_postings b where b.location_id = any (${locationIds}::uuid[]) and b.business_day between ${from} and ${to}
         union all
        select b.id from payments b where b.created_at >= ${addDays(from, -1)}::date and b.created_at < ${addDays(to, 2)}::date)`
    : sql`true`;

interface Source {
  readonly columns: RawBuilder<unknown>;
  /** As `p`. */
  readonly from: RawBuilder<unknown>;
  readonly at: RawBuilder<unknown>;
  /** By the calendar of the location `l`. */
  readonly day: RawBuilder<unknown>;
  readonly conditions: readonly RawBuilder<unknown>[];
}

const page = <Row extends Whose>(tx: Tx, query: RefundListQuery, covered: Covered, source: Source) =>
  paginate(query, async (asked) => (await select<Row>(query, asked, covered, source).execute(tx)).rows);

const select = <Row extends Whose>(
  { ids, contactId, invoiceId, from: first, to: last, sortOrder }: RefundListQuery,
  asked: Page,
  { locationIds, companyId }: Covered,
  { columns, from, at, day, conditions }: Source,
) => {
  const direction = sql.raw(sortOrder ?? 'desc');
  return sql<Row>`
    select ${columns}, i.contact_id, i.location_id, n.number, count(*) over () as total_count
      from ${from}
      join invoices as i on i.id = p.invoice_id
      join locations as l on l.id = i.location_id
      left join invoice_numbers as n on n.invoice_id = i.id
     where i.location_id = any (${locationIds}::uuid[])
       and ${isAskedFor(sql`p.id`, ids)}
       and ${companyId ? sql`p.company_id = ${companyId}` : sql`true`}
       and ${contactId ? sql`i.contact_id = ${contactId}` : sql`true`}
       and ${invoiceId ? sql`i.id = ${invoiceId}` : sql`true`}
       and ${first ? sql`${day} >= ${first}::date` : sql`true`}
       and ${last ? sql`${day} <= ${last}::date` : sql`true`}
       and ${sql.join([...conditions], sql` and `)}
     order by ${at} ${direction}, p.id ${direction} limit ${asked.limit} offset ${getOffset(asked)}`;
};
