import { sql } from 'kysely';
import type { DrawerListQuery, MovementType } from '#domain/drawers/contract.ts';
import type { DrawerCash } from '#domain/drawers/cashDrawer.ts';
import { paymentKinds, refundKinds } from '#domain/ledger/accounts.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { isAskedFor, getOffset, paginate } from '#server/platform/database/paginate.ts';
import { columns, listColumns, type DrawerRow } from '#server/platform/database/schema.ts';

export interface FoundDrawer extends DrawerRow {
  timezone: string;
  sums: Omit<DrawerCash, 'float'>;
}

interface ListedDrawer extends FoundDrawer {
  total_count: number;
}

/** Open ones at these locations, and closed ones at some of them. */
interface DrawerCoverage {
  readonly locations: readonly string[];
  readonly closedAt: readonly string[];
}

export const drawersRepo = (tx: Tx) => ({
  /** Newest first. */
  page: (query: DrawerListQuery, { locations, closedAt }: DrawerCoverage, now: Date) =>
    paginate(query, async (page) => {
      const { rows } = await sql<ListedDrawer>`
        select ${drawerColumns}, count(*) over () as total_count
          from ${withSums}
         where d.location_id = any (${locations}::uuid[])
           and (d.closed_at is null or d.location_id = any (${closedAt}::uuid[]))
           and ${query.status ? statusIs(query.status, now) : sql`true`}
           and ${isAskedFor(sql`d.id`, query.ids)}
         order by d.opened_at desc, d.id desc limit ${page.limit} offset ${getOffset(page)}`.execute(tx);
      return rows;
    }),

  async one(id: string): Promise<FoundDrawer | undefined> {
    const { rows } = await sql<FoundDrawer>`select ${drawerColumns} from ${withSums} where d.id = ${id}`.execute(tx);
    return rows[0];
  },

  latest: (locationId: string) =>
    tx
      .selectFrom('drawers')
      .select(columns.drawers)
      .where('location_id', '=', locationId)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** Counted at the last close. Null before the first. */
  async lastCounted(locationId: string): Promise<number | null> {
    const last = await tx
      .selectFrom('drawers')
      .select('counted_cents')
      .where('location_id', '=', locationId)
      .where('closed_at', 'is not', null)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    return last?.counted_cents ?? null;
  },

  /** Tells when the previous drawer was closed, and when the location's first one was opened. Undefined for that first one. */
  async before({
    location_id,
    number,
  }: Pick<DrawerRow, 'location_id' | 'number'>): Promise<{ closedAt: Date; openedAt: Date } | undefined> {
    const { closed_at, opened_at } = await tx
      .selectFrom('drawers')
      .select(({ fn }) => [fn.max('closed_at').as('closed_at'), fn.min('opened_at').as('opened_at')])
      .where('location_id', '=', location_id)
      .where('number', '<', number)
      .executeTakeFirstOrThrow();
    return closed_at && opened_at ? { closedAt: closed_at, openedAt: opened_at } : undefined;
  },

  /** Waits for the payments that are being written into it; later ones wait. Undefined once it is closed. */
  lockOpen: (id: string) => open(tx, id).forNoKeyUpdate().executeTakeFirst(),

  /** The same lock as a payment takes: movements do not wait for each other. */
  shareOpen: (id: string) => open(tx, id).forShare().executeTakeFirst(),

  /** Cash moved for another reason than a payment. */
  async movements(id: string) {
    const { rows } = await sql<{
      id: string;
      type: MovementType;
      amount_cents: number;
      reason: string;
      moved_by: string;
      moved_by_name: string;
      created_at: Date;
    }>`
      select id, type, amount_cents, reason, moved_by, moved_by_name, created_at
        from drawer_movements where drawer_id = ${id} order by created_at, id`.execute(tx);
    return rows;
  },
});

const open = (tx: Tx, id: string) =>
  tx.selectFrom('drawers').select('id').where('id', '=', id).where('closed_at', 'is', null);

/** A closed drawer has the sums that were stored when it was closed. */
const withSums = sql`drawers as d
  join locations as l on l.id = d.location_id
  left join lateral (
    select coalesce(sum(e.cents) filter (where p.kind = any (${paymentKinds}::text[])), 0) as sales,
           coalesce(-sum(e.cents) filter (where p.kind = any (${refundKinds}::text[])), 0) as refunds,
           coalesce(sum(e.cents) filter (where p.kind = 'cash_movement' and e.cents > 0), 0) as came_in,
           coalesce(-sum(e.cents) filter (where p.kind = 'cash_movement' and e.cents < 0), 0) as went_out
      from ledger_postings as p
      join ledger_entries as e on (e.company_id, e.posting_id) = (p.company_id, p.id) and e.account = 'cash'
     where p.drawer_id = d.id and d.closed_at is null) as s on true`;

const drawerColumns = sql`${sql.raw(listColumns('drawers', 'd').join(', '))}, l.timezone, json_build_object(
  'cashSales', coalesce(d.cash_sales_cents, s.sales), 'cashRefunds', coalesce(d.cash_refunds_cents, s.refunds),
  'cashIn', coalesce(d.cash_in_cents, s.came_in), 'cashOut', coalesce(d.cash_out_cents, s.went_out)) as sums`;

/** The SQL of `drawerStatus`. */
const statusIs = (status: NonNullable<DrawerListQuery['status']>, now: Date) => {
  if (status === 'closed') return sql`d.closed_at is not null`;
  const isPast = sql`(${now}::timestamptz at time zone l.timezone)::date > (d.opened_at at time zone l.timezone)::date`;
  return sql`d.closed_at is null and ${status === 'open' ? sql`not` : sql``} ${isPast}`;
};
