import { expect, test } from 'vitest';
import { reasonTexts } from '#domain/checkins/reasons.ts';
import { checkinDenial } from '#src/resources/checkins/checkinDenial.ts';

test.each([
  ['Your access was suspended', 'Access Suspended', 'error'],
  ['It expired last week', 'Membership Expired', 'warning'],
  ['It is not started yet', 'Membership Pending', 'info'],
  ['It has not started', 'Membership Pending', 'info'],
  ['Not at this location', 'Location Restricted', 'warning'],
  ['No membership', 'No Membership', 'warning'],
  ['NO MEMBERSHIP', 'No Membership', 'warning'],
  ['The door is broken', 'Access Denied', 'error'],
  ['', 'Access Denied', 'error'],
  ['Suspended and expired at this location', 'Access Suspended', 'error'],
  ['Expired at this location', 'Membership Expired', 'warning'],
])('a denial that says "%s" is titled %s and shown as %s', (message, title, severity) => {
  expect(checkinDenial(message)).toEqual({ title, severity });
});

test('each denial because of a membership has its own title', () => {
  const ofMemberships = [
    'no_membership',
    'wrong_location',
    'suspended',
    'not_started',
    'expired',
    'no_visits',
  ] as const;
  expect(ofMemberships.map((code) => checkinDenial(reasonTexts[code]).title)).toEqual([
    'No Membership',
    'Location Restricted',
    'Access Suspended',
    'Membership Pending',
    'Membership Expired',
    'No Visits Left',
  ]);
});
