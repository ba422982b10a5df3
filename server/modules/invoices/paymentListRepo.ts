import { sql, type RawBuilder } from 'kysely';
import type { PaymentListQuery, RefundListQuery } from '#domain/invoices/paymentListContract.ts';
import { addDays } from '#domain/shared/dates.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { getOffset, isAskedFor, paginate, type Page } from '#server/platform/database/paginate.ts';
import { listColumns, type PaymentRow, type RefundRow } from '#server/platform/database/schema.ts';

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

export const paymentListRepo = (tx: Tx, covered: Covered) => ({
  /** Also refunds, which are payments of a negative amount, and what is pending or failed. */
  payments: (query: PaymentListQuery) =>
    page<PaymentRow & Whose>(tx, 'payments', query, covered, [
      query.method ? sql`p.method = ${query.method}` : sql`true`,
      query.status ? sql`p.status = ${query.status}` : sql`true`,
    ]),

  /** Those that staff made, once their money went back. */
  refunds: (query: RefundListQuery) =>
    page<RefundRow & Whose>(tx, 'refunds', query, covered, [sql`p.completed_at is not null`]),
});

const page = <Row extends Whose>(
  tx: Tx,
  table: 'payments' | 'refunds',
  query: RefundListQuery,
  covered: Covered,
  conditions: readonly RawBuilder<unknown>[],
) =>
  paginate(query, async (asked) => {
    const { rows } = await select<Row>(table, query, asked, covered, conditions).execute(tx);
    return rows;
  });

const select = <Row extends Whose>(
  table: 'payments' | 'refunds',
  { ids, contactId, invoiceId, from, to, sortOrder }: RefundListQuery,
  asked: Page,
  { locationIds, companyId }: Covered,
  conditions: readonly RawBuilder<unknown>[],
) => {
  const direction = sql.raw(sortOrder ?? 'desc');
  return sql<Row>`
    select ${sql.raw(listColumns(table, 'p').join(', '))}, i.contact_id, i.location_id, n.number, count(*) over () as total_count
      from ${sql.table(table)} as p
      join invoices as i on i.id = p.invoice_id
      join locations as l on l.id = i.location_id
      left join invoice_numbers as n on n.invoice_id = i.id
     where i.location_id = any (${locationIds}::uuid[])
       and ${isAskedFor(sql`p.id`, ids)}
       and ${companyId ? sql`p.company_id = ${companyId}` : sql`true`}
       and ${contactId ? sql`i.contact_id = ${contactId}` : sql`true`}
       and ${invoiceId ? sql`i.id = ${invoiceId}` : sql`true`}
       and ${from ? sql`p.created_at >= ${addDays(from, -1)}::date and (p.created_at at time zone l.timezone)::date >= ${from}::date` : sql`true`}
       and ${to ? sql`p.created_at < ${addDays(to, 2)}::date and (p.created_at at time zone l.timezone)::date <= ${to}::date` : sql`true`}
       and ${sql.join([...conditions], sql` and `)}
     order by p.created_at ${direction}, p.id ${direction} limit ${asked.limit} offset ${getOffset(asked)}`;
};
