import { expect } from 'vitest';
import { createMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { withStripe } from '#tests/support/builtServer.ts';
import { expectReports, wallClock } from '#tests/support/ledgerReports.ts';
import type { LedgerInvoice } from '#tests/support/ledger.ts';
import type { Caller, TestServer } from '#tests/support/server.ts';
import { seeded, type Random } from './histories.ts';
import { endOf, HouseholdsModel, type ModelBill, type ModelMember, type Moment } from './householdModel.ts';
import { dayNumber, dayText, lastDayOfMonths } from './membershipModel.ts';
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
    const members: ModelMember[] = [];
    for (let index = 0; index < count; index += 1)
      members.push(
        await createMember({ random, server, gym, planId, firstDay }, index, locations.slice(0, zones.length)),
      );
    const model = new HouseholdsModel(members);
    const done = new Map<string, number>();
    const instants = Array.from({ length: days }, (_, day) =>
      instantAt(random.pick(zones), firstDay + day, random.pick(timesOfDay)),
    ).toSorted((a, b) => a.getTime() - b.getTime());
    for (const [at, instant] of instants.entries()) {
      server.clock.now = instant;
      const local = zones.map((zone) => {
        const [day = '', time = ''] = wallClock(zone, instant).split(' ');
        return { day: dayNumber(day), isBillingTime: time >= '06:00' };
      });
      const now: Moment = { at, local };
      const desk: Desk = { random, gym, server, model, caller: await server.as(gym.users.admin), now };
      for (let turn = 0; turn < count / 8; turn += 1) {
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
    const ledger = toLedger(model.bills, { item: planId, zones, instants });
    const half = firstDay + Math.floor(days / 2);
    for (const [from, to] of [
      [firstDay - 1, firstDay + days],
      [firstDay - 1, half],
      [half + 1, firstDay + days],
    ] as const)
      await expectReports(admin, ledger, { from: dayText(from), to: dayText(to) });
    expect(model.bills.some((bill) => bill.members.length > 3 - zones.length)).toBe(true);
    expect(new Set(model.bills.map((bill) => bill.members[0]!.place)).size).toBe(zones.length);
    expect(actions.filter((action) => !done.has(action))).toEqual([]);
  });

const actions = ['open', 'join', 'payer', 'renew', 'end', 'card', 'refund'] as const;

interface Desk {
  readonly random: Random;
  readonly gym: MembersGym;
  readonly server: TestServer;
  readonly model: HouseholdsModel;
  readonly caller: Caller;
  readonly now: Moment;
}

async function act(desk: Desk): Promise<string> {
  const { random, model, caller, now } = desk;
  const household = model.households.length > 0 ? random.pick(model.households) : undefined;
  const member = random.pick(model.members);
  const isFree = !model.householdOf(member);
  const kind = random.below(9);
  if (kind === 0) return changeCard(desk, member);
  if (kind === 1) return refund(desk);
  if (isFree && (!household || model.households.length < model.members.length / 8)) {
    const { body } = await accepted(
      caller.post('/households', { body: { name: 'Oakley', payerId: member.contactId } }),
    );
    model.open(body.household.id, member);
    return 'open';
  }
  if (!household) return 'nothing';
  const path = `/households/${household.id}`;
  if (isFree) {
    await accepted(caller.post(`${path}/members`, { body: { contactId: member.contactId } }));
    model.join(household, member);
    return 'join';
  }
  if (random.below(8) > 0) return 'nothing';
  const other = random.pick(household.members);
  if (other === household.payer) return 'nothing';
  if (random.below(2) === 0) {
    await accepted(caller.put(path, { body: { payerId: other.contactId } }));
    model.changePayer(household, other);
    return 'payer';
  }
  const choice = random.pick(['renew', 'end'] as const);
  await accepted(caller.delete(`${path}/members/${other.contactId}?memberships=${choice}`));
  model.remove(household, other, choice === 'end', now);
  return choice;
}

async function changeCard({ server, gym }: Desk, member: ModelMember): Promise<string> {
  if (member.card === null) return 'nothing';
  member.card = member.card === 'works' ? 'declined' : 'works';
  const payment_method_id = member.card === 'works' ? 'pm_card_visa' : 'pm_card_chargeDeclined';
  await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('stripe_customers').set({ payment_method_id }).where('contact_id', '=', member.contactId).execute(),
  );
  return 'card';
}

/** Of some lines, whose memberships go on or end at once. */
async function refund({ random, gym, model, caller, now }: Desk): Promise<string> {
  const paid = model.bills.filter(({ invoice }) => invoice.status === 'paid');
  if (paid.length === 0) return 'nothing';
  const bill = random.pick(paid);
  const pieces = new Map(bill.members.flatMap((_member, line) => (random.below(2) === 0 ? [[line, 1] as const] : [])));
  if (pieces.size === 0) return 'nothing';
  const isLatest = [...pieces.keys()].every((line) => {
    const member = bill.members[line]!;
    return (
      !member.isEnded &&
      !member.bill &&
      endOf(member) >= now.local[member.place]!.day &&
      model.bills.findLast(({ members }) => members.includes(member)) === bill
    );
  });
  const endsNow = isLatest && random.below(3) === 0;
  const toCard = bill.invoice.isMostlyByCard();
  const cents = model.refund(bill, pieces, endsNow, now);
  const delivered = gym.account.events.length;
  const response = await caller.post(`/invoices/${bill.id}/refunds`, {
    body: {
      lines: [...pieces].map(([position, quantity]) => ({ position, quantity })),
      destination: toCard ? 'card' : 'cash',
      reason: 'Not wanted',
      membership: endsNow ? 'end_now' : 'keep',
    },
  });
  expect([response.status, response.body.refund?.amount]).toEqual(
    cents === undefined ? [409, undefined] : [201, cents / 100],
  );
  for (const event of gym.account.events.slice(delivered)) await gym.deliver(event);
  return 'refund';
}

