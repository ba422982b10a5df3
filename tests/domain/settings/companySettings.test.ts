import { describe, expect, test } from 'vitest';
import { defaultAccounts } from '#domain/accounting/accounts.ts';
import { settingsUpdateBody } from '#domain/settings/contract.ts';
import { changedSettings, settingsDefaults, settingsErrors } from '#domain/settings/companySettings.ts';
import { listMessages } from '#tests/domain/shared/support.ts';

test('the defaults are those of a gym that never opened its settings', () => {
  expect(settingsDefaults).toEqual({
    memberships: {
      cancellationNoticeDays: 0,
      freezeMinDays: 7,
      freezeMaxDays: 90,
      freezeDaysPerYear: 120,
      freezeFeeCents: 0,
      graceDays: 3,
    },
    payments: {
      retryDays: [1, 3, 6, 13],
      manualInvoiceDays: 7,
      otherMethods: ['Bank transfer', 'Check'],
      requireOpenDrawer: false,
      pointOfSaleDiscount: 10,
      managerDiscount: 100,
      cashOnly: false,
    },
    receipts: { legalName: null, taxId: null, footer: null },
    checkins: { warnOwed: true, warnUnsigned: true, repeatMinutes: 120, reentry: 'warn', reentryMinutes: 15 },
    emails: {
      receipt: true,
      renewalUpcoming: true,
      renewalUpcomingDays: 3,
      paymentFailed: true,
      membershipEnding: true,
      membershipEndingDays: 7,
      freeze: true,
      refund: true,
    },
    checklist: { dismissedAt: null },
    accounting: { ...defaultAccounts, plans: [], methods: [] },
    security: { requireSecondFactor: false },
    privacy: { agreementYears: 6 },
  });
});

test('a change keeps what it does not name, in its own group and in the others', () => {
  const changed = changedSettings(settingsDefaults, { memberships: { graceDays: 0 }, payments: { retryDays: [] } });
  expect(changed).toEqual({
    ...settingsDefaults,
    memberships: { ...settingsDefaults.memberships, graceDays: 0 },
    payments: { ...settingsDefaults.payments, retryDays: [] },
  });
});

describe('What each field allows may still not go together', () => {
  const tooShort = { 'memberships.freezeMaxDays': 'The longest freeze cannot be shorter than the shortest' };
  test.each([
    [7, 90, {}],
    [14, 14, {}],
    [15, 14, tooShort],
  ])('a freeze of %i to %i days', (freezeMinDays, freezeMaxDays, errors) => {
    expect(
      settingsErrors(changedSettings(settingsDefaults, { memberships: { freezeMinDays, freezeMaxDays } })),
    ).toEqual(errors);
  });
});

const createMethod = (method: string) => ({ method, number: '1031', name: 'Checks' });

test.each([
  [
    'a notice of 91 days',
    { memberships: { cancellationNoticeDays: 91 } },
    'memberships.cancellationNoticeDays',
    'Cancellation notice must be 0 to 90 days',
  ],
  [
    'a freeze of no days',
    { memberships: { freezeMinDays: 0 } },
    'memberships.freezeMinDays',
    'Shortest freeze must be 1 to 365 days',
  ],
  ['a fee below zero', { memberships: { freezeFee: -1 } }, 'memberships.freezeFee', 'Freeze fee must be 0 or greater'],
  [
    'half a day of grace',
    { memberships: { graceDays: 1.5 } },
    'memberships.graceDays',
    'Grace period must be 0 to 30 days',
  ],
  [
    'retries that go back',
    { payments: { retryDays: [3, 1] } },
    'payments.retryDays',
    'Retry days must be in ascending order, without repeats',
  ],
  [
    'a retry on the day of the failure',
    { payments: { retryDays: [0] } },
    'payments.retryDays',
    'Retries must be 1 to 60 days after the failure',
  ],
  [
    'a method named twice',
    { payments: { otherMethods: ['Check', 'check'] } },
    'payments.otherMethods',
    'Each method can be listed once',
  ],
  [
    'a method without a name',
    { payments: { otherMethods: [' '] } },
    'payments.otherMethods.0',
    'Payment method name is required',
  ],
  [
    'a visit that repeats for two days',
    { checkins: { repeatMinutes: 2880 } },
    'checkins.repeatMinutes',
    'Repeat visit window must be 0 to 1440 minutes',
  ],
  [
    'a renewal that is announced on its day',
    { emails: { renewalUpcomingDays: 0 } },
    'emails.renewalUpcomingDays',
    'Notice before the charge must be 1 to 30 days',
  ],
  [
    'an end that is announced too early',
    { emails: { membershipEndingDays: 31 } },
    'emails.membershipEndingDays',
    'Notice before the last day must be 1 to 30 days',
  ],
  [
    'an account without a number',
    { accounting: { cash: { number: ' ', name: 'Cash' } } },
    'accounting.cash.number',
    'Account number is required',
  ],
  [
    'an account without a name',
    { accounting: { tax: { number: '2200' } } },
    'accounting.tax.name',
    'Account name is required',
  ],
  [
    'a plan that is none',
    { accounting: { plans: [{ membershipId: 'gold', number: '1', name: 'Gold' }] } },
    'accounting.plans.0.membershipId',
    'Membership plan is required',
  ],
  [
    'a method with two accounts',
    { accounting: { methods: [createMethod('Check'), createMethod('check')] } },
    'accounting.methods',
    'Each payment method can have one account',
  ],
])('%s is refused under its field', (_case, body, field, message) => {
  expect(listMessages(settingsUpdateBody, body)).toEqual({ [field]: message });
});
