import { accessDaysMin, contractMonthsMax, contractMonthsMin } from '#domain/shared/limits.ts';

export const planTypes = ['no_contract', 'contract'] as const;
export type PlanType = (typeof planTypes)[number];

export const billingFrequencies = ['monthly', 'annually', 'one_time'] as const;
export type BillingFrequency = (typeof billingFrequencies)[number];

/** How a renewal is paid: from the saved card, or by an invoice that the desk collects. */
export const renewalMethods = ['card', 'manual'] as const;
export type RenewalMethod = (typeof renewalMethods)[number];

export interface PlanTerms {
  readonly type: PlanType;
  readonly contractLengthMonths?: number | null | undefined;
  readonly billingFrequency: BillingFrequency;
  readonly accessDurationDays?: number | null | undefined;
}

export const contractLengthRequired = 'Contract length is required for contract memberships';
export const contractLengthBounds = `Contract length must be between ${contractMonthsMin} and ${contractMonthsMax} months`;
export const accessDurationRequired = 'Access duration is required for one-time memberships';

/** Errors by field for what the plan's type and billing require; empty when valid. */
export function planProblems(
  plan: Partial<PlanTerms>,
): Partial<Record<'contractLengthMonths' | 'accessDurationDays', string>> {
  const months = plan.contractLengthMonths ?? 0;
  const days = plan.accessDurationDays ?? 0;
  return {
    ...(plan.type === 'contract' && months < contractMonthsMin && { contractLengthMonths: contractLengthRequired }),
    ...(plan.type === 'contract' && months > contractMonthsMax && { contractLengthMonths: contractLengthBounds }),
    ...(plan.billingFrequency === 'one_time' && days < accessDaysMin && { accessDurationDays: accessDurationRequired }),
  };
}

/** no_contract clears the contract length; any billing except one_time clears the access duration. */
export function clearedTerms<T extends PlanTerms>(plan: T): T {
  return {
    ...plan,
    contractLengthMonths: plan.type === 'contract' ? plan.contractLengthMonths : null,
    accessDurationDays: plan.billingFrequency === 'one_time' ? plan.accessDurationDays : null,
  };
}

/** Automatic renewal is available for all plans except one-time ones. */
export const canRenew = (plan: Pick<PlanTerms, 'billingFrequency'>): boolean => plan.billingFrequency !== 'one_time';
