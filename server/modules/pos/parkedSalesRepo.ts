import { sumBy } from 'es-toolkit';
import { subDays } from 'date-fns';
import type { Insertable, Selectable } from 'kysely';
import type { ParkedSale } from '#domain/pos/parkedSalesContract.ts';
import { parkedSaleDays } from '#domain/shared/limits.ts';
import { fromCents } from '#domain/shared/money.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { listColumns, type ParkedSaleTable } from '#server/platform/database/schema.ts';

export interface StoredParkedSale extends Selectable<ParkedSaleTable> {
  readonly first_name: string | null;
  readonly last_name: string | null;
}

export const toParkedSale = (row: StoredParkedSale): ParkedSale => ({
  id: row.id,
  locationId: row.location_id,
  customer: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
  pieces: sumBy(row.cart.items, ({ quantity }) => quantity),
  total: fromCents(row.total_cents),
  note: row.note,
  parkedBy: row.parked_by_name,
  createdAt: row.created_at.toISOString(),
});

const parked = (tx: Tx) =>
  tx
    .selectFrom('parked_sales as p')
    .leftJoin('contacts as c', 'c.id', 'p.contact_id')
    .select(listColumns('parked_sales', 'p'))
    .select(['c.first_name', 'c.last_name']);

export const parkedSalesRepo = (tx: Tx) => ({
  waiting: (locationId: string, now: Date): Promise<StoredParkedSale[]> =>
    parked(tx)
      .where('p.location_id', '=', locationId)
      .where('p.taken_at', 'is', null)
      .where('p.created_at', '>', subDays(now, parkedSaleDays))
      .orderBy('p.created_at')
      .orderBy('p.id')
      .execute(),

  one: (id: string): Promise<StoredParkedSale | undefined> => parked(tx).where('p.id', '=', id).executeTakeFirst(),

  add: (row: Insertable<ParkedSaleTable>) => tx.insertInto('parked_sales').values(row).execute(),

  /** True for the one caller that got it. */
  async take(id: string, userId: string, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('parked_sales')
      .set({ taken_at: now, taken_by: userId })
      .where('id', '=', id)
      .where('taken_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  },
});
