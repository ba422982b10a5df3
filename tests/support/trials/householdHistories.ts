import { expect } from 'vitest';
import { createMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { withStripe } from '#tests/support/builtServer.ts';
import { expectReports, wallClock } from '#tests/support/ledgerReports.ts';
import type { LedgerInvoice } from '#tests/support/ledger.ts';
import { seeded } from './histories.ts';
import { act, actions, payBills, type Desk } from './householdDesk.ts';
import {
  endOf,
  HouseholdsModel,
  type HouseholdPlan,
  type ModelBill,
  type ModelMember,
  type Moment,
} from './householdModel.ts';
import { dayNumber, dayText, lastDayOfMonths } from './modelCalendar.ts';
import { instantAt, timesOfDay } from './moments.ts';

interface Trial {
  readonly members: number;
  readonly days: number;
  /** Of the first location, and of the second if some memberships are valid there. */
  readonly timezone: string;
  readonly otherZone?: string | undefined;
  readonly seed: number;
  /** The first day; a random one by default. */
  readonly from?: string;
}

/**
 * Random histories of households on the server and on the second model, which agree on every line of every renewal, each day. In
 * the end the reports agree with the model as well, and the ledger with the rows.
 */
export const householdHistories = ({
  members: count,
  days,
  timezone,
  otherZone,
  seed,
  from: first,
}: Trial): Promise<void> =>
  withStripe(async ({ server, stripe }) => {
    const random = seeded(seed);
    const gym = await createMembersGym(server, stripe, { timezone });
    const zones = otherZone ? [timezone, otherZone] : [timezone];
    const locations = [gym.locationId, gym.otherLocationId];
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .updateTable('locations')
        .set({ timezone: otherZone ?? timezone })
        .where('id', '=', gym.otherLocationId)
        .execute(),
    );
    const firstDay = first ? dayNumber(first) : dayNumber('2027-01-01') + random.below(400);
    const planId = await gym.make.plan();
    const offered = await somePlans(gym, locations.slice(0, zones.length));
    const members: ModelMember[] = [];
    for (let index = 0; index < count; index += 1)
      members.push(await createMember({ random, gym, planId, firstDay }, index, locations.slice(0, zones.length)));
    const model = new HouseholdsModel(members);
    const done = new Map<string, number>();
    // Some days have two, so that what was declined in the morning is changed before the next one.
    const instants = Array.from({ length: days }, (_, day) =>
      Array.from({ length: 1 + random.below(2) }, () =>
        instantAt(random.pick(zones), firstDay + day, random.pick(timesOfDay)),
      ),
    )
      .flat()
      .toSorted((a, b) => a.getTime() - b.getTime());
    for (const [at, instant] of instants.entries()) {
      server.clock.now = instant;
      const local = zones.map((zone) => {
        const [day = '', time = ''] = wallClock(zone, instant).split(' ');
        return { day: dayNumber(day), isBillingTime: time >= '06:00' };
      });
      const now: Moment = { at, local };
      model.settle(now);
      const desk: Desk = { random, gym, server, model, caller: await server.as(gym.users.admin), now, plans: offered };
      for (let turn = 0; turn < count / 5; turn += 1) {
        const what = await act(desk);
        done.set(what, (done.get(what) ?? 0) + 1);
      }
      await payBills(desk);
      await gym.renew();
      model.pass(now);
      await compare(desk, `${instant.toISOString()} in ${zones.join(' and ')}, seed ${seed}`);
    }
    const charged = model.bills.flatMap(({ moves }) => moves.filter(({ how }) => how === 'card'));
    expect([...gym.account.charges.values()].map(({ amount }) => amount).toSorted()).toEqual(
      charged.map(({ cents }) => cents).toSorted(),
    );
    const admin = await server.as(gym.users.admin);
    const ledger = toLedger(model.bills, { zones, instants });
    const half = firstDay + Math.floor(days / 2);
    for (const [from, to] of [
      [firstDay - 1, firstDay + days],
      [firstDay - 1, half],
      [half + 1, firstDay + days],
    ] as const)
      await expectReports(admin, ledger, { from: dayText(from), to: dayText(to) });
    expect(model.bills.some((bill) => bill.members.length > 1)).toBe(true);
    expect(model.members.some(({ plan }) => plan.planId !== planId)).toBe(true);
    expect(new Set(model.bills.map(({ plans }) => plans[0]!.place)).size).toBe(zones.length);
    expect(actions.filter((action) => !done.has(action))).toEqual([]);
  });

