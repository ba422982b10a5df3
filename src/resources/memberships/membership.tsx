import type { BillingFrequency } from '#domain/memberships/membershipPlan.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { billingLabels } from '#src/ui/labels.ts';

export const selectPrompt = 'Select a location to view and manage memberships';

export const priceText = ({ price, billingFrequency }: { price: number; billingFrequency: BillingFrequency }) =>
  `${formatMoney(price)}/${billingLabels[billingFrequency]}`;
