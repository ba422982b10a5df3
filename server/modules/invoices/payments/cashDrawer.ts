import type { Tx } from '#server/platform/database/database.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { readCompanySettings } from '#server/modules/settings/index.ts';

/**
 * The location's open drawer, for cash that is booked in this transaction. Tills share its lock, so they do not wait for each
 * other; a close waits for them, and they for it. Null without one, unless the settings require one.
 */
export async function lockOpenDrawer(tx: Tx, companyId: string, locationId: string): Promise<string | null> {
  const open = await openDrawer(tx, locationId).forShare().executeTakeFirst();
  if (!open) await refuseWithoutDrawer(tx, companyId, locationId);
  return open?.id ?? null;
}

/** If it is still open, its close waits for this transaction. */
export async function isStillOpen(tx: Tx, drawerId: string): Promise<boolean> {
  const open = await tx
    .selectFrom('drawers')
    .select('id')
    .where('id', '=', drawerId)
    .where('closed_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return open !== undefined;
}

/** Refuses cash without an open drawer where the settings require one, before anything else is done. */
export async function requireDrawer(tx: Tx, companyId: string, locationId: string): Promise<void> {
  if (!(await openDrawer(tx, locationId).executeTakeFirst())) await refuseWithoutDrawer(tx, companyId, locationId);
}

const openDrawer = (tx: Tx, locationId: string) =>
  tx.selectFrom('drawers').select('id').where('location_id', '=', locationId).where('closed_at', 'is', null);

async function refuseWithoutDrawer(tx: Tx, companyId: string, locationId: string): Promise<void> {
  if ((await readCompanySettings(tx, companyId)).payments.requireOpenDrawer)
    throw await explainNoDrawer(tx, locationId);
}

async function explainNoDrawer(tx: Tx, locationId: string): Promise<Problem> {
  const location = await tx
    .selectFrom('locations')
    .select('archived_at')
    .where('id', '=', locationId)
    .executeTakeFirst();
  return location?.archived_at ? drawerGone : drawerNeeded;
}

/** The key stays free, since nothing was sold: it may be sent again once the drawer is open. */
const drawerNeeded = new Problem(409, 'Open the drawer first', { leavesKeyFree: true });

const drawerGone = new Problem(
  409,
  'This location is archived and has no drawer. Settle this without cash, or ask an admin to turn off ‘Require an Open Drawer for Cash’ in Settings.',
  { leavesKeyFree: true },
);
