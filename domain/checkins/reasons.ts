/** Why somebody may not come in, for programs. `past_due` and `already_inside` may also come with an entry that was granted, as a warning. */
export const reasonCodes = [
  'unknown_code',
  'blocked',
  'no_membership',
  'not_started',
  'expired',
  'suspended',
  'past_due',
  'no_visits',
  'outside_hours',
  'wrong_location',
  'already_inside',
  'replaced_code',
  'daily_limit',
] as const;
export type ReasonCode = (typeof reasonCodes)[number];

/** The same for people: what a door, the desk and the list of check-ins say. */
export const reasonTexts = {
  unknown_code: 'No member has this code',
  blocked: 'Access is blocked',
  no_membership: 'No membership found for this contact',
  not_started: 'Membership has not started yet',
  expired: 'Membership has expired',
  suspended: 'Membership access is suspended',
  past_due: 'Membership has expired',
  no_visits: 'Membership has no visits left',
  outside_hours: 'Membership is not valid at this time',
  wrong_location: 'Membership is not valid at this location',
  already_inside: 'Already checked in a moment ago',
  replaced_code: 'This code was replaced by a new one',
  daily_limit: 'Membership has no visits left today',
} as const satisfies Record<ReasonCode, string>;
