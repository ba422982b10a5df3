import type { ImportedMembership } from '#domain/contact-import/contract.ts';
import { boughtTerm, periodEnd, periodEndFrom, periodFrom } from '#domain/contact-memberships/billingPeriods.ts';
import { addDays, addMonths, type CalendarDate } from '#domain/shared/dates.ts';
import { visitsText } from '#domain/contact-memberships/visitPacks.ts';
import type { ImportStatus } from '#domain/contact-import/words.ts';
import type { PlanTerms, RenewalMethod } from '#domain/memberships/membershipPlan.ts';

export interface ImportablePlan extends PlanTerms {
  readonly id: string;
  readonly name: string;
  readonly priceCents: number;
}

export interface ImportedTerm {
  /** The day from which periods are counted, so that each begins on a bill date. */
  readonly startDate: CalendarDate;
  /** It may be long before. */
  readonly since: CalendarDate;
  readonly endDate: CalendarDate | null;
  readonly contractEndDate: CalendarDate | null;
  readonly periodsPaid: number;
  readonly priceCents: number;
  readonly accessEnabled: boolean;
  readonly visitsUsed: number;
  /** For a pack whose term begins with its first visit, which has not been. */
  readonly firstVisitFrom: CalendarDate | null;
  /** Once renewals are activated; null when it does not renew. */
  readonly renewal: RenewalMethod | null;
  readonly status: ImportStatus;
}

type MembershipField =
  | 'plan'
  | 'startDate'
  | 'endDate'
  | 'nextBillDate'
  | 'price'
  | 'renewal'
  | 'status'
  | 'visitsLeft';
type TermProblems = Partial<Record<MembershipField, string>>;

/** A name that two plans share returns both. */
export function plansByName(plans: readonly ImportablePlan[]): ReadonlyMap<string, readonly ImportablePlan[]> {
  const named = new Map<string, ImportablePlan[]>();
  for (const plan of plans) named.set(nameKey(plan.name), [...(named.get(nameKey(plan.name)) ?? []), plan]);
  return named;
}

const nameKey = (name: string) => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Case-insensitively, or why it is ambiguous. */
export function planNamed(
  plans: ReadonlyMap<string, readonly ImportablePlan[]>,
  name: string,
): ImportablePlan | string {
  const [plan, second] = plans.get(nameKey(name)) ?? [];
  if (!plan)
    return `There is no membership plan named "${name}" at this location. Add it first, or choose "Not imported" for its column`;
  return second ? `More than one membership plan is named "${name}". Rename one of them first` : plan;
}

/** It charges nothing. */
export function importedTerm(
  row: ImportedMembership & { hasSavedCard: boolean },
  plan: ImportablePlan,
  today: CalendarDate,
): ImportedTerm | { problems: TermProblems } {
  const given = withBillDate(row, plan);
  const problems = findProblems(given, plan, today);
  if (Object.keys(problems).length > 0) return { problems };
  const isOver = given.status === 'expired';
  const term = plan.billingFrequency === 'one_time' ? fixedTerm(given, plan) : renewingTerm(given, plan, today, isOver);
  const contractEndDate = plan.billingFrequency === 'one_time' ? null : contractEnd(given, plan, term);
  const priceCents = given.price === undefined ? plan.priceCents : Math.round(given.price * 100);
  const isLastPeriod = contractEndDate !== null && (term.endDate === null || term.endDate >= contractEndDate);
  const last = [term.endDate, contractEndDate].filter((day) => day !== null).toSorted()[0];
  const isOut = plan.visitLimit != null && given.visitsLeft === 0;
  const status = statusOn(today, { start: term.startDate, last, isOut, isSuspended: given.status === 'suspended' });
  return {
    ...term,
    contractEndDate,
    priceCents,
    accessEnabled: status !== 'suspended',
    visitsUsed: (plan.visitLimit ?? 0) - (given.visitsLeft ?? plan.visitLimit ?? 0),
    firstVisitFrom: waitsForVisit(given, plan) ? term.startDate : null,
    renewal: isOver || isLastPeriod ? null : toRenewal(given, plan),
    status,
  };
}

