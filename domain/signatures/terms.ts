import type { BillingFrequency } from '#domain/memberships/membershipPlan.ts';
import { formatCents } from '#domain/shared/money.ts';

interface BoughtPlan {
  readonly name: string;
  readonly priceCents: number;
  readonly billingFrequency: BillingFrequency;
  readonly autoRenew: boolean;
  readonly contractLengthMonths: number | null;
}

const periods: Record<BillingFrequency, string> = {
  monthly: 'each month',
  annually: 'each year',
  one_time: 'once',
};

/** The terms that the signer ticks one by one. Prices are before tax. */
export function signingTerms(agreement: string, versionNumber: number, plan: BoughtPlan | null): string[] {
  const terms = [`I have read ‘${agreement}’, version ${versionNumber}, and I agree to it.`];
  if (!plan) return terms;
  const price = `${formatCents(plan.priceCents)} before tax ${periods[plan.billingFrequency]}`;
  if (plan.billingFrequency === 'one_time') return [...terms, `${plan.name} costs ${price}.`];
  if (plan.contractLengthMonths !== null)
    terms.push(`${plan.name} is a contract for ${plan.contractLengthMonths} months and costs ${price}.`);
  else terms.push(`${plan.name} costs ${price}.`);
  if (plan.autoRenew)
    terms.push(`${plan.name} renews by itself ${periods[plan.billingFrequency]} until it is canceled.`);
  return terms;
}
