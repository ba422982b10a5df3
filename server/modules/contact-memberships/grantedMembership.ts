import { sql, type RawBuilder, type Selectable } from 'kysely';
import { countVisitsLeft } from '#domain/contact-memberships/visitPacks.ts';
import { type RenewingTerm, periodToBill, type NextPeriod } from '#domain/contact-memberships/billingPeriods.ts';
import { addDays, todayIn, type CalendarDate } from '#domain/shared/dates.ts';
import {
  closedTerm,
  freezeOn,
  frozenDays,
  hasRunOut,
  settledTerm,
  shiftedEnd,
  type Freeze,
} from '#domain/contact-memberships/freezes.ts';
import type { RenewalMethod } from '#domain/memberships/membershipPlan.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { isInvoiceOutstanding } from '#server/modules/invoices/index.ts';
import {
  listColumns,
  type ContactMembershipTable,
  type MembershipFreezeTable,
} from '#server/platform/database/schema.ts';
import { billedTerm } from '#domain/contact-memberships/planChangeTerms.ts';
import { moveStoredPeriods } from './periodsRepo.ts';

export interface StoredFreeze extends Freeze {
  readonly id: string;
  readonly reason: string;
}

/** With its location, and that of its next period. */
export interface GrantedMembership extends Selectable<ContactMembershipTable> {
  readonly contact_name: string;
  readonly sold_at: string;
  readonly timezone: string;
  readonly location_archived_at: Date | null;
  readonly next_location_id: string;
  readonly next_location_name: string;
  readonly next_tax_rate: string;
  /** Neither its next plan nor its sale binds it to a location. */
  readonly follows_home: boolean;
  readonly next_location_archived_at: Date | null;
  readonly freezes: StoredFreeze[];
  /** The unpaid rest of the next period, if it is billed on an invoice of its own. */
  readonly billed_cents: number | null;
  /** Also on an invoice that it shares. */
  readonly is_billed: boolean;
}

/** Of the membership `m`, the earliest first. */
export const freezesOfMembership = sql<StoredFreeze[]>`coalesce((
  select json_agg(json_build_object('id', f.id, 'from', f.from_day, 'until', f.until_day, 'longestUntil', f.longest_until, 'reason', f.reason)
                  order by f.from_day)
    from membership_freezes f where f.contact_membership_id = m.id), '[]')`;

/** Where the membership `m` of the contact `c` is with a plan of this location, or with one that is valid everywhere. */
const withPlanAt = (location: RawBuilder<unknown>) =>
  sql<string>`membership_location(${location}, m.invoice_id, c.home_location_id)`;

/** Its plan's location, else where it was sold, else the contact's home. */
export const membershipLocation = withPlanAt(sql`m.location_id`);

const nextPlanLocation = sql`case when m.planned_membership_id is null then m.location_id else m.planned_location_id end`;

/**
 * Where its next period is billed, with which tax: a planned change takes effect with it. Until it is paid, its days and hours are those of
 * `membershipLocation`, by whose calendar the paid days end.
 */
export const nextLocation = withPlanAt(nextPlanLocation);

/** Nothing is billed at an archived location: the membership `m` does not renew, and ends with what is paid. */
export const isNextPlanArchived = sql<boolean>`exists (
  select from locations a where a.id = ${nextPlanLocation} and a.archived_at is not null)`;

/** The location whose days and tax a membership would have with a plan of this location, or with one that is valid everywhere. */
export const findLocationWithPlan = (tx: Tx, contactMembershipId: string, planLocationId: string | null) =>
  tx
    .selectFrom('contact_memberships as m')
    .innerJoin('contacts as c', 'c.id', 'm.contact_id')
    .innerJoin('locations as l', (join) => join.on('l.id', '=', withPlanAt(sql`${planLocationId}::uuid`)))
    .select(['l.id', 'l.sales_tax_rate'])
    .where('m.id', '=', contactMembershipId)
    .executeTakeFirstOrThrow();

/** The table is `m`. */
export const selectGrantedMemberships = (tx: Tx) => selectSoldMemberships(tx).where('m.granted_at', 'is not', null);

