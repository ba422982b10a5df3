import { nextEnd, periodAt, renewalDate, type RenewingTerm } from './billingPeriods.ts';
import { addDays, type CalendarDate } from '#domain/shared/dates.ts';
import { freezeOn, type Freeze } from './freezes.ts';
import { lateBillingDays } from '#domain/shared/limits.ts';

/** A billing period that follows the paid days. */
export interface NextPeriod {
  readonly from: CalendarDate;
  readonly through: CalendarDate;
  /** How many whole periods are over that nobody billed. They are not charged. */
  readonly skipped: number;
}

/**
 * The period that is billed today: the one that follows the paid days without a gap or, when that one is over as well, the one that
 * runs today in the same rhythm. Null for a plan that does not renew.
 */
export function periodToBill(term: RenewingTerm, today: CalendarDate): NextPeriod | null {
  const { endDate, countedFrom = null } = term;
  if (endDate === null) return null;
  // Periods may be counted again from a later day, after days without access.
  const from = countedFrom !== null && countedFrom > endDate ? countedFrom : addDays(endDate, 1);
  const through = nextEnd(term);
  if (through === null) return null;
  return through < today ? periodAt(term, addDays(endDate, 1), today) : { from, through, skipped: 0 };
}

export interface UnbilledTerm extends RenewingTerm {
  readonly accessEnabled: boolean;
  /** Set once a renewal failed or waits to be paid by hand. */
  readonly graceDays: number | null;
  readonly freezes: readonly Freeze[];
}

/** The paid days are over and nobody was asked to pay for the next period, though the membership renews. */
export function isUnbilled(term: UnbilledTerm, today: CalendarDate): boolean {
  const { accessEnabled, graceDays, endDate, freezes } = term;
  if (!accessEnabled || graceDays !== null || endDate === null || endDate >= today) return false;
  return renewsOn(term, today) && freezeOn(freezes, today) === undefined;
}

/** False once a cancellation or the end of a contract has come first. */
export function renewsOn(term: RenewingTerm, today: CalendarDate): boolean {
  const { cancelsOn, contractEndDate, planned } = term;
  if (renewalDate(term) === null || (cancelsOn !== null && cancelsOn <= today)) return false;
  return planned !== null || contractEndDate === null || contractEndDate >= today;
}

/** After these days the next period is no longer billed automatically. Staff decide. */
export const isLeftToStaff = ({ endDate }: Pick<RenewingTerm, 'endDate'>, today: CalendarDate): boolean =>
  endDate !== null && endDate < addDays(today, -lateBillingDays);
