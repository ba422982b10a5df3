import { describe, expect, test } from 'vitest';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import type { SavedCard } from '#domain/stripe/savedCard.ts';
import { membershipBadge, membershipNotes } from '#src/resources/contacts/memberships/contactMembership.ts';
import { freezeOutcome } from '#src/resources/contacts/memberships/freezeOutcome.ts';
import { offeredActions } from '#src/resources/contacts/memberships/offeredActions.ts';
import { createContactMembership } from '#tests/support/records.ts';

const today = '2026-11-22';
const running: Partial<ContactMembership> = { endDate: '2026-11-30', autoRenew: true };
const freeze = (from: string, until: string | null) => ({
  id: `${from} ${until}`,
  from,
  until,
  days: null,
  reason: 'Travel',
});
const frozen = {
  ...running,
  accessEnabled: false,
  frozenUntil: '2026-12-03',
  freezes: [freeze('2026-11-20', '2026-12-03')],
};

const offered = (change: Partial<ContactMembership>, mayManage: boolean) =>
  offeredActions(createContactMembership(change), today, mayManage).map(({ action, refusal }) =>
    refusal ? `${action}: ${refusal}` : action,
  );

describe('What is offered for a membership', () => {
  test.each<[string, Partial<ContactMembership>, string[], string[]]>([
    ['one that renews', running, ['freeze', 'renewalOff', 'cancel'], ['changePlan', 'accessOff']],
    [
      'one that does not renew',
      { ...running, autoRenew: false },
      ['freeze', 'renewalOn', 'cancel'],
      ['changePlan', 'accessOff'],
    ],
    [
      'one of an archived location',
      { ...running, autoRenew: false, isLocationArchived: true },
      ['freeze', 'renewalOn: Its location is archived. Sell a new membership.', 'cancel'],
      ['changePlan', 'accessOff'],
    ],
    [
      'one without access',
      { ...running, accessEnabled: false },
      ['freeze', 'renewalOff', 'cancel'],
      ['changePlan', 'accessOn'],
    ],
    ['a one-time plan', { billingFrequency: 'one_time', endDate: '2026-11-30' }, ['cancel'], ['accessOff']],
    ['a frozen one', frozen, ['changeFreeze', 'endFreeze', 'renewalOff', 'cancel'], ['changePlan']],
    [
      'one frozen until today',
      { ...frozen, freezes: [freeze('2026-11-20', today)] },
      ['changeFreeze', 'renewalOff', 'cancel'],
      ['changePlan'],
    ],
    [
      'one with a planned freeze',
      { ...running, freezes: [freeze('2026-11-25', null)] },
      ['changeFreeze', 'removeFreeze', 'renewalOff', 'cancel'],
      ['changePlan', 'accessOff'],
    ],
    [
      'one whose freeze is over',
      { ...running, freezes: [freeze('2026-10-01', '2026-10-05')] },
      ['freeze', 'renewalOff', 'cancel'],
      ['changePlan', 'accessOff'],
    ],
    [
      'a canceled one',
      { ...running, cancelsOn: '2026-11-30' },
      ['freeze: Undo the cancellation first', 'undoCancellation'],
      ['changePlan: Undo the cancellation first', 'accessOff'],
    ],
    [
      'one canceled today with access ended',
      { ...running, cancelsOn: today, accessEnabled: false },
      ['freeze: Undo the cancellation first'],
      ['changePlan: Undo the cancellation first', 'accessOn: Undo the cancellation first', 'undoCancellation'],
    ],
    ['one whose cancellation is past', { ...running, cancelsOn: '2026-11-21' }, [], []],
    [
      'one that changes its plan',
      { ...running, plannedChange: { membershipId: 'gold', name: 'Gold', on: '2026-12-01' } },
      ['freeze', 'renewalOff', 'cancel'],
      ['changePlan', 'undoPlanChange', 'accessOff'],
    ],
    [
      'a canceled one that changes its plan before it ends',
      {
        ...running,
        cancelsOn: '2027-11-30',
        plannedChange: { membershipId: 'yearly', name: 'Yearly', on: '2026-12-01' },
      },
      ['freeze: Undo the cancellation first', 'undoCancellation'],
      ['changePlan: Undo the cancellation first', 'undoPlanChange: Undo the cancellation first', 'accessOff'],
    ],
    ['one in the grace period', { ...running, endDate: '2026-11-21' }, ['renewalOff', 'cancel'], ['accessOff']],
    ['one that has ended', { endDate: '2026-11-21' }, [], []],
  ])('%s', (_name, change, desk, managers) => {
    expect(offered(change, false).toSorted()).toEqual(desk.toSorted());
    expect(offered(change, true).toSorted()).toEqual([...desk, ...managers].toSorted());
  });
});

