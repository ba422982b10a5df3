import type { Insertable, Updateable } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, type LocationFeeTable } from '#server/platform/database/schema.ts';
import { nextUpdatedAt } from '#server/platform/http/optimisticLock.ts';

export const locationFeesRepo = (tx: Tx) => ({
  add: (row: Insertable<LocationFeeTable>) =>
    tx.insertInto('location_fees').values(row).returning(columns.location_fees).executeTakeFirstOrThrow(),

  /** Undefined when the location does not have this fee. */
  forNoKeyUpdate: (id: string, locationId: string) =>
    tx
      .selectFrom('location_fees')
      .select(columns.location_fees)
      .where('id', '=', id)
      .where('location_id', '=', locationId)
      .forNoKeyUpdate()
      .executeTakeFirst(),

  change: (id: string, change: Updateable<LocationFeeTable>) =>
    tx
      .updateTable('location_fees')
      .set({ ...change, updated_at: nextUpdatedAt() })
      .where('id', '=', id)
      .returning(columns.location_fees)
      .executeTakeFirstOrThrow(),

  /** Invoices keep their own copy of what they charged. */
  remove: (id: string) => tx.deleteFrom('location_fees').where('id', '=', id).execute(),
});
