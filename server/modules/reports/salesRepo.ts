import { sql, type RawBuilder } from 'kysely';
import { refundKinds } from '#domain/ledger/accounts.ts';
import type { ReportPeriod } from '#domain/reports/reportPeriods.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { isOneOf, type ReportLocation } from './windows.ts';

interface Sales {
  readonly net: number;
  readonly netAfterRefunds: number;
  readonly tax: number;
  readonly netTax: number;
  readonly gross: number;
  readonly refunds: number;
}

interface TaxedSales extends Sales {
  readonly locationId: string;
  readonly locationName: string;
  /** A fraction such as 0.0881. */
  readonly rate: string;
}

type SalesGrouping = 'category' | 'item' | 'staff';

/** For summed entries of lines: invoices and voids have revenue, discount and tax, refunds what was given back of each. */
const salesFigures = sql`
  coalesce(sum(-e.cents) filter (where not e.kind = any (${refundKinds}::text[]) and e.account <> 'tax'), 0)::float8 as net,
  coalesce(sum(-e.cents) filter (where e.account <> 'tax'), 0)::float8 as "netAfterRefunds",
  coalesce(sum(-e.cents) filter (where not e.kind = any (${refundKinds}::text[]) and e.account = 'tax'), 0)::float8 as tax,
  coalesce(sum(-e.cents) filter (where e.account = 'tax'), 0)::float8 as "netTax",
  coalesce(sum(-e.cents) filter (where not e.kind = any (${refundKinds}::text[])), 0)::float8 as gross,
  coalesce(sum(e.cents) filter (where e.kind = any (${refundKinds}::text[])), 0)::float8 as refunds`;

export const reportSalesRepo = (tx: Tx, locations: readonly ReportLocation[]) => {
  /** Summed by account and kind first: telling them apart costs more than summing. */
  const selectBooked = (columns: RawBuilder<unknown>, { from, to }: ReportPeriod) => sql`
    select ${columns}, e.account, e.kind, sum(e.cents) as cents
      from ledger_sums e
     where e.line is not null and ${isOneOf(locations, sql`e.location_id`)} and e.business_day between ${from} and ${to}
     group by ${columns}, e.account, e.kind`;
  return {
    async salesByDay(period: ReportPeriod): Promise<(Sales & { day: string })[]> {
      const { rows } = await sql<Sales & { day: string }>`
        select e.business_day::text as day, ${salesFigures}
          from (${selectBooked(sql`e.business_day`, period)}) as e group by e.business_day`.execute(tx);
      return rows;
    },

    async salesBy(grouping: SalesGrouping, period: ReportPeriod): Promise<(Sales & { key: string; label: string })[]> {
      const { columns, key, name, label } = groups[grouping];
      const { rows } = await sql<Sales & { key: string; label: string }>`
        with sold as (
          select ${key} as key, ${name} as name, ${salesFigures} from (${selectBooked(columns, period)}) as e group by 1)
        select key, ${label} as label, net, "netAfterRefunds", tax, "netTax", gross, refunds from sold order by net desc, label, key`.execute(
        tx,
      );
      return rows;
    },

    async salesByTaxRate(period: ReportPeriod): Promise<TaxedSales[]> {
      const { rows } = await sql<TaxedSales>`
        select e.location_id as "locationId", l.name as "locationName", e.tax_rate::text as rate, ${salesFigures}
          from (${selectBooked(sql`e.location_id, e.tax_rate`, period)}) as e
          join locations l on l.id = e.location_id
         group by e.location_id, l.name, e.tax_rate
         order by l.name, e.location_id, e.tax_rate`.execute(tx);
      return rows;
    },
  };
};

const groups = {
  category: { columns: sql`e.category`, key: sql`e.category`, name: sql`null`, label: sql`key` },
  item: {
    columns: sql`e.item_id, e.plan_id, e.category, e.name`,
    key: sql`coalesce(e.item_id::text, e.plan_id::text, e.category || ' ' || e.name)`,
    name: sql`max(e.name)`,
    label: sql`name`,
  },
  staff: {
    columns: sql`e.staff_id`,
    key: sql`coalesce(e.staff_id::text, 'none')`,
    name: sql`null`,
    label: sql`coalesce((select u.first_name || ' ' || u.last_name from users u where u.id = nullif(key, 'none')::uuid), 'Renewals and imports')`,
  },
} as const;
