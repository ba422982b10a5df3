import { expect } from 'vitest';
import type { MembersGym } from '#tests/support/afterSale.ts';
import type { Caller, TestServer } from '#tests/support/server.ts';
import type { Random } from './histories.ts';
import { endOf, type HouseholdPlan, type HouseholdsModel, type ModelMember, type Moment } from './householdModel.ts';
import { dayText } from './modelCalendar.ts';
import type { ModelFreeze } from './modelFreezes.ts';

export const actions = [
  'open',
  'join',
  'payer',
  'renew',
  'end',
  'card',
  'refund',
  'freeze',
  'change freeze',
  'change plan',
] as const;

export interface Desk {
  readonly random: Random;
  readonly gym: MembersGym;
  readonly server: TestServer;
  readonly model: HouseholdsModel;
  readonly caller: Caller;
  readonly now: Moment;
  /** To which memberships change. */
  readonly plans: readonly HouseholdPlan[];
}

/** One random call, of which the name is returned. The server accepts it where the model does. */
export async function act(desk: Desk): Promise<string> {
  const { random, model, caller, now } = desk;
  const household = model.households.length > 0 ? random.pick(model.households) : undefined;
  const member = random.pick(model.members);
  const isFree = !model.householdOf(member);
  const kind = random.below(12);
  if (kind === 0) return changeCard(desk, member);
  if (kind === 1) return refund(desk);
  if (kind === 2) return changeFreeze(desk);
  if (kind <= 4) return freeze(desk, kind === 3 ? declinedToday(desk) : soonBilled(desk));
  if (kind === 11) return random.below(3) > 0 ? 'nothing' : changePlan(desk, soonBilled(desk) ?? member);
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

/** With the next period, mostly to a plan of another place. */
async function changePlan(desk: Desk, member: ModelMember | undefined): Promise<string> {
  const { random, model, caller, now, plans } = desk;
  if (!member || member.isEnded || endOf(member) < now.local[member.plan.place]!.day) return 'nothing';
  const plan = random.pick(plans);
  const isChanged = model.changePlan(member, plan, now);
  const { status, body } = await caller.post(`/contacts/${member.contactId}/memberships/${member.id}/plan-change`, {
    body: { membershipId: plan.planId, when: 'renewal' },
  });
  const what = [member.name, plan.planName, body.message];
  expect([...what, status]).toEqual([...what, isChanged ? 200 : 409]);
  return isChanged ? 'change plan' : 'nothing';
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
      endOf(member) >= now.local[member.plan.place]!.day &&
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

/** One of several whose card was declined today, so that it is charged again without them. */
function declinedToday({ random, model, now }: Desk): ModelMember | undefined {
  const declined = model.bills.filter(
    ({ invoice, members, isManual }) =>
      invoice.status === 'overdue' &&
      !isManual &&
      members.length > 1 &&
      endOf(members[0]!) >= now.local[members[0]!.plan.place]!.day,
  );
  return declined[0] && random.pick(declined[0].members);
}

/** In a household, whose paid days end the soonest. */
function soonBilled({ random, model, now }: Desk): ModelMember | undefined {
  if (model.households.length === 0) return undefined;
  const { members } = random.pick(model.households);
  const running = members.filter((member) => !member.isEnded && endOf(member) >= now.local[member.plan.place]!.day);
  return running.toSorted((one, other) => endOf(one) - endOf(other))[0];
}

/** From today on, around the last paid day or later. */
async function freeze({ random, model, caller, now }: Desk, member: ModelMember | undefined): Promise<string> {
  if (!member || member.isEnded) return 'nothing';
  const { day } = now.local[member.plan.place]!;
  const days = [day, day + random.below(15), endOf(member) - random.below(3)];
  const from = member.bill ? day : Math.max(day, random.pick(days));
  const until = random.below(3) === 0 ? null : from + random.pick([5, 6, 7, 10, 20, 45, 89]);
  const added = model.freeze(member, from, until, now);
  const { status, body } = await caller.post(freezesPath(member), {
    body: { from: dayText(from), until: until === null ? null : dayText(until), reason: 'Travel' },
  });
  const what = [member.name, dayText(from), until, body.message];
  expect([...what, status]).toEqual([...what, added ? 200 : 409]);
  if (!added) return 'nothing';
  const written: { id: string; from: string }[] = body.contactMembership.freezes;
  added.id = written.find((one) => one.from === dayText(from))!.id;
  return 'freeze';
}

/** One that lasts or is planned is extended, ended early or removed. */
async function changeFreeze({ random, model, caller, now }: Desk): Promise<string> {
  const today = ({ plan }: ModelMember) => now.local[plan.place]!.day;
  const last = ({ until, longest }: ModelFreeze) => until ?? longest;
  const known = model.members.flatMap((member) =>
    member.isEnded ? [] : member.freezes.filter((one) => last(one) >= today(member)).map((one) => ({ member, one })),
  );
  if (known.length === 0) return 'nothing';
  const { member, one } = random.pick(known);
  const path = `${freezesPath(member)}/${one.id}`;
  if (one.from > today(member) && random.below(3) === 0) {
    const isRemoved = model.removeFreeze(member, one, now);
    const { status, body } = await caller.delete(path);
    expect([member.name, body.message, status]).toEqual([member.name, body.message, isRemoved ? 200 : 409]);
    return isRemoved ? 'change freeze' : 'nothing';
  }
  const first = Math.max(one.from, today(member));
  const isEarly = random.below(3) > 0;
  const until = isEarly ? first + random.below(last(one) - first + 1) : last(one) + 1 + random.below(20);
  const isChanged = model.changeFreeze(member, one, until, now);
  const { status, body } = await caller.put(path, { body: { until: dayText(until) } });
  const what = [member.name, dayText(until), body.message];
  expect([...what, status]).toEqual([...what, isChanged ? 200 : 409]);
  return isChanged ? 'change freeze' : 'nothing';
}

const freezesPath = ({ contactId, id }: ModelMember) => `/contacts/${contactId}/memberships/${id}/freezes`;

/** Some before they are due; those that are due at once; those that were declined at once, or by the end of the grace period. */
export async function payBills({ random, model, caller, now }: Desk): Promise<void> {
  for (const bill of model.bills) {
    const { status } = bill.invoice;
    // Written a moment ago, when somebody was taken off another: it can be paid tomorrow.
    if (bill.id === '' || (status !== 'open' && status !== 'overdue')) continue;
    const day = now.local[bill.members[0]!.plan.place]!.day;
    const end = Math.min(...bill.members.map(endOf));
    const isPatient = status === 'overdue' && !bill.isManual && day < end + 2;
    const isDue = !isPatient && (status === 'overdue' || end <= day);
    if (!isDue && random.below(6) > 0) continue;
    await accepted(caller.post(`/invoices/${bill.id}/payments`, { body: { method: 'cash' } }));
    model.pay(bill, 'cash', now);
  }
}

async function accepted(call: ReturnType<Caller['post']>) {
  const response = await call;
  expect([response.status, response.body]).toEqual([expect.toBeOneOf([200, 201]), response.body]);
  return response;
}
