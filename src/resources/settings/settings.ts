/** What each setting is called, to read and to change. */
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
  requireOpenDrawer: 'Cash Needs an Open Drawer',
  cashOnly: 'Cash and Other Payments Only',
  legalName: 'Legal Name',
  taxId: 'Tax ID',
  footer: 'Footer',
  warnOwed: 'Warn When Something Is Owed',
  warnUnsigned: 'Warn When an Agreement Is Unsigned',
  repeatMinutes: 'Minutes in Which a Second Visit Is the Same',
} as const;

/** What each section is about. */
export const settingsTexts = {
  memberships: 'Cancelling, freezing and late payments. What was agreed before a change stays as it was.',
  payments: 'How renewals are charged, and what the desk may take.',
  receipts: 'Printed on the invoices that are written from now on.',
  checkins: 'What the front desk is told about a member.',
} as const;
