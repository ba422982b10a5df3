import type { Agreement } from '#domain/agreements/contract.ts';
import type { Contact } from '#domain/contacts/contract.ts';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import type { Device } from '#domain/devices/contract.ts';
import type { Location } from '#domain/locations/contract.ts';
import type { Membership } from '#domain/memberships/contract.ts';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import type { Settings } from '#domain/settings/contract.ts';

type NumbersIn<R> = {
  [Name in keyof R]-?: NonNullable<R[Name]> extends number ? Name & string : never;
}[keyof R];
type NumbersOfGroups = {
  [Group in keyof Settings]-?: Group extends 'emails' | 'updatedAt' ? never : NumbersIn<NonNullable<Settings[Group]>>;
}[keyof Settings];
/** Of the records and settings whose changes are logged field by field. */
type LoggedNumber =
  | NumbersIn<Agreement & ContactMembership & Device & Location & Membership & SalesItem>
  | Exclude<NumbersIn<Contact>, 'profileImageFileSize'>
  | NumbersOfGroups
  | `email${Capitalize<NumbersIn<NonNullable<Settings['emails']>>>}`;

/**
 * How a number of the activity log is shown. The type asks for the numbers of records and settings, and
 * tests/server/modules/activity/everyRoute.test.ts for the others that writing routes log.
 */
export const numberFormats = {
  accessDurationDays: 'plain',
  agreementYears: 'plain',
  amount: 'money',
  cancellationNoticeDays: 'plain',
  cashRounding: 'money',
  contacts: 'plain',
  contractLengthMonths: 'plain',
  cost: 'money',
  counted: 'money',
  deliveries: 'plain',
  difference: 'money',
  discountAmount: 'money',
  displayOrder: 'plain',
  due: 'money',
  emailMembershipEndingDays: 'plain',
  emailRenewalUpcomingDays: 'plain',
  expected: 'money',
  float: 'money',
  freezeDaysPerYear: 'plain',
  freezeFee: 'money',
  freezeMaxDays: 'plain',
  freezeMinDays: 'plain',
  graceDays: 'plain',
  inventoryQuantity: 'plain',
  lastCounted: 'money',
  listHours: 'plain',
  lowStockLevel: 'plain',
  managerDiscount: 'plain',
  manualInvoiceDays: 'plain',
  nextRenewalAmount: 'money',
  paid: 'money',
  pointOfSaleDiscount: 'plain',
  price: 'money',
  purchasePrice: 'money',
  quantity: 'plain',
  reentryMinutes: 'plain',
  refunded: 'money',
  renewals: 'plain',
  repeatMinutes: 'plain',
  salesTaxRate: 'percent',
  total: 'money',
  versionNumber: 'plain',
  visitLimit: 'plain',
  visitsLeft: 'plain',
  visitsPerDay: 'plain',
  writtenOff: 'money',
} as const satisfies Record<LoggedNumber, NumberFormat> & Record<string, NumberFormat>;

export type NumberFormat = 'money' | 'percent' | 'plain';
