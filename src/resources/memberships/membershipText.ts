import { billingLabels, type BillingFrequency } from '#domain/rules/membershipPlan.ts';
import { formatMoney } from '#domain/rules/money.ts';

/** Spec §2: two decimals, '/', billing frequency. */
export const priceText = ({ price, billingFrequency }: { price: number; billingFrequency: BillingFrequency }) =>
  `${formatMoney(price)}/${billingLabels[billingFrequency]}`;