/** Also those that are not granted yet, or no longer. */
export const selectSoldMemberships = (tx: Tx) =>
  tx
    .selectFrom('contact_memberships as m')
    .innerJoin('contacts as c', 'c.id', 'm.contact_id')
    .innerJoin('locations as l', (join) => join.on('l.id', '=', membershipLocation))
    .innerJoin('locations as n', (join) => join.on('n.id', '=', nextLocation))
    .select(listColumns('contact_memberships', 'm'))
    .select(sql<string>`c.first_name || ' ' || c.last_name`.as('contact_name'))
    .select(['l.id as sold_at', 'l.timezone', 'l.archived_at as location_archived_at'])
    .select([
      'n.id as next_location_id',
      'n.sales_tax_rate as next_tax_rate',
      'n.archived_at as next_location_archived_at',
    ])
    .select('n.name as next_location_name')
    .select(sql<boolean>`membership_location(${nextPlanLocation}, m.invoice_id, null) is null`.as('follows_home'))
    .select(freezesOfMembership.as('freezes'))
    .select(
      sql<number | null>`(
      select i.due_cents from renewals r join invoices i on i.id = r.invoice_id
       where r.contact_membership_id = m.id and ${isInvoiceOutstanding}
         and not exists (select from renewals o where o.invoice_id = r.invoice_id and o.line <> r.line)
       order by r.period limit 1)`.as('billed_cents'),
    )
    .select(
      sql<boolean>`exists (
      select from renewals r join invoices i on i.id = r.invoice_id where r.contact_membership_id = m.id and ${isInvoiceOutstanding})`.as(
        'is_billed',
      ),
    );

/** Where the level counts. Null: anywhere in the company, as for the invoices of an archived location. */
export const currentLocation = ({ location_id, location_archived_at }: GrantedMembership): string | null =>
  location_archived_at ? null : location_id;

/**
 * Every change of a membership's dates, plan or renewal starts with this lock. The invoices of its unpaid renewals are locked
 * first, in the order in which a payment locks them. An open freeze that has run out is ended, with
 * the ends that its days move.
 */
export async function lockMembership(tx: Tx, id: string, now: Date): Promise<GrantedMembership | undefined> {
  await lockUnpaidRenewals(tx, id);
  await tx.selectFrom('contact_memberships').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  // A separate statement after the lock sees what was committed in the meantime.
  const row = await selectGrantedMemberships(tx).where('m.id', '=', id).executeTakeFirst();
  return row && writeEndedFreezes(tx, row, todayIn(row.timezone, now));
}

/** Again while another transaction has billed them on another invoice. */
async function lockUnpaidRenewals(tx: Tx, contactMembershipId: string): Promise<void> {
  const locked = await selectUnpaidRenewals(tx, contactMembershipId).forNoKeyUpdate('i').execute();
  const current = await selectUnpaidRenewals(tx, contactMembershipId).execute();
  if (current.some(({ id }) => !locked.some((invoice) => invoice.id === id)))
    await lockUnpaidRenewals(tx, contactMembershipId);
}

/** The period (1-based) through which the membership `m` was paid when it was bought, or when it was imported. */
export const firstPaidThrough = sql<number>`case when m.invoice_id is null
  then coalesce((select min(r.period) - 1 from renewals r where r.contact_membership_id = m.id), m.periods_paid) else 1 end`;

/** Billed, but not fully paid. */
export const selectUnpaidRenewals = (tx: Tx, contactMembershipId: string) =>
  tx
    .selectFrom('renewals as r')
    .innerJoin('invoices as i', 'i.id', 'r.invoice_id')
    .select(['i.id', 'i.status', 'i.paid_cents', 'i.due_cents', 'i.refunded_cents', 'r.period'])
    .where('r.contact_membership_id', '=', contactMembershipId)
    .where(isInvoiceOutstanding)
    .orderBy('i.id');

/** Also moves the membership's ends by their days. */
async function writeEndedFreezes(tx: Tx, row: GrantedMembership, today: CalendarDate): Promise<GrantedMembership> {
  const ended = row.freezes.filter((freeze) => hasRunOut(freeze, today));
  if (ended.length === 0) return row;
  const term = toTerm(row);
  const { endDate, contractEndDate, freezes } = settledTerm(term, today);
  for (const { id, longestUntil } of ended) await changeFreeze(tx, id, { until_day: longestUntil });
  const change = { end_date: endDate, contract_end_date: contractEndDate };
  await setMembership(tx, row.id, change);
  await moveStoredPeriods(tx, row, row.freezes, freezes);
  return { ...row, ...change, freezes: [...freezes] };
}

