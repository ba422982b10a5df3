import { expect, test } from 'vitest';
import { mapColumns } from '#domain/contact-import/columns.ts';
import { readRow, repeatedEmails, type Reading } from '#domain/contact-import/rows.ts';

const today = '2026-03-10';

const reading = (headings: string[]): Reading => ({ map: mapColumns(headings), dateOrder: 'month', today });
const read = (record: Record<string, string>) =>
  readRow({ number: 2, cells: Object.values(record) }, reading(Object.keys(record)));
const person = { 'First Name': 'Maya', 'Last Name': 'Okafor', Email: 'maya@example.test' };

test.each([
  ['a state by its name', { State: 'colorado' }, { state: 'CO' }],
  ['a state by its code', { State: 'co' }, { state: 'CO' }],
  ['a province of another country', { Province: 'Ontario' }, { state: 'Ontario' }],
  ['a street in two lines', { 'Address 1': '1 Main St', 'Address 2': 'Apt 2' }, { address: '1 Main St, Apt 2' }],
  ['a phone however it is written', { Cell: '+1 303.555.0142' }, { phone: '3035550142' }],
  [
    'a text that an export made safe',
    { Phone: "'+44 20 7946 0000", Notes: "'=1+1" },
    { phone: '+442079460000', notes: '=1+1' },
  ],
  [
    'a text that an export wrote as a formula',
    { Phone: '="+442079460000"', Zip: '="02134"', City: '="The ""Hill"""', Notes: '=HYPERLINK("x")' },
    { phone: '+442079460000', zipCode: '02134', city: 'The "Hill"', notes: '=HYPERLINK("x")' },
  ],
  [
    'an emergency contact with its number',
    { 'Emergency Contact': 'Ann Lee (303) 555-0100' },
    { emergencyContactName: 'Ann Lee', emergencyContactPhone: '3035550100' },
  ],
  [
    'an emergency contact beside a number of its own',
    { 'Emergency Contact': 'Ann 5550100', 'Emergency Phone': '' },
    { emergencyContactName: 'Ann 5550100', emergencyContactPhone: '' },
  ],
  [
    'what stands where there is nothing',
    {
      DOB: '0000-00-00 00:00:00',
      Phone: 'N/A',
      City: '-',
      Notes: 'NULL',
      Membership: 'n/a',
      'Start Date': '00/00/0000',
      'Last Name': 'Null',
    },
    { lastName: 'Null', dateOfBirth: undefined, phone: '', city: undefined, notes: undefined, membership: undefined },
  ],
  [
    'several values of Google in one cell',
    {
      Email: 'maya@example.test ::: maya@work.test',
      'Phone 1 - Value': '+1 303 555 0142 ::: 303 555 0143',
      Labels: 'Morning ::: * myContacts ::: Yoga',
    },
    { email: 'maya@example.test', phone: '3035550142', tags: ['Morning', 'Yoga'] },
  ],
  ['nothing but what is needed', { City: ' ' }, { firstName: 'Maya', lastName: 'Okafor', email: 'maya@example.test' }],
])('reads %s', (_case, more, contact) => {
  expect(read({ ...person, ...more } as Record<string, string>)).toMatchObject({ contact });
});

test('reads a membership with what is owed and the Stripe customer', () => {
  const more = {
    Membership: 'Gold',
    'Start Date': '1/5/27',
    'Next Payment Date': '2/5/2027',
    Price: '$79.00',
    'Auto Renew': 'Yes',
    Status: 'On Hold',
    'Balance Due': '12.50',
    'Stripe Customer ID': 'cus_1',
  };
  expect(read({ ...person, ...more })).toMatchObject({
    contact: {
      membership: {
        plan: 'Gold',
        startDate: '2027-01-05',
        nextBillDate: '2027-02-05',
        price: 79,
        renewal: 'card',
        status: 'suspended',
      },
      balance: 12.5,
      stripeCustomerId: 'cus_1',
    },
  });
});

