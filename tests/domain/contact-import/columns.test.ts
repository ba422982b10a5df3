import { expect, test } from 'vitest';
import { mapColumns, missingColumns, remapped } from '#domain/contact-import/columns.ts';

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

/** The headings of other products, and what each is read as. */
const products: Record<string, Record<string, ReturnType<typeof mapColumns>[number]>> = {
  Mindbody: {
    'Client ID': null,
    'First Name': 'firstName',
    'Last Name': 'lastName',
    Email: 'email',
    'Mobile Phone': 'phone',
    'Pricing Option': 'membershipPlan',
    'Activation Date': 'membershipStart',
    'Expiration Date': 'membershipEnd',
    'Next Autopay Date': 'nextBillDate',
    'Autopay Amount': 'membershipPrice',
    Status: 'membershipStatus',
  },
  'Zen Planner': {
    FirstName: 'firstName',
    LastName: 'lastName',
    EmailAddress: 'email',
    Membership: 'membershipPlan',
    BeginDate: 'membershipStart',
    EndDate: 'membershipEnd',
    'Next Payment Date': 'nextBillDate',
    'Membership Status': 'membershipStatus',
  },
  'Google’s contacts': {
    'First Name': 'firstName',
    'Last Name': 'lastName',
    Labels: 'tags',
    'E-mail 1 - Label': null,
    'E-mail 1 - Value': 'email',
    'Phone 1 - Label': null,
    'Phone 1 - Value': 'phone',
    'Address 1 - Street': 'address',
    'Address 1 - Extended Address': 'address2',
    'Address 1 - City': 'city',
    'Address 1 - Region': 'state',
    'Address 1 - Postal Code': 'zipCode',
  },
  'Outlook’s contacts': {
    'E-mail Address': 'email',
    'Home Phone': null,
    'Mobile Phone': 'phone',
    'Home Street': 'address',
    'Home City': 'city',
    'Home State': 'state',
    'Home Postal Code': 'zipCode',
    Categories: 'tags',
  },
  Glofox: {
    Name: 'fullName',
    Email: 'email',
    Phone: 'phone',
    'Membership Name': 'membershipPlan',
    'Membership Start Date': 'membershipStart',
    'Membership Expiry Date': 'membershipEnd',
    'Next Payment Date': 'nextBillDate',
    'Payment Method': 'membershipRenewal',
    Price: 'membershipPrice',
  },
  PushPress: {
    'First Name': 'firstName',
    'Last Name': 'lastName',
    Email: 'email',
    'Plan Name': 'membershipPlan',
    'Plan Start Date': 'membershipStart',
    'Next Charge Date': 'nextBillDate',
    'Billing Amount': 'membershipPrice',
    'Stripe Customer ID': 'stripeCustomerId',
  },
  Wodify: {
    'Client Name': 'fullName',
    Email: 'email',
    Membership: 'membershipPlan',
    'Start Date': 'membershipStart',
    'Expiration Date': 'membershipEnd',
    'Next Invoice Date': 'nextBillDate',
    'Auto Renew': 'membershipRenewal',
    'Amount Due': 'balance',
  },
  ABC: {
    'Agreement #': null,
    'First Name': 'firstName',
    'Last Name': 'lastName',
    'E-mail': 'email',
    'Cell Phone': 'phone',
    'Membership Type': 'membershipPlan',
    'Begin Date': 'membershipStart',
    'Expiration Date': 'membershipEnd',
    'Next Due Date': 'nextBillDate',
    'Next Billing Amount': 'membershipPrice',
    'Agreement Status': 'membershipStatus',
    'Past Due Balance': 'balance',
  },
  'PushPress’s subscriptions': {
    customer_name: 'fullName',
    email: 'email',
    subscription_name: 'membershipPlan',
    subscription_start_date: 'membershipStart',
    subscription_end_date: 'membershipEnd',
    next_charge_date: 'nextBillDate',
    subscription_price: 'membershipPrice',
    subscription_status: 'membershipStatus',
  },
  'Mindbody’s programs': {
    FirstName: 'firstName',
    LastName: 'lastName',
    Email: 'email',
    MobilePhone: 'phone',
    HomePhone: null,
    BirthDate: 'dateOfBirth',
    AddressLine1: 'address',
    PostalCode: 'zipCode',
    EmergencyContactInfoName: 'emergencyContactName',
    EmergencyContactInfoPhone: 'emergencyContactPhone',
  },
  'Wodify’s memberships': {
    'Client Name': 'fullName',
    'Client Email': 'email',
    'Client Phone': 'phone',
    'Membership Name': 'membershipPlan',
    'Membership Start': 'membershipStart',
    'Membership Expiration': 'membershipEnd',
    'Next Payment': 'nextBillDate',
  },
  'Zen Planner’s bills': {
    'First Name': 'firstName',
    'Last Name': 'lastName',
    'Email Address': 'email',
    'Membership Label': 'membershipPlan',
    'Sign Date': 'membershipStart',
    'Next Bill Date': 'nextBillDate',
    'Bill Amount': 'membershipPrice',
  },
  GymMaster: {
    'First Name': 'firstName',
    Surname: 'lastName',
    Email: 'email',
    'Membership Type': 'membershipPlan',
    'Join Date': 'membershipStart',
    'Membership Expiry': 'membershipEnd',
    'Next Billing Date': 'nextBillDate',
    Owing: 'balance',
    Notes: 'notes',
  },
  'GymMaster for its active memberships': {
    Name: 'fullName',
    Birthdate: 'dateOfBirth',
    Email: 'email',
    Phone: 'phone',
    Address: 'address',
    'Joining Date': 'membershipStart',
    'Membership Type': 'membershipPlan',
    Fee: null,
    'Next Billing Date': 'nextBillDate',
    'Cancellation Date': 'membershipEnd',
  },
  'Zen Planner’s own template': {
    FirstName: 'firstName',
    LastName: 'lastName',
    Membership: 'membershipPlan',
    BeginDate: 'membershipStart',
  },
  'Glofox’s Members Report, which has no start': {
    Name: 'fullName',
    Email: 'email',
    Membership: null,
    Plan: null,
    Status: null,
    'End Date': null,
  },
  Gymflow: {
    Email: 'email',
    'Membership Name': 'membershipPlan',
    'Membership Start Date': 'membershipStart',
    'Membership Price': 'membershipPrice',
    'Billing Day': null,
    'Next Payment Date': 'nextBillDate',
  },
  Clubware: {
    Branch: null,
    'Member ID': null,
    'Member First name': 'firstName',
    'Member Last name': 'lastName',
    Gender: null,
    Email: 'email',
    'Mobile number': 'phone',
    'Date of birth': 'dateOfBirth',
    'Last visit date': null,
  },
};

test.each(Object.entries(products))('the columns of %s are recognized', (_product, columns) => {
  expect(mapColumns(Object.keys(columns))).toEqual(Object.values(columns));
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
