import { subDays } from 'date-fns';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { cashRoundings } from '#domain/invoices/cashRounding.ts';
import { outstandingStatuses } from '#domain/invoices/collecting.ts';
import type { Fee } from '#domain/locations/feesContract.ts';
import type { Location, LocationSummary } from '#domain/locations/contract.ts';
import { parkedSaleDays } from '#domain/shared/limits.ts';
import type { LoggedKind } from '#server/modules/activity/index.ts';
import { archiveRow } from '#server/platform/database/archiveRow.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, listColumns, type LocationFeeTable, type LocationTable } from '#server/platform/database/schema.ts';
import { nextUpdatedAt, unchangedSince } from '#server/platform/http/optimisticLock.ts';
import { badRequest } from '#server/platform/http/problem.ts';
import { toAddress } from '#server/platform/database/addressColumns.ts';
import { lockUntilCommit } from '#server/platform/database/withAdvisoryLock.ts';

type LocationRow = Selectable<LocationTable>;

export interface LocationUses {
  readonly contacts: number;
  readonly drawers: number;
  readonly invoices: number;
  readonly parkedSales: number;
}

export const toLocation = (row: LocationRow): Location => ({
  id: row.id,
  companyId: row.company_id,
  name: row.name,
  ...toAddress(row),
  timezone: row.timezone,
  salesTaxRate: Number(row.sales_tax_rate),
  cashRounding: cashRoundings.find((cents) => cents === row.cash_rounding_cents) ?? 0,
  invoicePrefix: row.invoice_prefix,
  isActive: row.is_active,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export const loggedLocation: LoggedKind<LocationRow> = {
  type: 'location',
  label: ({ name }) => name,
  locationId: ({ id }) => id,
  fields: toLocation,
};

/** The columns are joined under the prefix `location_`. */
export const toLocationSummary = (row: {
  location_id: string | null;
  location_name: string | null;
  location_city: string | null;
  location_state: string | null;
  location_timezone: string | null;
}): LocationSummary | null =>
  row.location_id === null
    ? null
    : {
        id: row.location_id,
        name: row.location_name ?? '',
        city: row.location_city || null,
        state: row.location_state || null,
        timezone: row.location_timezone ?? '',
      };

export const toFee = (row: Selectable<LocationFeeTable>): Fee => ({
  id: row.id,
  name: row.name,
  description: row.description || null,
  type: row.type,
  amount: row.amount,
  isActive: row.is_active,
  updatedAt: row.updated_at.toISOString(),
});

/** The browser and this server may know it all the same: their lists are of different years. */
export async function requireKnownTimeZone(tx: Tx, field: string, timezone: string | undefined): Promise<void> {
  if (timezone === undefined) return;
  const { rows } = await sql`select from pg_timezone_names where name = ${timezone}`.execute(tx);
  if (rows.length === 0) throw badRequest(unknownTimeZone, { [field]: unknownTimeZone });
}

const unknownTimeZone = 'The database does not know this time zone. Choose another one with the same clock.';

export const locationRepo = (tx: Tx) => ({
  many: (ids: readonly string[]) =>
    tx
      .selectFrom('locations as l')
      .innerJoin('companies as c', 'c.id', 'l.company_id')
      .select(listColumns('locations', 'l'))
      .select('c.name as company_name')
      .where('l.id', '=', (eb) => eb.fn.any(eb.val([...ids])))
      .where('l.archived_at', 'is', null)
      .orderBy('l.name')
      .orderBy('l.id')
      .execute(),

  one: (id: string) => selectLive(tx, id).executeTakeFirst(),

  /** Locked, so that it is not archived before the transaction ends. */
  forKeyShare: (id: string) => selectLive(tx, id).forKeyShare().executeTakeFirst(),

  /** Foreign key checks do not wait. */
  forNoKeyUpdate: (id: string) => selectLive(tx, id).forNoKeyUpdate().executeTakeFirst(),

  /** Foreign key checks wait too. */
  forUpdate: (id: string) => selectLive(tx, id).forUpdate().executeTakeFirst(),

  add: (row: Insertable<LocationTable>) =>
    tx.insertInto('locations').values(row).returning(columns.locations).executeTakeFirstOrThrow(),

  /** Undefined when the row was changed after `expectedUpdatedAt`. */
  change: (id: string, change: Updateable<LocationTable>, expectedUpdatedAt: string | undefined) =>
    tx
      .updateTable('locations')
      .set({ ...change, updated_at: nextUpdatedAt() })
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .where(unchangedSince(expectedUpdatedAt))
      .returning(columns.locations)
      .executeTakeFirst(),

  async uses(id: string, now: Date): Promise<LocationUses> {
    const { rows } = await sql<LocationUses>`
      select (select count(*) from contacts where home_location_id = ${id}::uuid and archived_at is null)::int as contacts,
             (select count(*) from drawers where location_id = ${id}::uuid and closed_at is null)::int as drawers,
             (select count(*) from invoices where location_id = ${id}::uuid and status = any (${outstandingStatuses}::text[]))::int as invoices,
             (select count(*) from parked_sales where location_id = ${id}::uuid and taken_at is null
                 and created_at > ${subDays(now, parkedSaleDays)}::timestamptz)::int as "parkedSales"`.execute(tx);
    return rows[0] ?? { contacts: 0, drawers: 0, invoices: 0, parkedSales: 0 };
  },

  async members(ids: readonly string[], now: Date): Promise<Map<string, number>> {
    const { rows } = await sql<{ id: string; members: number }>`
      select l.id, coalesce(sum(t.amount), 0)::bigint as members
        from locations l
        left join row_counters t on t.location_id = l.id and t.subject = 'contacts'
                           and t.part >= to_char((${now}::timestamptz at time zone l.timezone)::date, 'YYYY-MM-DD')
       where l.id = any (${ids}::uuid[])
       group by l.id`.execute(tx);
    return new Map(rows.map(({ id, members }) => [id, members]));
  },

  /** Nobody else chooses a prefix, and no invoice of the location gets its number, until the transaction ends. */
  async isPrefixTaken(id: string, prefix: string): Promise<boolean> {
    await lockUntilCommit(tx, 'invoice prefix');
    await sql`select from invoice_counters where location_id = ${id}::uuid for update`.execute(tx);
    const { rows } = await sql<{ taken: boolean }>`
      select is_invoice_prefix_taken(${id}::uuid, ${prefix}) as taken`.execute(tx);
    return rows[0]?.taken ?? false;
  },

  archive: (id: string) => archiveRow(tx, 'locations', id),

  fees: (locationId: string) =>
    tx
      .selectFrom('location_fees')
      .select(columns.location_fees)
      .where('location_id', '=', locationId)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
});

const selectLive = (tx: Tx, id: string) =>
  tx.selectFrom('locations').select(columns.locations).where('id', '=', id).where('archived_at', 'is', null);