/** Every membership, and every renewal with its payer and its lines. */
async function compare({ gym, server, model }: Desk, at: string): Promise<void> {
  const places = [gym.locationId, gym.otherLocationId];
  const invoices = (await gym.books.invoices()).filter(({ kind }) => kind === 'renewal');
  const { lines, memberships } = await server.database.scoped([gym.companyId], async (tx) => ({
    lines: await tx.selectFrom('invoice_lines').selectAll().orderBy('position').execute(),
    memberships: await tx.selectFrom('contact_memberships').selectAll().execute(),
  }));
  const inRows = invoices.map((invoice) => ({
    id: invoice.id,
    bill: toText([
      invoice.contact_id,
      invoice.location_id,
      invoice.status,
      invoice.paid_cents,
      invoice.due_cents,
      invoice.refunded_cents,
      lines.filter(({ invoice_id }) => invoice_id === invoice.id).map((line) => [line.member_name, line.total_cents]),
    ]),
  }));
  const inModel = model.bills.map((bill) => ({
    bill,
    text: toText([
      bill.payer.contactId,
      places[bill.plans[0]!.place],
      bill.invoice.status,
      bill.invoice.paid,
      bill.invoice.due(),
      bill.invoice.refunded,
      bill.members.map((member, line) => [member === bill.payer ? null : member.name, bill.plans[line]!.cents]),
    ]),
  }));
  expect([at, ...inRows.map(({ bill }) => bill).toSorted()]).toEqual([
    at,
    ...inModel.map(({ text }) => text).toSorted(),
  ]);
  const known = new Set(model.bills.map(({ id }) => id));
  for (const { bill, text } of inModel)
    if (bill.id === '') {
      bill.id = inRows.find((row) => row.bill === text && !known.has(row.id))?.id ?? '';
      known.add(bill.id);
    }
  for (const member of model.members) {
    const row = memberships.find(({ id }) => id === member.id);
    expect([at, member.name, row?.cancels_on !== null]).toEqual([at, member.name, member.isEnded]);
    if (member.isEnded) continue;
    expect([
      at,
      member.name,
      row?.end_date,
      row?.auto_renew,
      row?.renews_by,
      row?.location_id,
      row?.purchase_price_cents,
    ]).toEqual([
      at,
      member.name,
      dayText(endOf(member)),
      member.renews,
      member.isManual ? 'manual' : 'card',
      places[member.plan.place],
      member.plan.cents,
    ]);
  }
}

const toText = (value: unknown) => JSON.stringify(value);

/** As the reports of the model's own are computed from. */
const toLedger = (
  bills: readonly ModelBill[],
  { zones, instants }: { zones: readonly string[]; instants: readonly Date[] },
): LedgerInvoice[] =>
  bills.map(({ invoice, plans, at, closedAt, moves }) => ({
    zone: zones[plans[0]!.place]!,
    status: invoice.status as LedgerInvoice['status'],
    lines: plans.map(({ planId, planName, cents }) => ({
      type: 'membership',
      name: planName,
      item: planId,
      total: cents,
    })),
    tax: invoice.tax,
    total: invoice.cents + invoice.tax,
    createdAt: instants[at]!,
    closedAt: closedAt === null ? null : instants[closedAt]!,
    writtenOff: 0,
    moves: moves.map(({ how, cents, at: on, lines }) => ({
      method: how === 'card' ? 'card' : 'cash',
      status: how === 'refund' ? 'refunded' : 'completed',
      cents,
      at: instants[on]!,
      lines,
    })),
  }));

/** Two for each place, to which memberships change. */
const somePlans = (gym: MembersGym, locations: readonly string[]): Promise<HouseholdPlan[]> =>
  Promise.all(
    locations.flatMap((location_id, place) =>
      [1, 12].map(async (months) => {
        const planName = `Plan of ${months} at ${place}`;
        const cents = 2_501 * months + place;
        const plan = { name: planName, price_cents: cents, location_id };
        const planId = await gym.make.plan({ ...plan, billing_frequency: months === 1 ? 'monthly' : 'annually' });
        return { planId, planName, place, months, cents };
      }),
    ),
  );

/** Two of three have a saved card, and most of them renew on one of two days. */
async function createMember(
  { random, gym, planId, firstDay }: Pick<Desk, 'random' | 'gym'> & { planId: string; firstDay: number },
  index: number,
  locations: readonly string[],
): Promise<ModelMember> {
  const months = random.below(6) === 0 ? 12 : 1;
  const start = firstDay - (months === 12 ? 330 : 1) - random.pick([0, 0, 0, 14, 14, random.below(26)]);
  const cents = 1_999 + random.below(5) * 1_003;
  const card = random.pick(['works', 'works', null] as const);
  const name = `Member ${index}`;
  const plan = { planId, planName: 'Monthly Unlimited', place: random.below(locations.length), months, cents };
  const contactId = await gym.make.contact({ first_name: 'Member', last_name: String(index) });
  const id = await gym.make.contactMembership(contactId, {
    membership_id: planId,
    location_id: locations[plan.place]!,
    billing_frequency: months === 1 ? 'monthly' : 'annually',
    purchase_price_cents: cents,
    start_date: dayText(start),
    end_date: dayText(lastDayOfMonths(start, months)),
    auto_renew: true,
    renews_by: card ? 'card' : 'manual',
  });
  if (card) await gym.make.stripeCustomer(contactId, gym.account.createCustomer({ name }).id);
  return {
    contactId,
    name,
    id,
    start,
    plan,
    planned: null,
    card,
    paidMonths: months,
    renews: true,
    isManual: card === null,
    isEnded: false,
    bill: null,
    freezes: [],
  };
}
