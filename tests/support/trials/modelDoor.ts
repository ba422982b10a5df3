import { expect } from 'vitest';
import type { MembersGym } from '#tests/support/afterSale.ts';
import type { Caller } from '#tests/support/server.ts';
import type { Member } from './histories.ts';
import { dayText } from './modelCalendar.ts';
import { grace, type MembershipModel } from './membershipModel.ts';

/** Check-in grants access where the model does. */
export async function compareDoor(
  caller: Caller,
  gym: MembersGym,
  { contactId, model }: Member,
  day: number,
): Promise<void> {
  const { body } = await caller.post('/checkins', {
    body: { contactId, locationId: model.plan.elsewhere ? gym.otherLocationId : gym.locationId, doorId: 'Front Desk' },
  });
  expect([dayText(day), body.checkin.accessGranted]).toEqual([dayText(day), admits(model, day)]);
}

const admits = (membership: MembershipModel, day: number): boolean =>
  !membership.isBarred &&
  !membership.frozenOn(day) &&
  day >= membership.start &&
  day <= Math.min(lastAccess(membership), membership.lastDay ?? Infinity);

/** Nobody has asked for the next period yet: its days of grace run all the same. */
function lastAccess(membership: MembershipModel): number {
  const end = membership.end();
  if (membership.graceDays !== null) return end + membership.graceDays;
  return membership.goesOn() ? end + grace : Math.min(end, membership.contractEnd() ?? Infinity);
}
