import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { isPastDue } from '#domain/contact-memberships/membershipStatus.ts';
import { currentFreeze, isCanceledToday, plannedFreeze } from './contactMembership.ts';

export const actionLabels = {
  cancel: 'Cancel membership',
  undoCancellation: 'Undo cancellation',
  freeze: 'Freeze',
  changeFreeze: 'Change freeze',
  endFreeze: 'End freeze',
  removeFreeze: 'Undo freeze',
  changePlan: 'Change Plan',
  undoPlanChange: 'Undo change of plan',
  renewalOn: 'Turn renewal on',
  renewalOff: 'Turn renewal off',
  accessOn: 'Turn access on',
  accessOff: 'Turn access off',
} as const;
export type MembershipAction = keyof typeof actionLabels;

interface Offered {
  readonly action: MembershipAction;
  readonly refusal?: string | undefined;
}

const canceledFirst = 'Undo the cancellation first';
const archivedLocation = 'Its location is archived. Sell a new membership.';

/** The actions on a membership that the level allows on this day. One that the membership's state forbids now is offered with the reason. */
export function offeredActions(membership: ContactMembership, today: CalendarDate, mayManage: boolean): Offered[] {
  const { autoRenew, billingFrequency, cancelsOn, endDate, plannedChange, accessEnabled, isLocationArchived } =
    membership;
  const [frozen, planned] = [currentFreeze(membership, today), plannedFreeze(membership, today)];
  if (membership.visitsLeft === 0 && !membership.cancelsOn) return [];
  const isRunning = frozen !== undefined || endDate === null || endDate >= today;
  // One that renews can still be canceled in its grace period, and its renewal turned on again.
  const hasGrace = isPastDue(membership, today);
  if (cancelsOn !== null ? cancelsOn < today : !isRunning && !hasGrace && !autoRenew) return [];
  const isRecurring = billingFrequency !== 'one_time';
  const isCanceled = cancelsOn !== null;
  const refusal = isCanceled ? canceledFirst : undefined;
  const offered: (Offered | false | undefined)[] = [
    isRecurring && isRunning && !frozen && !planned && { action: 'freeze', refusal },
    (frozen ?? planned) && { action: 'changeFreeze' },
    frozen && frozen.until !== today && { action: 'endFreeze' },
    planned && { action: 'removeFreeze' },
    mayManage && isRecurring && isRunning && { action: 'changePlan', refusal },
    mayManage && plannedChange !== null && { action: 'undoPlanChange', refusal },
    isRecurring && !isCanceled && autoRenew && { action: 'renewalOff' },
    isRecurring &&
      (isRunning || hasGrace) &&
      !autoRenew && { action: 'renewalOn', refusal: refusal ?? (isLocationArchived ? archivedLocation : undefined) },
    // A frozen membership has no access until the freeze ends, whatever its access setting.
    mayManage && !frozen && accessEnabled && { action: 'accessOff' },
    mayManage &&
      !frozen &&
      !accessEnabled && {
        action: 'accessOn',
        refusal: isCanceledToday(membership, today) ? canceledFirst : undefined,
      },
    (mayManage || !isCanceledToday(membership, today)) && { action: isCanceled ? 'undoCancellation' : 'cancel' },
  ];
  return offered.filter((each) => each !== false && each !== undefined);
}
