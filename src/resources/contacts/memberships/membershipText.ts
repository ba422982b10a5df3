import type { ContactMembership } from '#domain/contract/contacts-memberships.ts';
import { billingLabels, type PlanType } from '#domain/rules/membershipPlan.ts';
import { formatMoney } from '#domain/rules/money.ts';

export const typeLabels: Record<PlanType, string> = { no_contract: 'No Contract', contract: 'Contract' };

/** '$49.99 / Monthly'. */
export const priceText = ({ purchasePrice, billingFrequency }: ContactMembership) =>
  `${formatMoney(purchasePrice)} / ${billingLabels[billingFrequency]}`;