/** When a membership renews without a contract, its end date is its last paid day. */
function withBillDate<T extends ImportedMembership>(given: T, plan: ImportablePlan): T {
  const { endDate, nextBillDate, renewal, status } = given;
  const renews = renewal !== undefined && renewal !== 'none' && status !== 'expired';
  const isPaidThrough = renews && plan.type === 'no_contract' && plan.billingFrequency !== 'one_time';
  return isPaidThrough && endDate && !nextBillDate
    ? { ...given, nextBillDate: addDays(endDate, 1), endDate: undefined }
    : given;
}

function findProblems(
  { startDate, endDate, nextBillDate, price, renewal, status, visitsLeft }: ImportedMembership,
  plan: ImportablePlan,
  today: CalendarDate,
): TermProblems {
  const isRenewing = plan.billingFrequency !== 'one_time';
  const begins = startDate ?? nextBillDate;
  return {
    ...(begins === undefined && {
      startDate: isRenewing ? 'Start date or next bill date is required' : 'Start date is required',
    }),
    ...(startDate && endDate && endDate < startDate && { endDate: 'End date must not be before the start date' }),
    ...(startDate &&
      nextBillDate &&
      nextBillDate < startDate && { nextBillDate: 'Next bill date must not be before the start date' }),
    ...(isRenewing &&
      startDate &&
      nextBillDate &&
      startDate > today &&
      !beginsPeriod(startDate, nextBillDate, plan.billingFrequency) && {
        nextBillDate:
          'Next bill date of a membership that has not begun must be its start date or a whole period later',
      }),
    ...(!isRenewing && nextBillDate && { nextBillDate: `${plan.name} is paid once and has no next bill date` }),
    ...(!isRenewing && renewal && renewal !== 'none' && { renewal: `${plan.name} is paid once and does not renew` }),
    ...(visitsLeft !== undefined && visitsLeft > (plan.visitLimit ?? 0) && { visitsLeft: visitsProblem(plan) }),
    ...(isRenewing &&
      price === 0 &&
      renewal &&
      renewal !== 'none' && { price: 'Price must be more than 0 when the membership renews' }),
    ...(status === 'expired' &&
      !endDate &&
      !nextBillDate &&
      isRenewing && { endDate: 'End date is required for a membership that has ended' }),
    ...(status === 'pending' &&
      begins &&
      begins <= today && { startDate: 'Start date of a pending membership must be in the future' }),
  };
}

const visitsProblem = ({ name, visitLimit }: ImportablePlan) =>
  visitLimit ? `${name} has ${visitsText(visitLimit)}` : `${name} has no number of visits`;

const stepMonths = { monthly: 1, annually: 12 } as const;
type Recurring = keyof typeof stepMonths;
type PeriodTerm = Pick<ImportedTerm, 'startDate' | 'since' | 'endDate' | 'periodsPaid'>;

const waitsForVisit = ({ endDate, visitsLeft }: ImportedMembership, { visitLimit, validFrom }: ImportablePlan) =>
  validFrom === 'first_visit' && endDate === undefined && (visitsLeft === undefined || visitsLeft === visitLimit);

function fixedTerm(given: ImportedMembership, plan: ImportablePlan): PeriodTerm {
  const { startDate = '', endDate = boughtTerm(plan, startDate).endDate } = given;
  return { startDate, since: startDate, endDate: waitsForVisit(given, plan) ? null : endDate, periodsPaid: 1 };
}

