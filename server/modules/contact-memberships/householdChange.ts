import { changesBetween } from '#server/modules/activity/index.ts';
import type { Occasion } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import {
  setMembership,
  selectGrantedMemberships,
  lockMembership,
  selectUnpaidRenewals,
  withoutRenewal,
  type GrantedMembership,
} from './grantedMembership.ts';
import { logRenewalChange, renewOneWithoutCard } from './payer.ts';
import { requireUpcomingVoided } from './renewals/renewalInvoices.ts';

/** When the payer has no saved card, renewals are invoiced instead. Billed invoices stay as they are until they are paid. */
export async function renewWithoutCard(tx: Tx, contactId: string, { now, actor }: Occasion): Promise<void> {
  for (const membership of await lockRenewingMemberships(tx, contactId, now))
    if ((await selectUnpaidRenewals(tx, membership.id).execute()).length === 0)
      await renewOneWithoutCard(tx, membership, actor);
}

/**
 * Turns their renewal off. The invoice of a next period that nobody has paid and that is not due yet is void, and a last day that only
 * renewals would have reached moves to the end of the paid days. A planned change waits until renewal is turned on again.
 */
export async function endWithPaidDays(tx: Tx, contactId: string, occasion: Occasion): Promise<void> {
  for (const membership of await lockRenewingMemberships(tx, contactId, occasion.now)) {
    await requireUpcomingVoided(tx, membership, occasion);
    const current = (await lockMembership(tx, membership.id, occasion.now)) ?? membership;
    const ended = withoutRenewal(current, current.grace_days);
    await setMembership(tx, membership.id, ended);
    const cancelsOn = membership.cancels_on;
    const changes = changesBetween(
      { autoRenew: true, cancelsOn },
      { autoRenew: false, cancelsOn: ended.cancels_on ?? cancelsOn },
    );
    await logRenewalChange(tx, membership, changes, occasion.actor);
  }
}

async function lockRenewingMemberships(tx: Tx, contactId: string, now: Date): Promise<GrantedMembership[]> {
  const ids = await selectGrantedMemberships(tx)
    .where('m.contact_id', '=', contactId)
    .where('m.auto_renew', '=', true)
    .orderBy('m.id')
    .execute();
  const locked: GrantedMembership[] = [];
  for (const { id } of ids) {
    const membership = await lockMembership(tx, id, now);
    if (membership?.auto_renew) locked.push(membership);
  }
  return locked;
}
