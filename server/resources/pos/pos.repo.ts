import { sql, type SqlBool } from 'kysely';
import type { Tx } from '#server/db/database.ts';

export const posRepo = (tx: Tx) => ({
  /** Those of the items that are sold at this location. */
  items: (ids: readonly string[], locationId: string) =>
    tx
      .selectFrom('sales_items')
      .select(['id', 'name', 'description', 'price_cents', 'is_active'])
      .where(sql<SqlBool>`id = any (${ids}::uuid[])`)
      .where('location_id', '=', locationId)
      .where('archived_at', 'is', null)
      .execute(),
});