/** The period that is already paid ends on the day before the next bill. */
function renewingTerm(
  { startDate, endDate, nextBillDate }: ImportedMembership,
  plan: ImportablePlan,
  today: CalendarDate,
  isOver: boolean,
): PeriodTerm {
  const billingFrequency = plan.billingFrequency as Recurring;
  const months = stepMonths[billingFrequency];
  if (nextBillDate) {
    const paidThrough = addDays(nextBillDate, -1);
    const since = startDate ?? addMonths(nextBillDate, -months);
    const counted = startDate === undefined ? undefined : periodsThrough({ billingFrequency, startDate }, paidThrough);
    const ends = isOver && endDate ? endDate : paidThrough;
    return counted === undefined
      ? anchored(nextBillDate, since, today, billingFrequency, ends)
      : { startDate: since, since, endDate: ends, periodsPaid: counted };
  }
  const start = startDate ?? today;
  if (isOver && endDate) return { startDate: start, since: start, endDate, periodsPaid: 1 };
  // Without a bill date, today's period counts as paid.
  const periodsPaid = periodFrom({ billingFrequency, startDate: start }, today);
  return {
    startDate: start,
    since: start,
    endDate: periodEnd({ billingFrequency, startDate: start }, periodsPaid),
    periodsPaid,
  };
}

/** Undefined if no period ends on this day. Zero when the first is not paid yet. */
function periodsThrough(billing: Parameters<typeof periodFrom>[0], day: CalendarDate): number | undefined {
  if (day === addDays(billing.startDate, -1)) return 0;
  const period = periodFrom(billing, day);
  return periodEnd(billing, period) === day ? period : undefined;
}

const beginsPeriod = (startDate: CalendarDate, nextBillDate: CalendarDate, billingFrequency: Recurring) =>
  periodsThrough({ billingFrequency, startDate }, addDays(nextBillDate, -1)) !== undefined;

/** Counts periods from a day on which one of them begins, since the person joined on another day of the month. */
function anchored(
  nextBillDate: CalendarDate,
  since: CalendarDate,
  today: CalendarDate,
  billingFrequency: Recurring,
  endDate: CalendarDate,
): PeriodTerm {
  const dayBefore = addDays(nextBillDate, -1);
  for (let periodsPaid = 1; periodsPaid <= 12; periodsPaid += 1) {
    const startDate = addMonths(nextBillDate, -periodsPaid * stepMonths[billingFrequency]);
    const isAligned = periodEnd({ billingFrequency, startDate }, periodsPaid) === dayBefore;
    if (isAligned && (startDate <= today || startDate <= since)) return { startDate, since, endDate, periodsPaid };
  }
  return { startDate: addMonths(nextBillDate, -stepMonths[billingFrequency]), since, endDate, periodsPaid: 1 };
}

/**
 * An end date beside a next bill date, or on a membership that continues, is the day after which it no longer renews. Otherwise a
 * contract ends with the last period that is charged for it, which may have begun on another day, or after a contract that is over.
 */
function contractEnd(
  { endDate, nextBillDate, status }: ImportedMembership,
  plan: ImportablePlan,
  { startDate, since, endDate: paidThrough }: PeriodTerm,
): CalendarDate | null {
  if (status === 'expired') return null;
  const end = endDate ?? boughtTerm(plan, since).contractEndDate;
  if (endDate !== undefined || end === null) return end;
  if (nextBillDate !== undefined && paidThrough !== null && end < paidThrough) return paidThrough;
  if (startDate === since) return end;
  return periodEndFrom({ billingFrequency: plan.billingFrequency, startDate }, end);
}

function toRenewal(
  { renewal, price, hasSavedCard }: ImportedMembership & { hasSavedCard: boolean },
  plan: ImportablePlan,
): RenewalMethod | null {
  if (plan.billingFrequency === 'one_time' || renewal === 'none' || price === 0) return null;
  return renewal ?? (hasSavedCard ? 'card' : 'manual');
}

interface ReadTerm {
  readonly start: CalendarDate;
  readonly last: CalendarDate | undefined;
  /** No visits are left. */
  readonly isOut: boolean;
  readonly isSuspended: boolean;
}

/** The status that the membership then has. One that is over counts as expired even if it was suspended. */
function statusOn(today: CalendarDate, { start, last, isOut, isSuspended }: ReadTerm): ImportStatus {
  const isPending = start > today;
  if (isOut || (!isPending && last !== undefined && last < today)) return 'expired';
  if (isSuspended) return 'suspended';
  return isPending ? 'pending' : 'active';
}
