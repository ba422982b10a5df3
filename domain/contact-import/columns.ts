import { contactLabels } from '#domain/contacts/contactLabels.ts';
import type { ImportedContact } from './contract.ts';

type Headings = readonly [label: string, ...others: string[]];

/**
 * Fields of an import file with their labels and the headings other gym products use, best first: of two phone columns,
 * the mobile one is taken. Headings are compared after `plain`.
 */
const knownHeadings = {
  firstName: [contactLabels.firstName, 'first', 'given', 'givenname', 'forename', 'memberfirstname', 'clientfirstname'],
  lastName: [contactLabels.lastName, 'last', 'surname', 'familyname', 'memberlastname', 'clientlastname'],
  fullName: [
    'Full Name',
    'name',
    'membername',
    'clientname',
    'customername',
    'contactname',
    'member',
    'client',
    'customer',
  ],
  email: [
    contactLabels.email,
    'emailaddress',
    'emailid',
    'primaryemail',
    'memberemail',
    'clientemail',
    'email1',
    'mail',
  ],
  phone: [
    contactLabels.phone,
    'mobile',
    'mobilephone',
    'mobilenumber',
    'mobileno',
    'cell',
    'cellphone',
    'cellnumber',
    'cellularphone',
    'phonemobile',
    'phonecell',
    'phonenumber',
    'phoneno',
    'primaryphone',
    'clientphone',
    'memberphone',
    'phone1',
    'contactnumber',
    'telephone',
    'tel',
    'homephone',
    'phonehome',
    'workphone',
  ],
  dateOfBirth: [contactLabels.dateOfBirth, 'dob', 'birthdate', 'birthday', 'birthdaydate', 'dateofbirthdob', 'bday'],
  address: [
    contactLabels.address,
    'address1',
    'addressline1',
    'street1',
    'street',
    'streetaddress1',
    'address',
    'mailingaddress',
    'homeaddress',
  ],
  address2: ['Address Line 2', 'address2', 'street2', 'streetaddress2', 'apt', 'apartment', 'unit', 'suite'],
  city: [contactLabels.city, 'town', 'suburb', 'citytown'],
  state: [contactLabels.state, 'province', 'stateprovince', 'stateregion', 'region', 'stateprov', 'statecode'],
  zipCode: [
    contactLabels.zipCode,
    'zip',
    'postalcode',
    'postcode',
    'zippostalcode',
    'zippostal',
    'postalzipcode',
    'postal',
  ],
  emergencyContactName: [
    contactLabels.emergencyContactName,
    'emergencycontact',
    'emergencyname',
    'emergencycontactinfoname',
    'emergencycontactfullname',
    'emergencycontactperson',
    'nextofkin',
    'icename',
  ],
  emergencyContactPhone: [
    contactLabels.emergencyContactPhone,
    'emergencyphone',
    'emergencycontactnumber',
    'emergencycontactphonenumber',
    'emergencycontactmobile',
    'emergencyphonenumber',
    'emergencynumber',
    'emergencycontactinfophone',
    'emergencycontactcell',
    'icephone',
  ],
  notes: [
    contactLabels.notes,
    'note',
    'comments',
    'comment',
    'remarks',
    'membernotes',
    'clientnotes',
    'generalnotes',
    'additionalnotes',
  ],
  tags: [contactLabels.tags, 'tag', 'labels', 'label', 'membertags', 'clienttags', 'contacttags'],
  membershipPlan: [
    'Membership Plan',
    'membership',
    'membershipname',
    'membershiptype',
    'membershiptitle',
    'membershipplanname',
    'currentmembership',
    'activemembership',
    'activememberships',
    'membershiplabel',
    'pricingoption',
    'pricingoptionname',
    'contract',
    'contractname',
    'agreementname',
    'plan',
    'planname',
    'subscription',
    'subscriptionname',
    'subscriptionplan',
    'package',
    'packagename',
    'programme',
    'membershipoption',
  ],
  membershipStart: [
    'Membership Start',
    'membershipstartdate',
    'membershipbegindate',
    'contractstartdate',
    'contractstart',
    'planstartdate',
    'planstart',
    'subscriptionstartdate',
    'subscriptionstart',
    'startdate',
    'begindate',
    'activationdate',
    'membershipactivationdate',
    'agreementdate',
    'membersince',
    'joindate',
    'joiningdate',
    'joineddate',
    'joinedat',
    'datejoined',
    'joined',
    'signupdate',
    'signdate',
    'sincedate',
  ],
  membershipEnd: [
    'Membership End',
    'membershipenddate',
    'membershipexpiration',
    'membershipexpirationdate',
    'membershipexpirydate',
    'membershipexpiry',
    'membershipexpires',
    'contractenddate',
    'contractend',
    'planenddate',
    'planend',
    'subscriptionenddate',
    'subscriptionend',
    'enddate',
    'expirationdate',
    'expirydate',
    'expiration',
    'expiry',
    'expires',
    'expiredate',
    'terminationdate',
    'canceldate',
    'cancellationdate',
  ],
  nextBillDate: [
    'Next Bill Date',
    'nextbillingdate',
    'nextbilling',
    'nextbill',
    'nextpayment',
    'nextpaymentdate',
    'nextpaymentdue',
    'nextpaymentduedate',
    'nextautopay',
    'nextautopaydate',
    'nextautopayment',
    'nextinvoicedate',
    'nextinvoice',
    'nextcharge',
    'nextchargedate',
    'nextduedate',
    'nextdue',
    'nextrenewal',
    'nextrenewaldate',
    'renewaldate',
    'renewson',
    'billingdate',
    'duedate',
  ],
  paidThrough: ['Paid Through', 'paidthroughdate', 'paidthru', 'paidthrudate', 'paiduntil', 'paiduntildate'],
  membershipPrice: [
    'Membership Price',
    'membershipamount',
    'membershiprate',
    'membershipfee',
    'membershipcost',
    'recurringamount',
    'recurringprice',
    'autopayamount',
    'nextautopayamount',
    'nextpaymentamount',
    'paymentamount',
    'billingamount',
    'nextbillingamount',
    'nextbillamount',
    'billamount',
    'subscriptionprice',
    'subscriptionamount',
    'planprice',
    'planamount',
    'contractamount',
    'monthlyfee',
    'monthlyrate',
    'monthlydues',
    'dues',
    'price',
    'rate',
    'amount',
  ],
  membershipRenewal: [
    'Renewal',
    'renewalmethod',
    'renewaltype',
    'autorenew',
    'autorenewal',
    'autorenews',
    'autopay',
    'autopaystatus',
    'autopayenabled',
    'recurring',
    'isrecurring',
    'billingmethod',
    'paymentmethod',
    'paymentmethodtype',
    'paymenttype',
    'billingtype',
  ],
  visitsLeft: [
    'Visits Left',
    'visitsremaining',
    'remainingvisits',
    'sessionsleft',
    'sessionsremaining',
    'remainingsessions',
    'classesremaining',
    'creditsremaining',
    'punchesremaining',
  ],
  membershipStatus: [
    'Membership Status',
    'planstatus',
    'subscriptionstatus',
    'contractstatus',
    'agreementstatus',
    'memberstatus',
    'clientstatus',
    'accountstatus',
    'customerstatus',
    'status',
    'membershipstate',
  ],
  balance: [
    'Balance Owed',
    'balancedue',
    'amountdue',
    'amountowed',
    'amountowing',
    'outstandingbalance',
    'outstanding',
    'owing',
    'totaldue',
    'totalowed',
    'pastdueamount',
    'pastduebalance',
    'pastdue',
    'overdueamount',
    'unpaidbalance',
    'arrears',
  ],
  stripeCustomerId: [
    'Stripe Customer ID',
    'stripecustomer',
    'stripeid',
    'stripecustomerreference',
    'stripecustomertoken',
    'paymentprocessorcustomerid',
    'customerstripeid',
  ],
} as const satisfies Record<string, Headings> & Record<Exclude<keyof ImportedContact, 'membership'>, Headings>;

