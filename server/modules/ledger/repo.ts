import { sql, type RawBuilder } from 'kysely';
import { paymentMethodRules } from '#domain/invoices/paymentMethods.ts';
import type { LedgerAccount } from '#domain/ledger/accounts.ts';
import type { LedgerFilter, LedgerPosting } from '#domain/ledger/contract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { getOffset, type Page } from '#server/platform/database/paginate.ts';

interface Place {
  readonly id: string;
  readonly companyId: string;
}

export interface PostingRow extends Omit<LedgerPosting, 'at' | 'entries'> {
  readonly at: Date;
  readonly entries: (Omit<LedgerPosting['entries'][number], 'debit' | 'credit'> & { readonly cents: number })[];
}

/** Reads many rows, or few, by its values. */
export const planForValues = (tx: Tx) => sql`set local plan_cache_mode = force_custom_plan`.execute(tx);

export const ledgerRepo = (tx: Tx, places: readonly Place[], filter: LedgerFilter) => {
  const entries = sql`
    ledger_entries as e
     where e.posting_id = p.id and ${all(entryConditions(filter))}`;
  return {
    /**
     * The newest first, in cents; `after` one when it is named. Those of each location come in order from an index, and those
     * of several are merged. Without statistics, as after a restore, a join would read all entries again and again, hence
     * `offset 0`; and the company is left to the policy, for compared twice it makes every index look as good as the key.
     */
    async page(page: Page, after?: Pick<PostingRow, 'day' | 'at' | 'id'>): Promise<PostingRow[]> {
      const isAfter = after
        ? sql`(p.business_day, p.at, p.id) < (${after.day}::date, ${after.at}::timestamptz, ${after.id}::uuid)`
        : sql`true`;
      const { rows } = await sql<PostingRow>`
        with listed as materialized (
          select p.id, p.company_id, p.location_id, p.at, p.business_day, p.kind, p.invoice_id, p.payment_id, p.drawer_id, p.actor_type, p.actor_id, p.actor_name
            from unnest(${places.map(({ companyId }) => companyId)}::uuid[], ${places.map(({ id }) => id)}::uuid[]) as l (company_id, id)
           cross join lateral (
             select p.id, p.company_id, p.location_id, p.at, p.business_day, p.kind, p.invoice_id, p.payment_id, p.drawer_id, p.actor_type, p.actor_id, p.actor_name
               from ledger_postings as p
              where p.company_id = l.company_id and p.location_id = l.id and ${all(postingConditions(filter))} and ${isAfter}
                and exists (select from ${entries} offset 0)
              order by p.business_day desc, p.at desc, p.id desc limit ${getOffset(page) + page.limit}) as p
           order by p.business_day desc, p.at desc, p.id desc limit ${page.limit} offset ${getOffset(page)})
        select p.id, p.at, p.business_day::text as day, p.location_id as "locationId", p.kind, p.invoice_id as "invoiceId", n.number as "invoiceNumber", p.payment_id as "paymentId",
               p.drawer_id as "drawerId", d.number as "drawerNumber",
               case when i.id is not null then json_build_object('id', c.id, 'name', i.customer_first_name || ' ' || i.customer_last_name) end as contact,
               json_build_object('type', p.actor_type, 'id', p.actor_id, 'name', p.actor_name) as actor,
               (select json_agg(json_strip_nulls(json_build_object(
                         'account', e.account, 'cents', e.cents, 'category', e.category, 'name', e.name, 'method', e.method,
                         'soldBy', (select u.first_name || ' ' || u.last_name from users as u where u.id = e.staff_id))) order by e.position)
                  from ${entries}) as entries
          from listed as p
          left join invoices as i on i.id = p.invoice_id
          left join invoice_numbers as n on n.invoice_id = p.invoice_id
          left join contacts as c on c.id = i.contact_id and c.archived_at is null
          left join drawers as d on d.id = p.drawer_id
         order by p.business_day desc, p.at desc, p.id desc`.execute(tx);
      return rows;
    },

    /** In cents. */
    async totals(): Promise<{ debit: number; credit: number; postings: number }> {
      const { rows } = await sql<{ debit: number; credit: number; postings: number }>`
        with posted as (
          select coalesce(sum(e.cents) filter (where e.cents > 0), 0) as debit, coalesce(-sum(e.cents) filter (where e.cents < 0), 0) as credit
            from unnest(${places.map(({ companyId }) => companyId)}::uuid[], ${places.map(({ id }) => id)}::uuid[]) as l (company_id, id)
            join ledger_entries as e on e.company_id = l.company_id and e.location_id = l.id
            ${isOfPosting(filter) ? sql`join ledger_postings as p on p.id = e.posting_id` : sql``}
           where ${all([...entryConditions(filter), ...(isOfPosting(filter) ? postingConditions(filter) : [])])}
           group by e.posting_id)
        select coalesce(sum(debit), 0)::float8 as debit, coalesce(sum(credit), 0)::float8 as credit, count(*)::float8 as postings from posted`.execute(
        tx,
      );
      return rows[0] ?? { debit: 0, credit: 0, postings: 0 };
    },
  };
};

