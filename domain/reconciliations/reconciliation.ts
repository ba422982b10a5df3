export const reconciliationStatuses = ['running', 'completed', 'failed'] as const;
type ReconciliationStatus = (typeof reconciliationStatuses)[number];

export const discrepancyKinds = [
  'only_here',
  'only_at_stripe',
  'amount',
  'fee',
  'payout',
  'dispute',
  'drawer',
  'invoice',
  'ledger',
  'reports',
] as const;
export type DiscrepancyKind = (typeof discrepancyKinds)[number];

export const discrepancyLabels: Record<DiscrepancyKind, string> = {
  only_here: 'Only in Spotter',
  only_at_stripe: 'Only in Stripe',
  amount: 'Amount differs',
  fee: 'Fee',
  payout: 'Payout',
  dispute: 'Dispute',
  drawer: 'Cash drawer',
  invoice: 'Paid for nothing',
  ledger: 'Ledger',
  reports: 'Reports',
};

export const reconciliationStatusLabels: Record<ReconciliationStatus, string> = {
  running: 'Running',
  completed: 'Completed',
  failed: 'Failed',
};

const dashboardPages: Record<string, string> = {
  pi: 'payments',
  ch: 'payments',
  py: 'payments',
  re: 'refunds',
  pyr: 'refunds',
  po: 'payouts',
  dp: 'disputes',
  du: 'disputes',
};

/** The URL of an object in Stripe's dashboard; its search finds objects without a page of their own. */
export function stripeDashboardUrl(stripeId: string, isTestMode: boolean): string {
  const page = dashboardPages[stripeId.split('_')[0] ?? ''];
  const base = `https://dashboard.stripe.com/${isTestMode ? 'test/' : ''}`;
  return page ? `${base}${page}/${stripeId}` : `${base}search?query=${encodeURIComponent(stripeId)}`;
}
