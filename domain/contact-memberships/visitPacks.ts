import { boughtTerm } from './billingPeriods.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import type { PlanTerms } from '#domain/memberships/membershipPlan.ts';

export const countVisitsLeft = (visitLimit: number | null, visitsUsed: number): number | null =>
  visitLimit === null ? null : Math.max(0, visitLimit - visitsUsed);

/** '10 visits', '1 visit'. */
export const visitsText = (visits: number): string =>
  `${visits.toLocaleString('en-US')} visit${visits === 1 ? '' : 's'}`;

/** '3 visits left', 'No visits left'; empty without a limit. */
export function visitsLeftText(visitsLeft: number | null | undefined): string {
  if (visitsLeft === null || visitsLeft === undefined) return '';
  return visitsLeft === 0 ? 'No visits left' : `${visitsText(visitsLeft)} left`;
}

interface PackTerm {
  readonly endDate: CalendarDate | null;
  readonly contractEndDate: CalendarDate | null;
  readonly cancelsOn?: CalendarDate | null;
}

/** The pack that ends first. One whose term has not begun ends last. */
export function packToUse<Pack extends PackTerm>(packs: readonly Pack[]): Pack | undefined {
  const end = ({ endDate, contractEndDate, cancelsOn = null }: Pack) =>
    [endDate, contractEndDate, cancelsOn].filter((day) => day !== null).toSorted()[0] ?? '9999-12-31';
  return packs.toSorted((a, b) => end(a).localeCompare(end(b)))[0];
}

/** The first day and the ends of a pack that was bought to be used from `start` on. They are open until the first visit. */
export const packTerm = (plan: PlanTerms, start: CalendarDate) =>
  plan.validFrom === 'first_visit'
    ? { startDate: start, endDate: null, contractEndDate: null, firstVisitFrom: start }
    : { startDate: start, ...boughtTerm(plan, start), firstVisitFrom: null };
