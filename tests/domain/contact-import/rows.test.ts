import { describe, expect, test } from 'vitest';
import { readRow, repeatedEmails, type Reading } from '#domain/contact-import/rows.ts';
import { mapColumns, missingColumns, remapped } from '#domain/contact-import/columns.ts';
import { guessDateOrder, needsDateOrder, readBirthday } from '#domain/contact-import/dates.ts';

const today = '2026-03-10';

describe('columns', () => {
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

  test.each([
    [
      'Mindbody',
      [
        'Client ID',
        'First Name',
        'Last Name',
        'Email',
        'Mobile Phone',
        'Pricing Option',
        'Activation Date',
        'Expiration Date',
        'Next Autopay Date',
        'Autopay Amount',
        'Status',
      ],
      [
        null,
        'firstName',
        'lastName',
        'email',
        'phone',
        'membershipPlan',
        'membershipStart',
        'membershipEnd',
        'nextBillDate',
        'membershipPrice',
        'membershipStatus',
      ],
    ],
    [
      'Zen Planner',
      [
        'FirstName',
        'LastName',
        'EmailAddress',
        'Membership',
        'BeginDate',
        'EndDate',
        'Next Payment Date',
        'Membership Status',
      ],
      [
        'firstName',
        'lastName',
        'email',
        'membershipPlan',
        'membershipStart',
        'membershipEnd',
        'nextBillDate',
        'membershipStatus',
      ],
    ],
    [
      'Glofox',
      [
        'Name',
        'Email',
        'Phone',
        'Membership Name',
        'Membership Start Date',
        'Membership Expiry Date',
        'Next Payment Date',
        'Payment Method',
        'Price',
      ],
      [
        'fullName',
        'email',
        'phone',
        'membershipPlan',
        'membershipStart',
        'membershipEnd',
        'nextBillDate',
        'membershipRenewal',
        'membershipPrice',
      ],
    ],
    [
      'PushPress',
      [
        'First Name',
        'Last Name',
        'Email',
        'Plan Name',
        'Plan Start Date',
        'Next Charge Date',
        'Billing Amount',
        'Stripe Customer ID',
      ],
      [
        'firstName',
        'lastName',
        'email',
        'membershipPlan',
        'membershipStart',
        'nextBillDate',
        'membershipPrice',
        'stripeCustomerId',
      ],
    ],
    [
      'Wodify',
      [
        'Client Name',
        'Email',
        'Membership',
        'Start Date',
        'Expiration Date',
        'Next Invoice Date',
        'Auto Renew',
        'Amount Due',
      ],
      [
        'fullName',
        'email',
        'membershipPlan',
        'membershipStart',
        'membershipEnd',
        'nextBillDate',
        'membershipRenewal',
        'balance',
      ],
    ],
    [
      'ABC',
      [
        'Agreement #',
        'First Name',
        'Last Name',
        'E-mail',
        'Cell Phone',
        'Membership Type',
        'Begin Date',
        'Expiration Date',
        'Next Due Date',
        'Next Billing Amount',
        'Agreement Status',
        'Past Due Balance',
      ],
      [
        null,
        'firstName',
        'lastName',
        'email',
        'phone',
        'membershipPlan',
        'membershipStart',
        'membershipEnd',
        'nextBillDate',
        'membershipPrice',
        'membershipStatus',
        'balance',
      ],
    ],
    [
      'PushPress’s subscriptions',
      [
        'customer_name',
        'email',
        'subscription_name',
        'subscription_start_date',
        'subscription_end_date',
        'next_charge_date',
        'subscription_price',
        'subscription_status',
      ],
      [
        'fullName',
        'email',
        'membershipPlan',
        'membershipStart',
        'membershipEnd',
        'nextBillDate',
        'membershipPrice',
        'membershipStatus',
      ],
    ],
    [
      'Mindbody’s programs',
      [
        'FirstName',
        'LastName',
        'Email',
        'MobilePhone',
        'HomePhone',
        'BirthDate',
        'AddressLine1',
        'PostalCode',
        'EmergencyContactInfoName',
        'EmergencyContactInfoPhone',
      ],
      [
        'firstName',
        'lastName',
        'email',
        'phone',
        null,
        'dateOfBirth',
        'address',
        'zipCode',
        'emergencyContactName',
        'emergencyContactPhone',
      ],
    ],
    [
      'Wodify’s memberships',
      [
        'Client Name',
        'Client Email',
        'Client Phone',
        'Membership Name',
        'Membership Start',
        'Membership Expiration',
        'Next Payment',
      ],
      ['fullName', 'email', 'phone', 'membershipPlan', 'membershipStart', 'membershipEnd', 'nextBillDate'],
    ],
    [
      'Zen Planner’s bills',
      ['First Name', 'Last Name', 'Email Address', 'Membership Label', 'Sign Date', 'Next Bill Date', 'Bill Amount'],
      ['firstName', 'lastName', 'email', 'membershipPlan', 'membershipStart', 'nextBillDate', 'membershipPrice'],
    ],
    [
      'GymMaster',
      [
        'First Name',
        'Surname',
        'Email',
        'Membership Type',
        'Join Date',
        'Membership Expiry',
        'Next Billing Date',
        'Owing',
        'Notes',
      ],
      [
        'firstName',
        'lastName',
        'email',
        'membershipPlan',
        'membershipStart',
        'membershipEnd',
        'nextBillDate',
        'balance',
        'notes',
      ],
    ],
    [
      'GymMaster for its active memberships',
      [
        'Name',
        'Birthdate',
        'Email',
        'Phone',
        'Address',
        'Joining Date',
        'Membership Type',
        'Fee',
        'Next Billing Date',
        'Cancellation Date',
      ],
      [
        'fullName',
        'dateOfBirth',
        'email',
        'phone',
        'address',
        'membershipStart',
        'membershipPlan',
        null,
        'nextBillDate',
        'membershipEnd',
      ],
    ],
    [
      'Zen Planner’s own template',
      ['FirstName', 'LastName', 'Membership', 'BeginDate'],
      ['firstName', 'lastName', 'membershipPlan', 'membershipStart'],
    ],
    [
      'Glofox’s Members Report, which has no start',
      ['Name', 'Email', 'Membership', 'Plan', 'Status', 'End Date'],
      ['fullName', 'email', null, null, null, null],
    ],
    [
      'Gymflow',
      ['Email', 'Membership Name', 'Membership Start Date', 'Membership Price', 'Billing Day', 'Next Payment Date'],
      ['email', 'membershipPlan', 'membershipStart', 'membershipPrice', null, 'nextBillDate'],
    ],
    [
      'Clubware',
      [
        'Branch',
        'Member ID',
        'Member First name',
        'Member Last name',
        'Gender',
        'Email',
        'Mobile number',
        'Date of birth',
        'Last visit date',
      ],
      [null, null, 'firstName', 'lastName', null, 'email', 'phone', 'dateOfBirth', null],
    ],
  ] as const)('the columns of %s are recognized', (_product, headings, fields) => {
    expect(mapColumns(headings)).toEqual(fields);
  });

  test('a plan becomes a membership only in a file that has its start or next bill date', () => {
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
    expect(remapped(['phone', null, 'email'], 1, 'phone')).toEqual([null, 'phone', 'email']);
    expect(remapped(['phone', 'email', null, null], 0, null)).toEqual([null, 'email', null, null]);
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
});

describe('birthdays', () => {
  test.each([
    ['one day past the twelfth says month first', ['3/4/1990', '3/25/1990'], 'month'],
    ['one day past the twelfth says day first', ['3/4/1990', '25/3/1990'], 'day'],
    ['a single mistake does not turn the others', ['3/25/1990', '4/26/1991', '13/4/1990'], 'month'],
    ['nothing that decides is read as in the United States', ['3/4/1990', ''], 'month'],
    ['dots are written day first', ['3.4.1990', '5.6.1991'], 'day'],
    ['no dates at all', ['x'], 'month'],
  ] as const)('the column as a whole decides the order: %s', (_case, column, order) => {
    expect(guessDateOrder(column)).toBe(order);
  });

  test.each([
    ['1990-03-04', 'month', '1990-03-04'],
    ['1990-3-4', 'month', '1990-03-04'],
    ['1990/03/04', 'day', '1990-03-04'],
    ['19900304', 'day', '1990-03-04'],
    ['1990-03-04T00:00:00.000Z', 'month', '1990-03-04'],
    ['3/4/1990 12:00:00 AM', 'month', '1990-03-04'],
    ['3/4/1990', 'month', '1990-03-04'],
    ['3/4/1990', 'day', '1990-04-03'],
    ['03-04-1990', 'day', '1990-04-03'],
    ['4.3.1990', 'day', '1990-03-04'],
    ['3/4/90', 'month', '1990-03-04'],
    ['3/4/26', 'month', '2026-03-04'],
    ['3/4/27', 'month', '1927-03-04'],
    ['Mar 4, 1990', 'day', '1990-03-04'],
    ['March 4th 1990', 'day', '1990-03-04'],
    ['4 March 1990', 'month', '1990-03-04'],
    ['4-Mar-90', 'month', '1990-03-04'],
    ['Sept 4, 1990', 'month', '1990-09-04'],
    ['32936', 'month', '1990-03-04'],
    ['32936.5', 'day', '1990-03-04'],
    ['2936', 'month', '2936'],
    ['132936', 'month', '132936'],
    ['2/30/1990', 'month', '2/30/1990'],
    ['13/4/1990', 'month', '13/4/1990'],
    ['4 Foo 1990', 'month', '4 Foo 1990'],
    ['unknown', 'month', 'unknown'],
  ] as const)('%s, %s first, is %s', (text, order, date) => {
    expect(readBirthday(text, order, today)).toBe(date);
  });

  test('the order matters only to dates that are all numbers with the year last', () => {
    expect([['3/4/1990'], ['1990-03-04', 'Mar 4, 1990', '']].map(needsDateOrder)).toEqual([true, false]);
  });
});

describe('rows', () => {
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
      'nothing but what is needed',
      { City: ' ' },
      { firstName: 'Maya', lastName: 'Okafor', email: 'maya@example.test' },
    ],
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

  test('a membership without a plan is a contact alone', () => {
    expect(read({ ...person, Membership: '', 'Start Date': 'soon', Status: 'Prospect' })).toMatchObject({
      contact: { firstName: 'Maya' },
    });
  });

  test.each([
    ['a start that is none', { 'Start Date': 'soon' }, 'Start date is invalid (“soon”)'],
    ['a status that is none', { Status: 'Wizard' }, 'Status must be active, pending, suspended or expired (“Wizard”)'],
    ['a renewal that is none', { Renewal: 'Barter' }, 'Renewal must be card, manual or none (“Barter”)'],
    ['a price that is none', { Price: 'free' }, 'Price must be an amount of at least 0 (“free”)'],
    ['a credit', { 'Balance Due': '-5' }, 'Balance owed must be an amount of at least 0 (“-5”)'],
    [
      'a customer that is none',
      { 'Stripe Customer ID': 'Ann' },
      'Stripe customer ID must look like cus_ABC123 (“Ann”)',
    ],
  ])('a membership with %s is refused, and the text of the file is shown', (_case, change, problem) => {
    expect(read({ ...person, Membership: 'Gold', 'Next Bill': '', ...change } as Record<string, string>)).toMatchObject(
      { problem },
    );
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
});
