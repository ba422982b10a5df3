import type { Insertable, Updateable } from 'kysely';
import type { MembershipSalesItem } from '#domain/memberships/salesItemsContract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { type SalesItemRow, listColumns, type MembershipSalesItemTable } from '#server/platform/database/schema.ts';
import { toFields } from '#server/modules/sales-items/index.ts';

export const planSalesItemsRepo = (tx: Tx) => ({
  /** In display order, without archived items. */
  of: (membershipId: string) =>
    charges(tx).where('c.membership_id', '=', membershipId).orderBy('c.display_order').orderBy('c.id').execute(),

  one: (id: string) => charges(tx).where('c.id', '=', id).executeTakeFirst(),

  /** Its company and location decide who may change the charge. */
  owner: (id: string) =>
    tx
      .selectFrom('membership_sales_items as c')
      .innerJoin('memberships as m', 'm.id', 'c.membership_id')
      .select(['m.id', 'm.company_id', 'm.location_id', 'm.name'])
      .where('c.id', '=', id)
      .where('m.archived_at', 'is', null)
      .executeTakeFirst(),

  /** Undefined when the plan already has this item. */
  add: (row: Insertable<MembershipSalesItemTable>) =>
    tx
      .insertInto('membership_sales_items')
      .values(row)
      .onConflict((conflict) => conflict.columns(['membership_id', 'sales_item_id']).doNothing())
      .returning('id')
      .executeTakeFirst(),

  change: (id: string, change: Updateable<MembershipSalesItemTable>) =>
    tx.updateTable('membership_sales_items').set(change).where('id', '=', id).execute(),

  remove: (id: string) => tx.deleteFrom('membership_sales_items').where('id', '=', id).execute(),
});

const charges = (tx: Tx) =>
  tx
    .selectFrom('membership_sales_items as c')
    .innerJoin('sales_items as i', 'i.id', 'c.sales_item_id')
    .select(listColumns('sales_items', 'i'))
    .select(['c.id as charge_id', 'c.membership_id', 'c.is_required', 'c.display_order'])
    .where('i.archived_at', 'is', null);

interface ChargeRow extends SalesItemRow {
  charge_id: string;
  membership_id: string;
  is_required: boolean;
  display_order: number;
}

export const toCharge = (row: ChargeRow): MembershipSalesItem => ({
  id: row.charge_id,
  membershipId: row.membership_id,
  salesItemId: row.id,
  isRequired: row.is_required,
  displayOrder: row.display_order,
  salesItem: toFields(row),
});
