import type { AccountUse } from '#domain/rules/accounting.ts';
import type { MailKind } from '#domain/rules/memberMails.ts';

/** The label of each setting, for the read-only page and the form. */
export const settingsLabels = {
  cancellationNoticeDays: 'Cancellation Notice',
  graceDays: 'Grace After a Failed Payment',
  freezeFee: 'Fee per Freeze',
  freezeMinDays: 'Shortest Freeze',
  freezeMaxDays: 'Longest Freeze',
  freezeDaysPerYear: 'Frozen in Twelve Months at Most',
  retryDays: 'Retries of a Failed Card',
  manualInvoiceDays: 'Manual Renewals Invoiced Before the End',
  otherMethods: 'Other Payment Methods',
  pointOfSaleDiscount: 'Discount at the Point of Sale Level',
  managerDiscount: 'Discount at the Manager Level',
  requireOpenDrawer: 'Cash Needs an Open Drawer',
  cashOnly: 'Cash and Other Payments Only',
  legalName: 'Legal Name',
  taxId: 'Tax ID',
  footer: 'Footer',
  warnOwed: 'Warn When Something Is Owed',
  warnUnsigned: 'Warn When an Agreement Is Unsigned',
  requireSecondFactor: 'Company Admins Need a Second Factor',
  repeatMinutes: 'A Second Visit Is the Same Within',
  renewalUpcomingDays: 'Announced Before the Charge',
  membershipEndingDays: 'Announced Before the Last Day',
} as const;

export const mailLabels: Record<MailKind, string> = {
  receipt: 'Receipt',
  'renewal-upcoming': 'Renewal Coming Up',
  'payment-failed': 'Payment Failed',
  'membership-ending': 'Membership Ending',
  freeze: 'Freeze',
  refund: 'Refund',
  cancellation: 'Cancellation',
  'payment-link': 'Payment Link',
  'invoice-due': 'Invoice Due',
};

/** What is booked to each account. */
export const accountLabels: Record<AccountUse, string> = {
  cash: 'Cash',
  bank: 'Bank',
  card: 'Card Payments',
  other: 'Other Payments',
  receivables: 'Unpaid Invoices',
  tax: 'Sales Tax',
  memberships: 'Membership Sales',
  items: 'Item Sales',
  fees: 'Fees',
  refunds: 'Refunds',
  writeOffs: 'Write-offs',
  overShort: 'Drawer Over or Short',
};

/** The description of each section. */
export const settingsTexts = {
  memberships: 'Cancellations, freezes and late payments. Changes do not affect what was agreed before.',
  payments: 'How renewals are charged, and which payments the desk accepts.',
  receipts: 'Printed on new invoices. Existing invoices do not change.',
  mails: 'Emails that members receive. Previews use sample data.',
  checkins: 'What the front desk sees at check-in.',
  accounting: 'The accounts of the accounting export, numbered as in your books.',
  security: 'How company admins sign in.',
} as const;
