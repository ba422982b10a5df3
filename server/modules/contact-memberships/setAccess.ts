import type { AccessBody } from '#domain/contact-memberships/actionsContract.ts';
import { restartedTerm, isLeftToStaff, isUnbilled } from '#domain/contact-memberships/billingPeriods.ts';
import { restartedLastDay } from '#domain/contact-memberships/cancellation.ts';
import { addDays } from '#domain/shared/dates.ts';
import { setMembership, toTerm } from './grantedMembership.ts';
import { requireManager, requireNotCanceled, type MembershipChange } from './membershipChange.ts';

export async function setAccess(change: MembershipChange, { accessEnabled, reason }: AccessBody) {
  requireManager(change);
  const { tx, membership } = change;
  if (accessEnabled && membership.cancel_when === 'now') requireNotCanceled(change);
  await setMembership(tx, membership.id, {
    access_enabled: accessEnabled,
    access_reason: reason,
    ...(accessEnabled && restartedToday(change)),
  });
  return { message: accessEnabled ? 'Access turned on' : 'Access turned off', reason };
}

/**
 * When the paid days ended while access was off, the next period begins today: the days without access are not charged. If it
 * is too late to bill it automatically, the paid days keep their end, and staff decide.
 */
function restartedToday({ membership, today }: MembershipChange) {
  const { access_enabled } = membership;
  const term = toTerm({ ...membership, access_enabled: true });
  if (access_enabled || term.endDate === null || term.endDate >= addDays(today, -1) || !isUnbilled(term, today))
    return {};
  const restarted = restartedTerm(term, today);
  return {
    counted_from: restarted.countedFrom,
    earlier_months: restarted.earlierMonths,
    contract_end_date: restarted.contractEndDate,
    ...(membership.cancel_when === 'period_end' && { cancels_on: restartedLastDay(term, restarted, today) }),
    ...(!isLeftToStaff(term, today) && { end_date: restarted.endDate }),
  };
}
