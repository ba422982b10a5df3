import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cancellationBody, cancellationQuery, freezeBody } from '#domain/contact-memberships/actionsContract.ts';
import { membershipPurchaseBody } from '#domain/contact-memberships/purchaseContract.ts';
import { contactCreateBody, contactListQuery, contactUpdateBody } from '#domain/contacts/contract.ts';
import { peopleSearch } from '#domain/shared/peopleSearch.ts';
import { drawerMovementBody } from '#domain/drawers/contract.ts';
import { calendarDate } from '#domain/shared/fields.ts';
import { listMessages, sampleId } from './support.ts';

test.each([
  ['0001-01-01', 'Must not be before 1900'],
  ['1899-12-31', 'Must not be before 1900'],
  ['1900-01-01', undefined],
  ['2199-12-31', undefined],
  ['2200-01-01', 'Must be before 2200'],
  ['9999-12-31', 'Must be before 2200'],
])('a date is from 1900 to 2199: %s', (day, message) => {
  expect(calendarDate('No date').safeParse(day).error?.issues[0]?.message).toBe(message);
});

test.each([
  ['1899-12-31', { dateOfBirth: 'Must not be before 1900' }],
  ['1900-01-01', {}],
  ['2026-11-30', {}],
  ['2026-12-01', {}],
  ['2026-12-02', { dateOfBirth: 'Must not be in the future' }],
  ['2199-12-31', { dateOfBirth: 'Must not be in the future' }],
  ['', {}],
])('a date of birth is not in the future, wherever that is: %s', (dateOfBirth, messages) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T12:00:00Z') });
  const person = { firstName: 'Maya', lastName: 'Okafor', email: 'maya@x.test', homeLocationId: sampleId, dateOfBirth };
  expect(listMessages(contactCreateBody, person)).toEqual(messages);
  expect(listMessages(contactUpdateBody, { dateOfBirth })).toEqual(messages);
  vi.useRealTimers();
});

describe('what nobody sees at the ends of a text is not part of it', () => {
  const person = { firstName: 'Maya', lastName: 'Okafor', email: 'maya@x.test', homeLocationId: sampleId };
  test.each([
    ['a phone as a phone copies it', { phone: '\u202A+44 20 7946 0958\u202C' }, { phone: '+442079460958' }],
    ['an email from a web page', { email: '\u200Bmaya@x.test\u200B ' }, { email: 'maya@x.test' }],
    ['a name', { lastName: ' \u200FOkafor\u2060' }, { lastName: 'Okafor' }],
    ['but an emoji keeps what joins it', { lastName: '👩🏽‍🚀' }, { lastName: '👩🏽‍🚀' }],
  ])('%s', (_which, change, read) => {
    expect(contactCreateBody.parse({ ...person, ...change })).toMatchObject(read);
  });

  test('a name of nothing else is missing, and a tag empty', () => {
    const wrong = { ...person, firstName: '\u200B\u202E', tags: ['\u200B'] };
    expect(listMessages(contactCreateBody, wrong)).toEqual({
      firstName: 'First name is required',
      'tags.0': 'A tag must not be empty',
    });
  });

  test('a search finds the phone that was copied', () => {
    expect(peopleSearch('\u202A(303) 555-0123\u202C').others).toEqual(['3035550123']);
    expect(contactListQuery.parse({ search: '\u202AMaya\u202C' }).search).toBe('Maya');
  });
});

describe('plans and cancellations are at most ten years ahead, by the easternmost clock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T12:00:00Z') }));
  afterEach(() => void vi.useRealTimers());

  test.each([
    ['a start', membershipPurchaseBody, { contactId: sampleId, membershipId: sampleId }, 'startDate'],
    ['a cancellation', cancellationBody, { when: 'date', reason: 'moving' }, 'date'],
    ['its preview', cancellationQuery, { when: 'date' }, 'date'],
    ['the first day of a freeze', freezeBody, { until: null, reason: 'Travel' }, 'from'],
    ['the last day of a freeze', freezeBody, { from: '2026-11-30', reason: 'Travel' }, 'until'],
  ] as const)('%s', (_which, schema, body, field) => {
    expect(listMessages(schema, { ...body, [field]: '2036-12-01' })).toEqual({});
    expect(listMessages(schema, { ...body, [field]: '2036-12-02' })).toEqual({
      [field]: 'Must be at most 10 years from today',
    });
  });
});

test.each([
  ['text that is not a number', NaN, 'Enter an amount such as 12.50'],
  ['nothing', null, 'Amount must be more than 0'],
  ['zero', 0, 'Amount must be more than 0'],
  ['a negative number', -1, 'Amount must be more than 0'],
])('an amount says what is wrong with it: %s', (_what, amount, message) => {
  expect(listMessages(drawerMovementBody, { type: 'in', amount, reason: 'Change' })).toEqual({ amount: message });
});