/** Some before they are due; those that are due or were declined at once. */
async function payBills({ random, model, caller, now }: Desk): Promise<void> {
  for (const bill of model.bills) {
    const { status } = bill.invoice;
    // Written a moment ago, when somebody was taken off another: it can be paid tomorrow.
    if (bill.id === '') continue;
    const [first] = bill.members;
    const isDue = status === 'overdue' || (status === 'open' && endOf(first!) <= now.local[first!.place]!.day);
    if (!isDue && !(status === 'open' && random.below(6) === 0)) continue;
    await accepted(caller.post(`/invoices/${bill.id}/payments`, { body: { method: 'cash' } }));
    model.pay(bill, 'cash', now);
  }
}

async function accepted(call: ReturnType<Caller['post']>) {
  const response = await call;
  expect([response.status, response.body]).toEqual([expect.toBeOneOf([200, 201]), response.body]);
  return response;
}

/** Every membership, and every renewal with its payer and its lines. */
async function compare({ gym, server, model }: Desk, at: string): Promise<void> {
  const invoices = (await gym.books.invoices()).filter(({ kind }) => kind === 'renewal');
  const { lines, memberships } = await server.database.scoped([gym.companyId], async (tx) => ({
    lines: await tx.selectFrom('invoice_lines').selectAll().orderBy('position').execute(),
    memberships: await tx.selectFrom('contact_memberships').selectAll().execute(),
  }));
  const inRows = invoices.map((invoice) => ({
    id: invoice.id,
    bill: toText([
      invoice.contact_id,
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
      bill.invoice.status,
      bill.invoice.paid,
      bill.invoice.due(),
      bill.invoice.refunded,
      bill.members.map((member) => [member === bill.payer ? null : member.name, member.cents]),
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
    expect([at, member.name, row?.end_date, row?.auto_renew, row?.renews_by]).toEqual([
      at,
      member.name,
      dayText(endOf(member)),
      member.renews,
      member.isManual ? 'manual' : 'card',
    ]);
  }
}

const toText = (value: unknown) => JSON.stringify(value);

/** As the reports of the model's own are computed from. */
const toLedger = (
  bills: readonly ModelBill[],
  { item, zones, instants }: { item: string; zones: readonly string[]; instants: readonly Date[] },
): LedgerInvoice[] =>
  bills.map(({ invoice, members, at, closedAt, moves }) => ({
    zone: zones[members[0]!.place]!,
    status: invoice.status as LedgerInvoice['status'],
    lines: invoice.lines.map(({ cents }) => ({ type: 'membership', name: 'Monthly Unlimited', item, total: cents })),
    tax: invoice.tax,
    total: invoice.cents + invoice.tax,
    createdAt: instants[at]!,
    closedAt: closedAt === null ? null : instants[closedAt]!,
    writtenOff: 0,
    moves: moves.map(({ how, cents, at: on }) => ({
      method: how === 'card' ? 'card' : 'cash',
      status: how === 'refund' ? 'refunded' : 'completed',
      cents,
      at: instants[on]!,
    })),
  }));

/** Two of three have a saved card, and most of them renew on one of two days. */
async function createMember(
  {
    random,
    server,
    gym,
    planId,
    firstDay,
  }: Pick<Desk, 'random' | 'server' | 'gym'> & { planId: string; firstDay: number },
  index: number,
  locations: readonly string[],
): Promise<ModelMember> {
  const months = random.below(6) === 0 ? 12 : 1;
  const start = firstDay - (months === 12 ? 330 : 1) - random.pick([0, 0, 0, 14, 14, random.below(26)]);
  const cents = 1_999 + random.below(5) * 1_003;
  const card = random.pick(['works', 'works', null] as const);
  const name = `Member ${index}`;
  const place = random.below(locations.length);
  const contactId = await gym.make.contact({ first_name: 'Member', last_name: String(index) });
  const id = await gym.make.contactMembership(contactId, {
    membership_id: planId,
    location_id: locations[place]!,
    billing_frequency: months === 1 ? 'monthly' : 'annually',
    purchase_price_cents: cents,
    start_date: dayText(start),
    end_date: dayText(lastDayOfMonths(start, months)),
    auto_renew: true,
    renews_by: card ? 'card' : 'manual',
  });
  if (card) {
    const { id: customer_id } = gym.account.createCustomer({ name });
    const saved = { company_id: gym.companyId, contact_id: contactId, customer_id, payment_method_id: 'pm_card_visa' };
    await server.database.scoped([gym.companyId], (tx) => tx.insertInto('stripe_customers').values(saved).execute());
  }
  return {
    contactId,
    name,
    id,
    place,
    start,
    months,
    cents,
    card,
    paidMonths: months,
    renews: true,
    isManual: card === null,
    isEnded: false,
    bill: null,
  };
}
