import type { BillingFrequency } from '#domain/memberships/membershipPlan.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { billingLabels } from '#src/ui/labels.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { BackToList } from '#src/ui/RecordPage.tsx';
import { paths } from '#src/paths.ts';

export const selectPrompt = 'Select a location to view and manage memberships';
export const backToMemberships = { to: paths.memberships.list, label: 'Back to Memberships' };

export const membershipPageProps = {
  resource: 'memberships',
  fallback: 'Failed to load membership',
  errorText: (message: string) => `Error loading membership: ${message}`,
  errorAction: <BackToList {...backToMemberships} />,
  notFound: (
    <EmptyState heading="h2" title="Membership not found">
      <BackToList {...backToMemberships} />
    </EmptyState>
  ),
};

export const priceText = ({ price, billingFrequency }: { price: number; billingFrequency: BillingFrequency }) =>
  `${formatMoney(price)}/${billingLabels[billingFrequency]}`;
