import { billingLabels, type BillingFrequency } from '#domain/rules/membershipPlan.ts';
import { formatMoney } from '#domain/rules/money.ts';

export const priceText = ({ price, billingFrequency }: { price: number; billingFrequency: BillingFrequency }) =>
  `${formatMoney(price)}/${billingLabels[billingFrequency]}`;
