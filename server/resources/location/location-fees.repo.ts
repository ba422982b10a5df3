import type { Insertable, Updateable } from 'kysely';
import { columns } from '#server/db/columns.ts';
import type { Tx } from '#server/db/database.ts';
import type { LocationFeeTable } from '#server/db/schema.ts';
import { nextUpdatedAt } from '#server/http/optimisticLock.ts';

export const locationFeesRepo = (tx: Tx) => ({
  add: (row: Insertable<LocationFeeTable>) => tx.insertInto('location_fees').values(row).returning(columns.location_fees).executeTakeFirstOrThrow(),

  /** Writes what `change` names; undefined when this location has no such fee. */
  change: (id: string, locationId: string, change: Updateable<LocationFeeTable>) =>
    tx
      .updateTable('location_fees')
      .set({ ...change, updated_at: nextUpdatedAt })
      .where('id', '=', id)
      .where('location_id', '=', locationId)
      .returning(columns.location_fees)
      .executeTakeFirst(),

  /** Whether there was one to remove. Invoices keep their own copy of what they charged. */
  async remove(id: string, locationId: string): Promise<boolean> {
    const { numDeletedRows } = await tx
      .deleteFrom('location_fees')
      .where('id', '=', id)
      .where('location_id', '=', locationId)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  },
});
