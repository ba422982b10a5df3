import { describe, expect, test } from 'vitest';
import { defaultAccounts } from '#domain/accounting/accounts.ts';
import { changedSettings, settingsDefaults, settingsErrors } from '#domain/settings/companySettings.ts';

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
    checkins: { warnOwed: true, warnUnsigned: true, repeatMinutes: 120 },
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
