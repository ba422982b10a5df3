import { expect, test } from 'vitest';
import type { ActivityChange, RecordType } from '#domain/activity/contract.ts';
import { sentences } from '#domain/activity/sentences.ts';
import { changeText, describeEntry, fieldLabel } from '#domain/activity/text.ts';

const context = {
  zone: 'America/Denver',
  locationName: (id: string) => (id === 'north' ? 'Iron Peak North' : undefined),
};

const describe = (action: string, label: string, changes: ActivityChange[]) =>
  describeEntry(
    {
      action,
      at: '2026-11-24T18:00:00.000Z',
      record: { type: action.slice(0, action.indexOf('.')) as RecordType, id: 'r', label },
      changes,
    },
    context,
  );
const set = (field: string, after: ActivityChange['after']) => ({ field, before: null, after });

test('a freeze says whose it is, from when, and why', () => {
  const described = describe('contact-membership.frozen', 'Frank Spencer’s All-Access 12 Month', [
    { field: 'endDate', before: '2027-01-31', after: '2027-02-14' },
    set('frozenFrom', '2026-11-24'),
    set('reason', 'Knee surgery'),
  ]);
  expect(described).toEqual({
    sentence: 'Froze Frank Spencer’s All-Access 12 Month from Nov 24: Knee surgery',
    details: ['Changed end date from Jan 31, 2027 to Feb 14, 2027'],
  });
});

test.each([
  [
    'contact-membership.access-changed',
    [set('accessEnabled', false), set('reason', 'Unpaid')],
    'Turned access off for it: Unpaid',
  ],
  [
    'contact-membership.renewal-changed',
    [{ field: 'autoRenew', before: false, after: true }],
    'Turned renewal on for it',
  ],
  [
    'contact-membership.canceled',
    [set('cancelsOn', '2027-11-22'), set('cancelReason', 'moved_away')],
    'Canceled it as of Nov 22, 2027: moved away',
  ],
  ['invoice.payment-taken', [set('method', 'Check'), set('amount', 50)], 'Took $50.00 for the invoice ‘it’ by Check'],
  [
    'drawer.opened',
    [set('float', 150), set('lastCounted', 145)],
    'Opened it with $150.00; the last close counted $145.00',
  ],
  ['drawer.cash-removed', [set('amount', 20), set('reason', 'Stamps')], 'Took $20.00 out of it: Stamps'],
  ['location.fee-deleted', [{ field: 'fee', before: 'Towel', after: null }], 'Deleted the fee Towel of it'],
  [
    'checkin.denied',
    [set('doorId', 'Front Desk'), set('reason', 'Membership has expired')],
    'Denied it at Front Desk: Membership has expired',
  ],
])('%s in words', (action, changes, sentence) => {
  expect(describe(action, 'it', changes)).toEqual({ sentence, details: [] });
});

const stored = '{"id":"018f0000-0000-7000-8000-00000000aaaa","from":"2026-11-24"}';
const id = '018f0000-0000-7000-8000-00000000aaaa';
// The server's code compiles only with actions that have a sentence.
test.each(Object.keys(sentences))('%s speaks, whatever was stored: no JSON, no id, no field’s raw name', (action) => {
  const values = [id, stored, [stored], 'text', 5, true, '2026-11-24', null];
  // Every field that a sentence reads, and one that none does.
  const fields = new Set(['anyFieldId']);
  sentences[action as keyof typeof sentences](
    '',
    (_lead, field) => (fields.add(field), ''),
    (field) => (fields.add(field), true),
  );
  for (const value of values) {
    const { sentence, details } = describe(
      action,
      'Frank Spencer',
      [...fields].map((field) => set(field, value)),
    );
    expect(sentence).toMatch(/^[A-Z]/);
    expect(sentence).toContain('Frank Spencer');
    for (const text of [sentence, ...details]) {
      expect(text).not.toMatch(/[{}[\]]|undefined|null/);
      expect(text).not.toContain(id);
      expect(text).not.toMatch(/[a-z][A-Z]|\w_\w/);
    }
  }
});

test.each([
  ['price', 'price'],
  ['isActive', 'active'],
  ['homeLocationId', 'home location'],
  ['zipCode', 'ZIP code'],
  ['issues', 'issues'],
])('the field %s is called %s', (field, label) => {
  expect(fieldLabel(field)).toBe(label);
});

test.each([
  ['price', 49, 59, 'Changed price from $49.00 to $59.00'],
  ['salesTaxRate', 0.08, 0.0881, 'Changed sales tax rate from 8% to 8.81%'],
  ['inventoryQuantity', 3, 0, 'Changed inventory quantity from 3 to 0'],
  ['phone', null, '3035550142', 'Set phone to (303) 555-0142'],
  ['phone', '3035550142', null, 'Removed phone (303) 555-0142'],
  ['isActive', true, false, 'Changed active from yes to no'],
  ['endDate', '2026-03-31', '2026-04-30', 'Changed end date from Mar 31, 2026 to Apr 30, 2026'],
  ['billingFrequency', 'one_time', 'monthly', 'Changed billing frequency from one time to monthly'],
  ['homeLocationId', 'north', 'south', 'Changed home location from Iron Peak North to another location'],
  ['agreements', ['Waiver'], ['Waiver', 'Rules'], 'Changed agreements from Waiver to Waiver, Rules'],
  ['stripeSecretKey', null, null, 'Changed Stripe secret key'],
  ['fee', 'Towel', 'Towel', 'Fee: Towel'],
] as const)('%s from %j to %j', (field, before, after, expected) => {
  const copy = <T>(value: T) => (Array.isArray(value) ? [...value] : value) as never;
  expect(changeText({ field, before: copy(before), after: copy(after) }, context)).toBe(expected);
});

test('what is stored as an object or an id is not shown', () => {
  expect(changeText({ field: 'freezes', before: [], after: [stored] }, context)).toBe('Changed freezes');
  expect(changeText({ field: 'membershipId', before: null, after: id }, context)).toBe('Changed membership');
});

test('a record that was created or deleted is named and not described', () => {
  const changes = [{ field: 'name', before: null, after: 'Towel' }];
  expect(
    ['contact.created', 'contact.deleted', 'contact.imported'].flatMap(
      (action) => describe(action, 'Ann', changes).details,
    ),
  ).toEqual([]);
  expect(describe('location.fee-created', 'North', changes).details).toEqual(['Set name to Towel']);
});