describe('How a membership stands', () => {
  const now = new Date('2026-11-22T18:00:00Z');
  const visaUntil = (lastDay: string) => ({ brand: 'visa', lastDigits: '4242', lastDay });
  test.each<[Partial<ContactMembership> & { savedCard?: SavedCard }, string, string[]]>([
    [running, 'Active', []],
    [{ ...running, cancelsOn: '2026-11-30' }, 'Active', ['Cancels on Nov 30']],
    [{ ...running, cancelsOn: '2027-01-31' }, 'Active', ['Cancels on Jan 31, 2027']],
    [{ ...running, cancelsOn: today }, 'Active', ['Cancels on Nov 22']],
    [{ ...running, cancelsOn: today, accessEnabled: false }, 'Cancelled', []],
    [{ ...running, cancelsOn: '2026-11-21' }, 'Cancelled', []],
    [frozen, 'Frozen until Dec 3', []],
    [{ ...frozen, freezes: [freeze('2026-11-20', null)] }, 'Frozen until Dec 3', ['Frozen since Nov 20']],
    [{ ...frozen, cancelsOn: today }, 'Frozen until Dec 3', ['Cancels on Nov 22']],
    [{ accessEnabled: false }, 'Suspended', []],
    [
      { ...running, freezes: [freeze('2026-12-01', null), freeze('2026-11-25', '2026-11-26')] },
      'Active',
      ['Freezes on Nov 25'],
    ],
    [
      { ...running, plannedChange: { membershipId: 'gold', name: 'Gold', on: '2026-12-01' } },
      'Active',
      ['Changes to Gold on Dec 1'],
    ],
    [
      {
        ...running,
        freezes: [freeze('2026-11-25', null)],
        plannedChange: { membershipId: 'gold', name: 'Gold', on: null },
      },
      'Active',
      ['Freezes on Nov 25', 'Changes to Gold with the renewal after the freeze'],
    ],
    [{ ...running, renewsBy: 'card', nextRenewalOn: '2026-12-01', savedCard: visaUntil('2026-12-31') }, 'Active', []],
    [
      { ...running, renewsBy: 'card', nextRenewalOn: '2026-12-01', savedCard: visaUntil('2026-11-30') },
      'Active',
      ['Visa ending in 4242 expires 11/26, before the renewal'],
    ],
    [{ ...running, renewsBy: 'manual', savedCard: visaUntil('2026-10-31') }, 'Active', []],
  ])('%j', (change, label, notes) => {
    const membership = { ...createContactMembership(change), savedCard: change.savedCard };
    expect(membershipBadge(membership, now, 'America/Denver').label).toBe(label);
    expect(membershipNotes(membership, today)).toEqual(notes);
  });
});

describe('What a freeze would do', () => {
  const limits = { freezeMinDays: 7, freezeMaxDays: 60, freezeDaysPerYear: 60 };
  const outcome = (from: string, until: string | null, change: Partial<ContactMembership> = running) =>
    freezeOutcome({ membership: createContactMembership(change), from, until, limits, today });

  test('its days and the end that it moves', () => {
    expect(outcome('2026-11-22', '2026-12-01')).toEqual({
      refusal: null,
      isBeyondLimits: false,
      items: [
        { label: 'Frozen', value: '10 days, until Dec 1, 2026' },
        { label: 'Paid through', value: 'Dec 10, 2026' },
      ],
    });
  });

  test('one without an end lasts its longest, and moves the end when it is over', () => {
    expect(outcome('2026-11-22', null).items).toEqual([
      { label: 'Frozen', value: 'Until you end it, at the latest on Jan 20, 2027' },
      { label: 'Paid through', value: 'Moves when the freeze ends' },
    ]);
  });

  test.each([
    ['2026-11-22', '2026-11-23', 'A freeze lasts at least 7 days', true],
    ['2026-11-22', '2027-03-01', 'A freeze lasts at most 60 days', true],
    ['2026-12-05', '2026-12-15', 'A freeze begins on or before the last paid day, Nov 30, 2026', false],
    ['2026-11-25', '2026-11-24', 'A freeze cannot end before it begins', false],
  ])('from %s until %s: %s', (from, until, refusal, isBeyondLimits) => {
    expect(outcome(from, until)).toMatchObject({ refusal, isBeyondLimits });
  });

  test('a changed one moves the end by the difference, and may end early', () => {
    const changed = frozen.freezes[0];
    const shorter = freezeOutcome({
      membership: createContactMembership({ ...frozen, endDate: '2026-12-14' }),
      changed,
      from: '2026-11-20',
      until: '2026-11-22',
      limits,
      today,
    });
    expect(shorter).toMatchObject({
      refusal: null,
      items: [{ value: '3 days, until Nov 22, 2026' }, { value: 'Dec 3, 2026' }],
    });
  });

  test('it cannot end so early that a planned one begins after the paid days', () => {
    const freezes = [...frozen.freezes, freeze('2026-12-10', '2026-12-20')];
    const shorter = freezeOutcome({
      membership: createContactMembership({ ...frozen, freezes, endDate: '2026-12-25' }),
      changed: freezes[0],
      from: '2026-11-20',
      until: '2026-11-22',
      limits,
      today,
    });
    expect(shorter).toMatchObject({
      refusal:
        'The freeze from Dec 10, 2026 would begin after the last paid day, Dec 3, 2026. Change or undo it first.',
      isBeyondLimits: false,
    });
  });
});
