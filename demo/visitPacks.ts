import { addDays } from '#domain/shared/dates.ts';
import { frontDeskDoor } from '#domain/shared/limits.ts';
import { packTerm } from '#domain/contact-memberships/visitPacks.ts';
import { reasonTexts } from '#domain/checkins/reasons.ts';
import type { Plan } from './catalog.ts';
import type { Place } from './companies.ts';
import type { Person } from './contacts.ts';
import { addInvoice } from './invoices.ts';
import { addPeriod, boughtPlan, planLine } from './memberships.ts';
import type { Demo, DemoRows } from './rows.ts';
import { momentOn } from './time.ts';

const boughtDaysAgo = 40;

interface DemoPack {
  /** The days ago of its visits. */
  readonly visits: readonly number[];
  /** The days ago of a check-in without visits left. */
  readonly denied?: number;
}

/** Three visits are left of the one, and none of the other. */
const packs: readonly DemoPack[] = [
  { visits: [38, 33, 29, 22, 17, 10, 3] },
  { visits: [39, 36, 32, 30, 26, 21, 16, 12, 8, 5], denied: 2 },
];

export function seedVisitPacks({ rows, places, people, catalog: { plans } }: Demo): void {
  const plan = plans.find(({ spec }) => spec.visits !== undefined);
  const place = places.find(({ companyId }) => companyId === plan?.companyId);
  const boughtAt = place && momentOn(place.zone, addDays(place.today, -boughtDaysAgo), 17 * 60);
  if (!plan || !place || !boughtAt) return;
  const buyers = people.filter(
    ({ id, home, scenario, since }) =>
      home === place &&
      scenario === 'none' &&
      since < boughtAt &&
      !rows.checkins.some((visit) => visit.contact_id === id),
  );
  packs.forEach((pack, index) => {
    const buyer = buyers[index];
    if (buyer) addPack(rows, pack, { plan, place, boughtAt }, buyer);
  });
}

function addPack(
  rows: DemoRows,
  { visits, denied }: DemoPack,
  { plan, place, boughtAt }: { plan: Plan; place: Place; boughtAt: Date },
  person: Person,
): void {
  const { random } = person;
  const invoiceId = addInvoice(rows, {
    kind: 'purchase',
    person,
    place,
    description: `Membership purchase: ${plan.spec.name}`,
    at: boughtAt,
    lines: [planLine(plan)],
    status: 'paid',
    method: 'card',
    by: random.pick(place.staff),
  });
  const { startDate, endDate } = packTerm(plan.terms, addDays(place.today, -boughtDaysAgo));
  const packId = random.id(boughtAt);
  const row = {
    id: packId,
    ...boughtPlan(plan, { contactId: person.id, invoiceId, boughtAt }),
    visit_limit: plan.terms.visitLimit ?? null,
    visits_used: visits.length,
    used_up_on: visits.length === plan.terms.visitLimit ? addDays(place.today, -(visits.at(-1) ?? 0)) : null,
    start_date: startDate,
    end_date: endDate,
    contract_end_date: null,
    access_enabled: true,
    auto_renew: false,
    notes: '',
  };
  rows.contact_memberships.push(row);
  if (endDate !== null) addPeriod(rows, row, { plan, start: startDate, ends: [endDate] }, { period: 1, end: endDate });
  const checkIn = (ago: number, reason: string | null) => {
    const time = momentOn(place.zone, addDays(place.today, -ago), 18 * 60 + random.int(0, 50));
    const id = random.id(time);
    rows.checkins.push({
      id,
      company_id: place.companyId,
      location_id: place.id,
      contact_id: person.id,
      checkin_time: time,
      access_granted: reason === null,
      reason,
      door_name: frontDeskDoor,
      created_by: random.pick(place.staff),
    });
    return { checkin_id: id, company_id: place.companyId, visited_at: time };
  };
  for (const ago of visits)
    rows.pack_visits.push({ ...checkIn(ago, null), contact_membership_id: packId, is_counted: true });
  if (denied !== undefined) checkIn(denied, reasonTexts.no_visits);
}
