import { todayIn } from '#domain/shared/dates.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import { knownCard } from '#server/modules/stripe/index.ts';
import type { Actor } from '#server/platform/http/actors.ts';
import { conflict } from '#server/platform/http/problem.ts';
import type { Tx } from '#server/platform/database/database.ts';
import {
  changeMembership,
  currentLocation,
  grantedMemberships,
  lockMembership,
  unpaidRenewals,
  type GrantedMembership,
} from './grantedMembership.ts';
import { keyOfPayer } from './payer.ts';
import { voidUpcomingInvoice } from './renewalInvoices.ts';

/** Without a saved card of the payer, they are invoiced instead. What is billed already stays as it is. */
export async function renewWithoutCard(tx: Tx, contactId: string, now: Date, actor: Actor): Promise<void> {
  for (const membership of await renewingMemberships(tx, contactId, now)) {
    if (membership.renews_by !== 'card') continue;
    if ((await knownCard(tx, await keyOfPayer(tx, membership))).hasSavedCard) return;
    if ((await unpaidRenewals(tx, membership.id).execute()).length > 0) continue;
    await changeMembership(tx, membership.id, { renews_by: 'manual' });
    await log(tx, membership, changesBetween({ renewsBy: 'card' }, { renewsBy: 'manual' }), actor);
  }
}

/** The invoice of a next period that nobody has paid and that is not due yet is void. */
export async function endWithPaidDays(tx: Tx, contactId: string, now: Date, actor: Actor): Promise<void> {
  for (const membership of await renewingMemberships(tx, contactId, now)) {
    if (!(await voidUpcomingInvoice(tx, membership, todayIn(membership.timezone, now), now, actor)))
      throw conflict('A payment for the next period is under way. Please try again in a minute.');
    await changeMembership(tx, membership.id, { auto_renew: false });
    await log(tx, membership, changesBetween({ autoRenew: true }, { autoRenew: false }), actor);
  }
}

async function renewingMemberships(tx: Tx, contactId: string, now: Date): Promise<GrantedMembership[]> {
  const ids = await grantedMemberships(tx)
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

const log = (tx: Tx, membership: GrantedMembership, changes: ReturnType<typeof changesBetween>, actor: Actor) =>
  logActivity(tx, actor, {
    companyId: membership.company_id,
    action: 'contact-membership.renewal-changed',
    recordId: membership.id,
    label: `${membership.contact_name}’s ${membership.membership_name}`,
    locationId: currentLocation(membership),
    changes,
  });
