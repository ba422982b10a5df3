import type { AccountUse } from '#domain/accounting/accounts.ts';
import type { Reentry } from '#domain/settings/companySettings.ts';

export const settingsLabels = {
  cancellationNoticeDays: 'Cancellation Notice',
  graceDays: 'Grace Period After a Failed Payment',
  freezeFee: 'Fee per Freeze',
  freezeMinDays: 'Shortest Freeze',
  freezeMaxDays: 'Longest Freeze',
  freezeDaysPerYear: 'Maximum Frozen Days in Twelve Months',
  retryDays: 'Failed Card Retries',
  manualInvoiceDays: 'Manual Renewals Invoiced Before the End',
  otherMethods: 'Other Payment Methods',
  pointOfSaleDiscount: 'Discount Limit for Point of Sale',
  managerDiscount: 'Discount Limit for Managers',
  requireOpenDrawer: 'Require an Open Drawer for Cash',
  cashOnly: 'Cash and Other Payments Only',
  legalName: 'Legal Name',
  taxId: 'Tax ID',
  footer: 'Footer',
  warnOwed: 'Warn About Amounts Due',
  warnUnsigned: 'Warn About Unsigned Agreements',
  requireSecondFactor: 'Require Two-Step Verification for Company Admins',
  agreementYears: 'Keep Agreements of Erased Contacts',
  repeatMinutes: 'Repeat Visit Window',
  reentry: 'Pass Sharing',
  reentryMinutes: 'Pass Sharing Window',
  renewalUpcomingDays: 'Notice Before the Charge',
  membershipEndingDays: 'Notice Before the Last Day',
} as const;

export const reentryLabels: Record<Reentry, string> = {
  off: 'Allowed',
  warn: 'Warn about a second entry',
  refuse: 'Refuse a second entry',
};

export const accountUseLabels: Record<AccountUse, string> = {
  cash: 'Cash',
  bank: 'Bank',
  card: 'Card Payments',
  other: 'Other Payments',
  receivables: 'Unpaid Invoices',
  tax: 'Sales Tax',
  openingBalances: 'Opening Balances',
  memberships: 'Membership Sales',
  items: 'Item Sales',
  fees: 'Fees',
  refunds: 'Refunds',
  writeOffs: 'Write-offs',
  overShort: 'Drawer Over or Short',
  cashRounding: 'Cash Rounding',
  disputes: 'Disputed Payments',
};

export const settingsTexts = {
  memberships: 'Cancellations, freezes and late payments. Changes do not affect what was agreed before.',
  payments: 'How renewals are charged, and which payments the desk accepts.',
  receipts: 'Printed on new invoices and receipts. Existing invoices do not change.',
  emails: 'Emails that members receive. Previews use sample data.',
  checkins: 'What the front desk sees at check-in, and what doors do when a card comes in twice.',
  accounting: 'The accounts of the accounting export, numbered as in your books.',
  certificate:
    'Signed agreements are sealed with it, so that a PDF reader names your company. Without one, Spotter’s own is used.',
  backup: 'Of everything in this Spotter. Whoever runs the server says how often.',
  security: 'How company admins sign in.',
  privacy: 'What stays when the data of a contact is erased.',
} as const;
