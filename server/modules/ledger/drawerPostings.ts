import { cashMovementEntries, countEntries } from '#domain/ledger/entries.ts';
import { openingDifference } from '#domain/drawers/cashDrawer.ts';
import type { Occasion } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { DrawerRow } from '#server/platform/database/schema.ts';
import { post } from './post.ts';

type Drawer = Pick<DrawerRow, 'id' | 'company_id' | 'location_id'>;

const ofDrawer = ({ id, company_id, location_id }: Drawer, { now, actor }: Occasion) => ({
  companyId: company_id,
  locationId: location_id,
  drawerId: id,
  at: now,
  actor,
});

/** In cents. Negative when it was taken out. */
export async function postCashMovement(tx: Tx, drawer: Drawer, cents: number, occasion: Occasion): Promise<void> {
  if (cents !== 0)
    await post(tx, { ...ofDrawer(drawer, occasion), kind: 'cash_movement', entries: cashMovementEntries(cents) });
}

/** The float is what the drawer before was counted to, and what was found to differ; that of the first was put into it. */
export async function postOpening(
  tx: Tx,
  drawer: Drawer & Pick<DrawerRow, 'float_cents' | 'last_counted_cents'>,
  occasion: Occasion,
): Promise<void> {
  const difference = openingDifference(drawer.float_cents, drawer.last_counted_cents);
  if (difference !== null) await postCount(tx, drawer, difference, occasion);
  else if (drawer.float_cents > 0)
    await post(tx, {
      ...ofDrawer(drawer, occasion),
      kind: 'drawer_count',
      entries: cashMovementEntries(drawer.float_cents),
    });
}

/** How the counted cash differs from what was expected, in cents. An exact count moves nothing. */
export async function postCount(tx: Tx, drawer: Drawer, cents: number, occasion: Occasion): Promise<void> {
  if (cents !== 0)
    await post(tx, { ...ofDrawer(drawer, occasion), kind: 'drawer_count', entries: countEntries(cents) });
}
