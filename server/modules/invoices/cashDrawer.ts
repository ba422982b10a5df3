import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { settingsDefaults } from '#domain/settings/companySettings.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { PaymentRow } from '#server/platform/database/schema.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { companySettings } from '#server/modules/settings/index.ts';

/**
 * Adds a cash payment to the location's open drawer, or takes a refund out, in the transaction that writes it. Tills share the
 * drawer's lock, so they do not wait for each other; a close waits for them, and they for it. Without an open drawer nothing
 * is written, unless the settings require one. Returns the drawer.
 */
export async function moveCash(tx: Tx, locationId: string, payment: CashPayment): Promise<string | null> {
  const { id, company_id, kind, amount_cents, created_at } = payment;
  if (amount_cents === 0) return null;
  const type = kind === 'refund' ? 'refund' : 'sale';
  const { rows } = await sql<{ drawer_id: string | null; is_required: boolean | null }>`
    with open_drawer as (
      select d.id from drawers as d where d.location_id = ${locationId} and d.closed_at is null for share),
    moved as (
      insert into drawer_movements (id, company_id, drawer_id, type, amount_cents, payment_id, created_at)
      select ${uuid()}::uuid, ${company_id}::uuid, d.id, ${type}, ${amount_cents}, ${id}::uuid, ${created_at}
        from open_drawer as d
      returning drawer_id)
    select (select drawer_id from moved),
           (select (payments->>'requireOpenDrawer')::boolean from company_settings where company_id = ${company_id}) as is_required`.execute(
    tx,
  );
  const { drawer_id = null, is_required } = rows[0] ?? {};
  if (!drawer_id && (is_required ?? settingsDefaults.payments.requireOpenDrawer)) throw await noDrawer(tx, locationId);
  return drawer_id;
}

type CashPayment = Pick<PaymentRow, 'id' | 'company_id' | 'kind' | 'amount_cents' | 'created_at'>;

/** To which coin cash is rounded there, in cents. */
export async function cashRoundingAt(tx: Tx, locationId: string): Promise<number> {
  const location = await tx
    .selectFrom('locations')
    .select('cash_rounding_cents')
    .where('id', '=', locationId)
    .executeTakeFirstOrThrow();
  return location.cash_rounding_cents;
}

/** Refuses cash without an open drawer where the settings require one, before anything else is done. */
export async function requireDrawer(tx: Tx, companyId: string, locationId: string): Promise<void> {
  const open = await tx
    .selectFrom('drawers')
    .select('id')
    .where('location_id', '=', locationId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (!open && (await companySettings(tx, companyId)).payments.requireOpenDrawer) throw await noDrawer(tx, locationId);
}

async function noDrawer(tx: Tx, locationId: string): Promise<Problem> {
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