/** When freezes change from these to those, with a cancellation's last day that was set to the end of a period. */
export async function moveEnds(
  tx: Tx,
  row: GrantedMembership,
  before: readonly Freeze[],
  after: readonly Freeze[],
): Promise<void> {
  const days = frozenDays(after) - frozenDays(before);
  await setMembership(tx, row.id, {
    end_date: shiftedEnd(row.end_date, days),
    contract_end_date: shiftedEnd(row.contract_end_date, days),
    ...(row.cancel_when === 'period_end' && { cancels_on: shiftedEnd(row.cancels_on, days) }),
  });
  await moveStoredPeriods(tx, row, before, after);
}

export const setMembership = (
  tx: Tx,
  id: string,
  change: Partial<Selectable<Omit<ContactMembershipTable, 'last_day'>>>,
) => tx.updateTable('contact_memberships').set(change).where('id', '=', id).execute();

export const changeFreeze = (tx: Tx, id: string, change: Partial<Selectable<MembershipFreezeTable>>) =>
  tx.updateTable('membership_freezes').set(change).where('id', '=', id).execute();

export interface RenewableTerm extends RenewingTerm {
  readonly accessEnabled: boolean;
  readonly graceDays: number | null;
  readonly unbilledGrace: number | null;
  readonly graceUntil?: CalendarDate | null;
  readonly visitsLeft: number | null;
  readonly freezes: readonly StoredFreeze[];
}

export const toTerm = (row: GrantedMembership): RenewableTerm => ({
  accessEnabled: row.access_enabled,
  billingFrequency: row.billing_frequency,
  startDate: row.start_date,
  endDate: row.end_date,
  contractEndDate: row.contract_end_date,
  countedFrom: row.counted_from,
  earlierMonths: row.earlier_months,
  frozenDays: frozenDays(row.freezes.filter(({ from }) => row.counted_from === null || from >= row.counted_from)),
  // Nothing is billed at an archived location: the membership expires at the end of what is paid.
  autoRenew: row.auto_renew && row.next_location_archived_at === null,
  cancelsOn: row.cancels_on,
  graceDays: row.grace_days,
  unbilledGrace: row.unbilled_grace,
  planned: plannedPlan(row),
  visitsLeft: countVisitsLeft(row.visit_limit, row.visits_used),
  freezes: row.freezes,
});

/** Renewal is on, and the membership is neither frozen nor without access. */
export const isRenewing = (membership: GrantedMembership | undefined, by: RenewalMethod, now: Date): boolean =>
  membership !== undefined &&
  membership.auto_renew &&
  membership.renews_by === by &&
  membership.access_enabled &&
  freezeOn(membership.freezes, todayIn(membership.timezone, now)) === undefined;

/**
 * The days of the grace period that have begun, and so remain when nothing is outstanding for the next period. An open freeze moves the
 * end.
 */
export function graceLeft(membership: GrantedMembership, today: CalendarDate): number | null {
  const { endDate } = closedTerm(toTerm(membership), today);
  return endDate !== null && endDate < today ? membership.grace_days : null;
}

/**
 * Renewal turned off: it ends with its paid days and their grace, even if it was canceled for a later day that only renewals would
 * have reached.
 */
export function withoutRenewal({ end_date, cancels_on }: EndingRow, graceDays: number | null) {
  const last = end_date && addDays(end_date, graceDays ?? 0);
  return { auto_renew: false, ...(last && cancels_on !== null && cancels_on > last && { cancels_on: last }) };
}

type EndingRow = Pick<GrantedMembership, 'end_date' | 'cancels_on'>;

export const getNextPlan = (row: GrantedMembership) =>
  row.planned_membership_id !== null && row.planned_name !== null && row.planned_price_cents !== null
    ? { id: row.planned_membership_id, name: row.planned_name, priceCents: row.planned_price_cents }
    : { id: row.membership_id, name: row.membership_name, priceCents: row.purchase_price_cents };

/** Null without a planned change. */
export function plannedPlan({
  planned_type,
  planned_billing_frequency,
  planned_contract_length_months,
}: GrantedMembership) {
  if (!planned_type || !planned_billing_frequency) return null;
  return {
    type: planned_type,
    billingFrequency: planned_billing_frequency,
    contractLengthMonths: planned_contract_length_months,
  };
}

/** Billed today, in the rhythm of the plan that is charged for it. */
export function nextPeriod(membership: GrantedMembership, today: CalendarDate): NextPeriod | null {
  return periodToBill(billedTerm(toTerm(membership)), today);
}