test.each([
  ['the day before the next bill date', { 'Paid Through': '01/14/2027' }, '2027-01-15'],
  ['the last day of a month', { 'Paid Thru Date': '2/28/2027' }, '2027-03-01'],
  ['not read beside a next bill date', { 'Paid Until': '1/14/2027', 'Next Bill Date': '1/20/2027' }, '2027-01-20'],
  ['read where the next bill date is empty', { 'Paid Through': '1/14/2027', 'Next Bill Date': '' }, '2027-01-15'],
])('a paid-through day is %s', (_case, dates, nextBillDate) => {
  expect(read({ ...person, Membership: 'Gold', ...dates } as Record<string, string>)).toMatchObject({
    contact: { membership: { nextBillDate } },
  });
});

test('a membership without a plan is a contact alone', () => {
  expect(read({ ...person, Membership: '', 'Start Date': 'soon', Status: 'Prospect' })).toMatchObject({
    contact: { firstName: 'Maya' },
  });
});

test.each([
  ['a start that is none', { 'Start Date': 'soon' }, 'Start date is invalid (“soon”)'],
  ['a paid-through day that is none', { 'Paid Through': 'soon' }, 'Paid-through date is invalid (“soon”)'],
  ['a status that is none', { Status: 'Wizard' }, 'Status must be active, pending, suspended or expired (“Wizard”)'],
  ['a renewal that is none', { Renewal: 'Barter' }, 'Renewal must be card, manual or none (“Barter”)'],
  ['a price that is none', { Price: 'free' }, 'Price must be an amount of at least 0 (“free”)'],
  ['a credit', { 'Balance Due': '-5' }, 'Balance owed must be an amount of at least 0 (“-5”)'],
  ['a customer that is none', { 'Stripe Customer ID': 'Ann' }, 'Stripe customer ID must look like cus_ABC123 (“Ann”)'],
])('a membership with %s is refused, and the text of the file is shown', (_case, change, problem) => {
  expect(read({ ...person, Membership: 'Gold', 'Next Bill': '', ...change } as Record<string, string>)).toMatchObject({
    problem,
  });
});

test.each([
  ['Maya Okafor', 'Maya', 'Okafor'],
  ['Maya Ann Okafor', 'Maya Ann', 'Okafor'],
  ['Okafor, Maya Ann', 'Maya Ann', 'Okafor'],
])('splits %s', (name, firstName, lastName) => {
  expect(read({ Name: name, Email: 'm@example.test' })).toMatchObject({ contact: { firstName, lastName } });
});

test.each([
  ['no e-mail', { Email: '' }, 'Email is required'],
  ['no address', { Email: 'maya' }, 'Email is invalid (“maya”)'],
  ['no names', { 'First Name': '', 'Last Name': '' }, 'First name is required. Last name is required'],
  ['no date', { DOB: '2/30/1990' }, 'Date of birth is invalid (“2/30/1990”)'],
  ['a date of no month', { DOB: '13/45/1990' }, 'Date of birth is invalid (“13/45/1990”)'],
  ['too much', { City: 'x'.repeat(201) }, `City: Must be at most 200 characters (“${'x'.repeat(40)}…”)`],
])("a row with %s is refused in the form's words, with the text of the file", (_case, change, problem) => {
  expect(read({ ...person, ...change } as Record<string, string>)).toMatchObject({ problem, row: { number: 2 } });
});

test('one word for a full name lacks the last one', () => {
  expect(read({ Name: 'Cher', Email: 'c@example.test' })).toMatchObject({
    name: 'Cher',
    problem: 'Last name is required',
  });
});

test('a repeated e-mail is recognized case-insensitively', () => {
  expect([...repeatedEmails(['a@b.c', 'd@b.c', 'A@b.c', 'a@B.c'].map((email) => ({ email })))]).toEqual([
    [2, 0],
    [3, 0],
  ]);
});
