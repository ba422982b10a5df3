import {
  accessDaysMin,
  contractMonthsMax,
  contractMonthsMin,
  visitLimitMax,
  visitLimitMin,
} from '#domain/shared/limits.ts';

export const planTypes = ['no_contract', 'contract'] as const;
export type PlanType = (typeof planTypes)[number];

export const billingFrequencies = ['monthly', 'annually', 'one_time'] as const;
export type BillingFrequency = (typeof billingFrequencies)[number];

/** How a renewal is paid: from the saved card, or by an invoice that the desk collects. */
export const renewalMethods = ['card', 'manual'] as const;
export type RenewalMethod = (typeof renewalMethods)[number];

export const renewalMethodLabels: Record<RenewalMethod, string> = { card: 'By card', manual: 'Manually' };

/** The term of a visit pack begins when it is bought, or with its first visit. */
export const packStarts = ['purchase', 'first_visit'] as const;
export type PackStart = (typeof packStarts)[number];

export interface PlanTerms {
  readonly type: PlanType;
  readonly contractLengthMonths?: number | null | undefined;
  readonly billingFrequency: BillingFrequency;
  readonly accessDurationDays?: number | null | undefined;
  /** Null means any number of visits. A one-time plan with a number is a visit pack. */
  readonly visitLimit?: number | null | undefined;
  readonly validFrom?: PackStart | null | undefined;
}

/** It renews. */
export type RecurringPlan = PlanTerms & { readonly billingFrequency: Exclude<BillingFrequency, 'one_time'> };

export const contractLengthRequired = 'Contract length is required for contract memberships';
export const contractLengthBounds = `Contract length must be between ${contractMonthsMin} and ${contractMonthsMax} months`;
export const accessDurationRequired = 'Access duration is required for one-time memberships';
export const visitLimitBounds = `Visits must be ${visitLimitMin} to ${visitLimitMax.toLocaleString('en-US')}`;
const visitsOnlyOneTime = 'Only one-time memberships have a number of visits';
const validFromOnlyOneTime = 'Only one-time memberships can be valid from the first visit';
const validFromNeedsVisits = 'A membership that is valid from the first visit needs a number of visits';

type PlanField = 'contractLengthMonths' | 'accessDurationDays' | 'visitLimit' | 'validFrom';

/** Errors by field for what the plan's type and billing require; empty when valid. */
export function planProblems(plan: Partial<PlanTerms>): Partial<Record<PlanField, string>> {
  const months = plan.contractLengthMonths ?? 0;
  const days = plan.accessDurationDays ?? 0;
  return {
    ...(plan.type === 'contract' && months < contractMonthsMin && { contractLengthMonths: contractLengthRequired }),
    ...(plan.type === 'contract' && months > contractMonthsMax && { contractLengthMonths: contractLengthBounds }),
    ...(plan.billingFrequency === 'one_time' && days < accessDaysMin && { accessDurationDays: accessDurationRequired }),
    ...packProblems(plan),
  };
}

function packProblems({ billingFrequency, visitLimit = null, validFrom = null }: Partial<PlanTerms>) {
  if (billingFrequency === undefined) return {};
  if (billingFrequency === 'one_time')
    return validFrom === 'first_visit' && visitLimit === null ? { visitLimit: validFromNeedsVisits } : {};
  return {
    ...(visitLimit !== null && { visitLimit: visitsOnlyOneTime }),
    ...(validFrom !== null && { validFrom: validFromOnlyOneTime }),
  };
}

/** no_contract clears the contract length; any billing except one_time clears the access duration and the visits. */
export function clearTerms<T extends PlanTerms>(plan: T): T {
  const isPack = plan.billingFrequency === 'one_time' && Boolean(plan.visitLimit);
  return {
    ...plan,
    contractLengthMonths: plan.type === 'contract' ? plan.contractLengthMonths : null,
    accessDurationDays: plan.billingFrequency === 'one_time' ? plan.accessDurationDays : null,
    visitLimit: isPack ? plan.visitLimit : null,
    validFrom: isPack ? (plan.validFrom ?? 'purchase') : null,
  };
}

/** Automatic renewal is available for all plans except one-time ones. */
export const canRenew = (plan: Pick<PlanTerms, 'billingFrequency'>): boolean => plan.billingFrequency !== 'one_time';