export type ImportField = keyof typeof knownHeadings;
export const importFields = Object.keys(knownHeadings) as ImportField[];
export const importLabel = (field: ImportField): string => knownHeadings[field][0];

const membershipFields: readonly ImportField[] = [
  'membershipPlan',
  'membershipStart',
  'membershipEnd',
  'nextBillDate',
  'paidThrough',
  'membershipPrice',
  'membershipRenewal',
  'visitsLeft',
  'membershipStatus',
];

/** The date fields, which all have the same date order in a file. */
export const dateFields: readonly ImportField[] = [
  'dateOfBirth',
  'membershipStart',
  'membershipEnd',
  'nextBillDate',
  'paidThrough',
];

/** The field for each column of a file; null is skipped. No field is used twice. */
export type ColumnMap = readonly (ImportField | null)[];

/** `E-mail Address*` and `email_address` are the same heading. */
const plain = (heading: string) =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

export function mapColumns(headings: readonly string[]): ColumnMap {
  const plainHeadings = headings.map(plain);
  const map = headings.map((): ImportField | null => null);
  for (const field of importFields) {
    const column = knownHeadings[field]
      .map((heading) => plainHeadings.findIndex((given, index) => given === plain(heading) && !map[index]))
      .find((index) => index >= 0);
    if (column !== undefined) map[column] = field;
  }
  const hasBothNames = map.includes('firstName') && map.includes('lastName');
  // A plan without a date is what a list of contacts shows, not a membership to import.
  const hasMemberships =
    map.includes('membershipPlan') &&
    (['membershipStart', 'nextBillDate', 'paidThrough'] as const).some((field) => map.includes(field));
  const isLeftOut = (field: ImportField | null) =>
    field !== null && ((field === 'fullName' && hasBothNames) || (!hasMemberships && membershipFields.includes(field)));
  return map.map((field) => (isLeftOut(field) ? null : field));
}

/** Assigns a field to a column, removing it from the column that had it. */
export const remapped = (map: ColumnMap, column: number, field: ImportField | null): ColumnMap =>
  map.map((current, index) => {
    if (index === column) return field;
    return current === field ? null : current;
  });

export function missingColumns(map: ColumnMap): string[] {
  const hasName = (field: 'firstName' | 'lastName') => map.includes(field) || map.includes('fullName');
  return [
    ...(['firstName', 'lastName'] as const).filter((field) => !hasName(field)),
    ...(map.includes('email') ? [] : (['email'] as const)),
  ].map(importLabel);
}
