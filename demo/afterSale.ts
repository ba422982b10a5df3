import { settingsDefaults } from '#domain/settings/companySettings.ts';
import { addDays, daysBetween, type CalendarDate } from '#domain/shared/dates.ts';
import type { Plan } from './catalog.ts';
import type { Place } from './companies.ts';
import type { Person } from './contacts.ts';
import { addInvoice } from './invoices.ts';
import { addPeriod, renewedPlanLine, renewedThrough } from './memberships.ts';
import type { Demo, DemoRows } from './rows.ts';
import type { Holding, ScenarioName } from './scenarios.ts';
import { atLatest, momentOn } from './time.ts';

interface Member {
  person: Person;
  holding: Holding;
  row: DemoRows['contact_memberships'][number];
  /** The last paid day. */
  end: CalendarDate;
}

const { payments: paymentRules, memberships: membershipRules } = settingsDefaults;

/** Changes some memberships of each location after their sale: past due, renewed manually, frozen, canceled, plan changed. */
export function seedAfterSale({ rows, places, people, catalog: { plans }, now }: Demo): void {
  for (const place of places) {
    const membersIn = (scenario: ScenarioName) =>
      people
        .filter((person) => person.home === place && person.scenario === scenario)
        .flatMap((person) => listMembers(rows, person));
    membersIn('declined').forEach((member, index) => decline(rows, member, index % 2 === 1));

    const free = membersIn('steady').filter(
      ({ person, holding, end }) =>
        holding.autoRenew && end > place.today && !person.payer && person.family.length === 0,
    );
    const take = (isFit: (member: Member) => boolean): Member[] => {
      const index = free.findIndex(isFit);
      return index < 0 ? [] : free.splice(index, 1);
    };
    const since = addDays(place.today, -1);
    const wasThere = ({ person }: Member) =>
      rows.checkins.some(
        (visit) => visit.contact_id === person.id && visit.checkin_time >= momentOn(place.zone, since, 0),
      );
    const dearer = ({ holding }: Member) => plans.find((plan) => isDearer(plan, holding.plan, place));

    for (const member of take(({ end }) => daysBetween(place.today, end) < paymentRules.manualInvoiceDays))
      renewManually(rows, member, now);
    for (const member of take((one) => one.holding.start < since && !wasThere(one))) freeze(rows, member, since);
    for (const member of take((one) => dearer(one) !== undefined)) change(member, dearer(member));
    for (const member of take(() => true)) cancel(member, now);
  }
}

/** The membership that the contact bought last. */
function listMembers(rows: DemoRows, person: Person): Member[] {
  const holding = person.holdings.at(-1);
  const row = rows.contact_memberships.find((one) => one.contact_id === person.id && one.start_date === holding?.start);
  const end = holding?.ends.at(-1);
  return holding && row && end ? [{ person, holding, row, end }] : [];
}

/** Its renewal failed on the last paid day. The card is retried unless the bank forbids it. */
function decline(rows: DemoRows, { person, holding, row, end }: Member, isHard: boolean): void {
  const { place } = holding;
  const invoice = rows.invoices.find(
    (one) => one.contact_id === person.id && one.kind === 'renewal' && one.status === 'overdue',
  );
  const attempts = isHard || end === place.today ? 1 : 2;
  const at = momentOn(place.zone, end, 6 * 60);
  Object.assign(row, {
    grace_days: membershipRules.graceDays,
    ...(isHard && { auto_renew: false, renewal_stopped: 'card_declined' }),
  });
  billNext(rows, row, holding, end);
  rows.renewals.push({
    contact_membership_id: String(row.id),
    company_id: place.companyId,
    period: holding.ends.length + 1,
    invoice_id: invoice ? String(invoice.id) : null,
    status: isHard ? 'given_up' : 'declined',
    attempts,
    next_attempt_on: isHard ? null : addDays(end, paymentRules.retryDays[attempts - 1] ?? 1),
    retry_days: [...paymentRules.retryDays],
    first_failed_on: end,
    created_at: at,
    updated_at: at,
  });
}

/** The next period is invoiced and can be paid at the desk. */
function renewManually(rows: DemoRows, { person, holding, row, end }: Member, now: Date): void {
  const { plan, place } = holding;
  const at = atLatest(now, momentOn(place.zone, addDays(end, -paymentRules.manualInvoiceDays), 6 * 60));
  const description = `Membership purchase: ${plan.spec.name} (renewal)`;
  const invoice_id = addInvoice(rows, {
    person,
    place,
    kind: 'renewal',
    at,
    description,
    lines: [renewedPlanLine(holding, end)],
    status: 'open',
    method: 'other',
    by: null,
  });
  Object.assign(row, { renews_by: 'manual', grace_days: membershipRules.graceDays });
  billNext(rows, row, holding, end);
  rows.renewals.push({
    contact_membership_id: String(row.id),
    company_id: place.companyId,
    period: holding.ends.length + 1,
    invoice_id,
    status: 'pending',
    next_attempt_on: end,
    retry_days: [...paymentRules.retryDays],
    invoice_days: paymentRules.manualInvoiceDays,
    created_at: at,
    updated_at: at,
  });
}

/** The period that a renewal bills. */
function billNext(rows: DemoRows, row: Member['row'], holding: Holding, end: CalendarDate): void {
  const through = renewedThrough(holding, end);
  if (through !== null) addPeriod(rows, row, holding, { period: holding.ends.length + 1, end: through });
}

const frozenDays = 28;

/** Frozen since yesterday for four weeks, which move the end. */
function freeze(rows: DemoRows, { person, holding, row, end }: Member, since: CalendarDate): void {
  const until = addDays(since, frozenDays - 1);
  const created_at = momentOn(holding.place.zone, since, 9 * 60);
  rows.membership_freezes.push({
    id: person.random.id(created_at),
    company_id: holding.place.companyId,
    contact_membership_id: String(row.id),
    from_day: since,
    until_day: until,
    longest_until: until,
    reason: 'Knee surgery',
    created_by: holding.place.staff[0] ?? null,
    created_at,
  });
  const current = rows.membership_periods.findLast((period) => period.contact_membership_id === row.id);
  row.end_date = addDays(end, frozenDays);
  if (current) current.last_day = row.end_date;
}

/** A more expensive plan, without a contract and with the same billing. */
const isDearer = (plan: Plan, than: Plan, place: Place): boolean =>
  plan.companyId === place.companyId &&
  (plan.placeId === null || plan.placeId === place.id) &&
  plan.spec.state === undefined &&
  plan.terms.type === 'no_contract' &&
  plan.terms.billingFrequency === 'monthly' &&
  plan.spec.cents > than.spec.cents;

/** The next renewal charges another plan. */
function change({ row }: Member, plan: Plan | undefined): void {
  if (!plan) return;
  Object.assign(row, {
    planned_membership_id: plan.id,
    planned_name: plan.spec.name,
    planned_type: 'no_contract',
    planned_billing_frequency: 'monthly',
    planned_price_cents: plan.spec.cents,
    planned_location_id: plan.placeId,
  });
}

/** Canceled yesterday, at the end of the paid period. */
function cancel({ holding, row, end }: Member, now: Date): void {
  const { place } = holding;
  Object.assign(row, {
    cancels_on: end,
    cancel_when: 'period_end',
    cancel_reason: 'moving',
    cancel_note: 'Moves to another city for work.',
    cancel_notice_days: 0,
    canceled_at: atLatest(now, momentOn(place.zone, addDays(place.today, -1), 17 * 60)),
    canceled_by: place.staff[0] ?? null,
  });
}
