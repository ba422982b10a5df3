import type { RenewalBody } from '#domain/contact-memberships/actionsContract.ts';
import { conflict } from '#server/platform/http/problem.ts';
import { setMembership } from '../grantedMembership.ts';
import { isStillRenewing, requireNotCanceled, requireRunning, type MembershipChange } from '../membershipChange.ts';
import { requireUpcomingVoided } from './renewalInvoices.ts';
import { tryRenewalAgain } from './renewalsRepo.ts';
import { voidUnasked } from './unbilled.ts';

export async function setRenewal(change: MembershipChange, { autoRenew, by }: RenewalBody) {
  const { tx, scope, membership, today, now } = change;
  if (autoRenew && membership.billing_frequency === 'one_time') throw conflict('A one-time membership does not renew');
  // Without renewal it would end before the last day that was told.
  requireNotCanceled(change);
  if (autoRenew) {
    if (!isStillRenewing(change)) requireRunning(change, membership.grace_days ?? 0);
    await tryRenewalAgain(tx, membership.id, today, now);
  }
  // The renewal job writes a new invoice if it is still due.
  if (!autoRenew) await requireUpcomingVoided(tx, membership, { now, actor: scope.actor });
  // The renewal job writes a new one for a membership that renews manually from now on.
  if (isStillRenewing(change) && (!autoRenew || (by && by !== membership.renews_by))) await voidUnasked(change);
  if (autoRenew && membership.next_location_archived_at)
    throw conflict(membership.planned_membership_id === null ? archivedLocation : archivedPlan);
  await setMembership(tx, membership.id, {
    auto_renew: autoRenew,
    renewal_on_hold: null,
    renewal_stopped: null,
    ...(by && { renews_by: by }),
  });
  return { message: autoRenew ? 'Renewal turned on' : 'Renewal turned off' };
}

const archivedLocation =
  'The location of this membership is archived, so it does not renew. Sell a new membership instead.';
const archivedPlan =
  'The location of the planned plan is archived, so this membership does not renew. Undo the change of plan first.';