const all = (conditions: readonly RawBuilder<unknown>[]) => sql.join([sql`true`, ...conditions], sql` and `);

/** Only the posting knows these, not its entries. */
const isOfPosting = ({ ids, invoiceId, drawerId, countedBy, since, before }: LedgerFilter) =>
  [ids, invoiceId, drawerId, countedBy, since, before].some(Boolean);

function postingConditions({ ids, from, to, since, before, kind, invoiceId, drawerId, countedBy }: LedgerFilter) {
  return [
    ...(ids ? [sql`p.id = any (${ids}::uuid[])`] : []),
    ...(from ? [sql`p.business_day >= ${from}::date`] : []),
    ...(to ? [sql`p.business_day <= ${to}::date`] : []),
    // The day is there for the index. It is that of the location's calendar.
    ...(since ? [sql`p.at >= ${since}::timestamptz and p.business_day >= ${since}::timestamptz::date - 1`] : []),
    ...(before ? [sql`p.at < ${before}::timestamptz and p.business_day <= ${before}::timestamptz::date + 1`] : []),
    ...(kind ? [sql`p.kind = any (${kind}::text[])`] : []),
    ...(invoiceId ? [sql`p.invoice_id = ${invoiceId}::uuid`] : []),
    ...(drawerId ? [ofDrawer(drawerId)] : []),
    ...(countedBy
      ? [sql`p.id in (select z.posting_id from drawer_report_postings as z where z.drawer_id = ${countedBy}::uuid)`]
      : []),
  ];
}

const ofDrawer = (drawerId: string) => {
  if (drawerId === 'any') return sql`p.drawer_id is not null`;
  return drawerId === 'none' ? sql`p.drawer_id is null` : sql`p.drawer_id = ${drawerId}::uuid`;
};

/** Days and kinds are those of the posting. */
function entryConditions({
  from,
  to,
  account,
  kind,
  category,
  itemId,
  planId,
  name,
  method,
  staffId,
  taxRate,
}: LedgerFilter) {
  const areLines = account && new Set(account.map((one) => lineAccounts.includes(one)));
  return [
    ...(from ? [sql`e.business_day >= ${from}::date`] : []),
    ...(to ? [sql`e.business_day <= ${to}::date`] : []),
    ...(account ? [sql`e.account = any (${account}::text[])`] : []),
    // An index of a report has one or the other.
    ...(areLines?.size === 1 ? [areLines.has(true) ? sql`e.line is not null` : sql`e.line is null`] : []),
    ...(kind ? [sql`e.kind = any (${kind}::text[])`] : []),
    ...(category ? [sql`e.category = ${category}`] : []),
    ...(itemId === 'none' ? [sql`e.item_id is null and e.plan_id is null and e.line is not null`] : []),
    ...(itemId && itemId !== 'none' ? [sql`${itemId}::uuid in (e.item_id, e.plan_id)`] : []),
    ...(planId ? [sql`e.plan_id = ${planId}::uuid`] : []),
    ...(name ? [sql`e.name = ${name}`] : []),
    ...(method ? [sql`${methodNameSql} = ${method}`] : []),
    ...(taxRate ? [sql`e.tax_rate = ${taxRate}::numeric`] : []),
    ...(staffId === 'none' ? [sql`e.staff_id is null and e.line is not null`] : []),
    ...(staffId && staffId !== 'none' ? [sql`e.staff_id = ${staffId}::uuid`] : []),
  ];
}

/** These are booked line by line. */
const lineAccounts: readonly LedgerAccount[] = ['revenue', 'discount', 'tax', 'refunds'];

/** In cents: the bank has taken it back from this invoice, for disputes that are not won. */
export const disputedSum = (invoiceId: RawBuilder<unknown>) => sql<number>`(
  select coalesce(sum(e.cents), 0)::int from ledger_postings g
    join ledger_entries e on (e.company_id, e.posting_id) = (g.company_id, g.id) and e.account = 'disputes'
   where g.invoice_id = ${invoiceId})`;

/** The same by payment. */
export async function readDisputedByPayment(tx: Tx, invoiceId: string): Promise<ReadonlyMap<string | null, number>> {
  const { rows } = await sql<{ paymentId: string | null; cents: number }>`
    select g.payment_id as "paymentId", sum(e.cents)::int as cents
      from ledger_postings g
      join ledger_entries e on (e.company_id, e.posting_id) = (g.company_id, g.id) and e.account = 'disputes'
     where g.invoice_id = ${invoiceId}
     group by 1`.execute(tx);
  return new Map(rows.map(({ paymentId, cents }) => [paymentId, cents]));
}

/** How an entry `e` of money was paid, as the screens name it. */
export const methodNameSql = sql`coalesce(e.method, case e.account ${sql.join(
  Object.entries(paymentMethodRules).map(([method, { label }]) => sql`when ${method} then ${label}`),
  sql` `,
)} end)`;
