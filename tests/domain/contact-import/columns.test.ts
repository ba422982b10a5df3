import { expect, test } from 'vitest';
import { mapColumns, missingColumns, remapColumn } from '#domain/contact-import/columns.ts';

test.each([
  ['First Name', 'firstName'],
  ['Firstname', 'firstName'],
  ['Given Name', 'firstName'],
  ['Last Name', 'lastName'],
  ['Surname', 'lastName'],
  ['Full Name', 'fullName'],
  ['Member Name', 'fullName'],
  ['Email', 'email'],
  ['E-mail Address', 'email'],
  ['EMAIL_ADDRESS', 'email'],
  ['Mobile', 'phone'],
  ['Cell Phone', 'phone'],
  ['Phone', 'phone'],
  ['DOB', 'dateOfBirth'],
  ['Birth Date', 'dateOfBirth'],
  ['Date of Birth', 'dateOfBirth'],
  ['Street', 'address'],
  ['Address 1', 'address'],
  ['Address 2', 'address2'],
  ['City', 'city'],
  ['State/Province', 'state'],
  ['Province', 'state'],
  ['Zip', 'zipCode'],
  ['Postal Code', 'zipCode'],
  ['Emergency Contact', 'emergencyContactName'],
  ['Emergency Contact Name', 'emergencyContactName'],
  ['Emergency Contact Phone', 'emergencyContactPhone'],
  ['Emergency Phone', 'emergencyContactPhone'],
  ['Notes', 'notes'],
  ['Comments', 'notes'],
  ['Amount Due', 'balance'],
  ['Stripe ID', 'stripeCustomerId'],
  ['Membership Type', null],
  ['Created', null],
  ['Home Location', null],
  ['', null],
] as const)('%j is read as %s', (heading, field) => {
  expect(mapColumns([heading])).toEqual([field]);
});

test('a plan becomes a membership only in a file that has its start, next bill date or paid-through day', () => {
  expect(mapColumns(['Email', 'Plan', 'Paid Through'])).toEqual(['email', 'membershipPlan', 'paidThrough']);
  expect(mapColumns(['Email', 'Plan', 'Status'])).toEqual(['email', null, null]);
  expect(mapColumns(['Email', 'Plan', 'Status', 'Join Date'])).toEqual([
    'email',
    'membershipPlan',
    'membershipStatus',
    'membershipStart',
  ]);
});

test('of two columns for the same field the one with the better heading is used, whatever their order', () => {
  expect(mapColumns(['Home Phone', 'Mobile Phone', 'Email', 'email'])).toEqual([null, 'phone', 'email', null]);
});

test('a full name is not read where first and last name stand in columns of their own', () => {
  expect(mapColumns(['Name', 'First Name', 'Last Name'])).toEqual([null, 'firstName', 'lastName']);
});

test('a column read as something takes it from the column that was', () => {
  expect(remapColumn(['phone', null, 'email'], 1, 'phone')).toEqual([null, 'phone', 'email']);
  expect(remapColumn(['phone', 'email', null, null], 0, null)).toEqual([null, 'email', null, null]);
});

test.each([
  [['firstName', 'lastName', 'email'], []],
  [['fullName', 'email'], []],
  [
    ['firstName', 'phone'],
    ['Last Name', 'Email'],
  ],
  [[null], ['First Name', 'Last Name', 'Email']],
] as const)('%j misses %j', (map, missing) => {
  expect(missingColumns(map)).toEqual(missing);
});
