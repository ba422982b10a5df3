import { expect } from 'vitest';
import { createMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { testServer, type Caller, type TestServer } from '#tests/support/server.ts';
import { stripeDouble } from '#tests/support/stripe/double.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { buy, compareMoney, pay, refund, someItems, type Shop } from './historyMoney.ts';
import { MembershipModel } from './membershipModel.ts';
import { dayNumber, dayText } from './modelCalendar.ts';
import { compareDoor } from './modelDoor.ts';
import { somePlans, type ModelPlan } from './modelPlans.ts';
import { instantAt, isBillingTime, timesOfDay } from './moments.ts';

interface Trial {
  /** How many memberships exist at once, and for how many days. */
  readonly members: number;
  readonly days: number;
  readonly timezone: string;
  readonly seed: number;
  /** The first day; a random one by default. */
  readonly from?: string;
}

export interface Member {
  readonly id: string;
  readonly contactId: string;
  readonly model: MembershipModel;
}

/** Random histories on the server and on the second model, which agree to the day and the cent at any time of day. */
export async function randomHistories({ members: count, days, timezone, seed, from }: Trial): Promise<void> {
  const stripe = await stripeDouble();
  const server = await testServer({ stripeApiUrl: stripe.url, publicUrl: 'https://spotter.test' });
  try {
    const random = seeded(seed);
    const gym = await createMembersGym(server, stripe, { timezone });
    const noticeDays = random.pick([0, 0, 20, 45]);
    await gym.settings({ cancellationNoticeDays: noticeDays });
    const plans = await somePlans(server, gym);
    const shop = await someItems(gym);
    const firstDay = from ? dayNumber(from) : dayNumber('2027-01-01') + random.below(400);
    const members: Member[] = [];
    for (let index = 0; index < count; index += 1)
      members.push(
        await createMember(
          server,
          gym,
          firstDay + random.below(31),
          random.pick(plans.filter(({ elsewhere }) => !elsewhere)),
          noticeDays,
        ),
      );
    const trace: string[] = [];
    for (let day = firstDay; day < firstDay + days; day += 1) {
      const time = random.pick(timesOfDay);
      server.clock.now = instantAt(timezone, day, time);
      const admin = await server.as(gym.users.admin);
      for (const member of members) {
        member.model.settle(day);
        if (day < member.model.start || random.below(20) > 0) continue;
        trace.push(await act(random, admin, gym, server, member, { plans, shop }, day));
      }
      await gym.renew();
      for (const { model } of members) if (day >= model.start) model.pass(day, isBillingTime(time));
      if (day % 9 === 0 || day === firstDay + days - 1)
        await compare(server, gym, members, `${dayText(day)} ${time} in ${timezone}, seed ${seed}`);
      const visitor = random.pick(members);
      await compareDoor(admin, gym, visitor, day);
    }
    await compareMoney(
      gym,
      shop,
      members.map(({ model }) => model),
    );
    expect(trace.filter((line) => line.startsWith('200')).length).toBeGreaterThan(0);
  } finally {
    await server.close();
    await stripe.close();
  }
}

interface Offer {
  readonly plans: readonly ModelPlan[];
  readonly shop: Shop;
}

/** One random call. The server accepts it where the model does, and refuses it where the model does. */
async function act(
  random: Random,
  caller: Caller,
  gym: MembersGym,
  { database }: TestServer,
  member: Member,
  { plans, shop }: Offer,
  day: number,
): Promise<string> {
  const { id, contactId, model } = member;
  const path = `/contacts/${contactId}/memberships/${id}`;
  const before = `${dayText(day)} ${id} ${JSON.stringify(model)}`;
  const verify = async (isAccepted: boolean, method: 'post' | 'put' | 'delete', action: string, body?: object) => {
    const response = await caller[method](`${path}/${action}`, body ? { body } : {});
    expect([response.status, response.body.message, action, JSON.stringify(body), before]).toEqual([
      isAccepted ? 200 : 409,
      response.body.message,
      action,
      JSON.stringify(body),
      before,
    ]);
    return response;
  };
  const frozen = model.frozenOn(day);
  const kind = random.below(21);
  if (kind >= 17) return refund(random, { caller, gym, shop, member, day, before });
  if (kind >= 15) return buy(random, { caller, gym, shop, member, before });
  if (kind >= 11 && model.bill) return pay({ caller, gym, member, day, before }, kind === 11);
  if (kind === 10 || kind === 11) {
    model.cardWorks = !model.cardWorks;
    const card = model.cardWorks ? 'pm_card_visa' : 'pm_card_chargeDeclined';
    await database.scoped([gym.companyId], (tx) =>
      tx.updateTable('stripe_customers').set({ payment_method_id: card }).where('contact_id', '=', contactId).execute(),
    );
    return 'card';
  }
  if (kind <= 1) {
    const when = random.pick(['now', 'period_end', 'period_end', day + random.below(80)] as const);
    const body = { reason: 'other', ...(typeof when === 'number' ? { when: 'date', date: dayText(when) } : { when }) };
    return String((await verify(model.cancel(day, when), 'post', 'cancellation', body)).status);
  }
  if (kind === 2 || model.lastDay !== null)
    return String((await verify(model.undo(day), 'delete', 'cancellation')).status);
  if (frozen && random.below(2) === 0) {
    const until = day + random.below((frozen.until ?? frozen.longest) - day + 1);
    const isAccepted = model.thaw(day, frozen, until);
    return String((await verify(isAccepted, 'put', `freezes/${frozen.id}`, { until: dayText(until) })).status);
  }
  if (kind <= 5) {
    const from = day + random.below(15);
    const until = random.below(3) === 0 ? null : from + 3 + random.below(60);
    const isAccepted = model.freeze(day, from, until);
    const response = await verify(isAccepted, 'post', 'freezes', {
      from: dayText(from),
      until: until === null ? null : dayText(until),
      reason: 'Travel',
    });
    const added = model.freezes.find((freeze) => freeze.id === '');
    if (added)
      added.id = response.body.contactMembership.freezes.find(
        (freeze: { from: string }) => freeze.from === dayText(from),
      ).id;
    return String(response.status);
  }
  if (kind === 6 || kind >= 12) {
    const plan = random.pick(plans);
    return String((await verify(model.change(day, plan), 'post', 'plan-change', { membershipId: plan.id })).status);
  }
  if (kind >= 8) {
    const plan = random.pick(plans);
    return String(
      (
        await verify(model.changeNow(day, plan), 'post', 'plan-change', {
          membershipId: plan.id,
          when: 'now',
          method: 'cash',
        })
      ).status,
    );
  }
  const [autoRenew, isManual] = [!model.renews || random.below(2) === 0, random.below(2) === 0];
  return String(
    (
      await verify(model.setRenewal(day, autoRenew, isManual), 'put', 'renewal', {
        autoRenew,
        by: isManual ? 'manual' : 'card',
      })
    ).status,
  );
}

const date = (day: number | null) => (day === null ? null : dayText(day));

async function compare(
  { database }: TestServer,
  gym: MembersGym,
  members: readonly Member[],
  at: string,
): Promise<void> {
  const invoices = await gym.books.invoices();
  const rows = await database.scoped([gym.companyId], (tx) =>
    tx
      .selectFrom('contact_memberships')
      .select(['id', 'end_date', 'contract_end_date', 'cancels_on', 'membership_id', 'auto_renew', 'grace_days'])
      .execute(),
  );
  for (const { id, contactId, model } of members) {
    const row = rows.find((candidate) => candidate.id === id);
    const charged = invoices
      .filter(({ contact_id }) => contact_id === contactId)
      .map((invoice) => [
        invoice.status,
        invoice.subtotal_cents,
        invoice.paid_cents,
        invoice.due_cents,
        invoice.refunded_cents,
      ]);
    expect({ at, ...row, charged }).toEqual({
      at,
      id,
      end_date: date(model.end()),
      contract_end_date: date(model.contractEnd()),
      cancels_on: date(model.lastDay),
      membership_id: model.plan.id,
      auto_renew: model.renews,
      grace_days: model.graceDays,
      charged: model.invoices.map((invoice) => [
        invoice.status,
        invoice.cents,
        invoice.paid,
        invoice.due(),
        invoice.refunded,
      ]),
    });
  }
}

/** A member with a saved card, whose first period was paid in cash. */
async function createMember(
  server: TestServer,
  gym: MembersGym,
  start: number,
  plan: ModelPlan,
  noticeDays: number,
): Promise<Member> {
  const model = new MembershipModel(start, plan, noticeDays);
  const contactId = await gym.make.contact();
  const [sold] = model.invoices;
  const { invoice, payment } = invoiceBuilders(server, gym);
  const sums = {
    kind: 'purchase' as const,
    subtotal_cents: plan.cents,
    tax_cents: sold?.tax ?? 0,
    total_cents: sold?.paid ?? 0,
  };
  const invoiceId = await invoice(contactId, sums, [
    { type: 'membership', item_id: plan.id, name: 'A plan', price_cents: plan.cents, total_cents: plan.cents },
  ]);
  await payment(invoiceId, { amount_cents: sums.total_cents });
  const id = await gym.make.contactMembership(contactId, {
    membership_id: plan.id,
    invoice_id: invoiceId,
    membership_type: plan.contract === null ? 'no_contract' : 'contract',
    billing_frequency: plan.months === 1 ? 'monthly' : 'annually',
    contract_length_months: plan.contract,
    purchase_price_cents: plan.cents,
    start_date: dayText(start),
    end_date: dayText(model.end()),
    contract_end_date: date(model.contractEnd()),
    auto_renew: true,
  });
  await gym.make.stripeCustomer(contactId, gym.account.createCustomer({ name: 'Casey Jones' }).id);
  return { id, contactId, model };
}

export type Random = ReturnType<typeof seeded>;

/** Mulberry32. */
export function seeded(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { below, pick: <T>(values: readonly T[]): T => values[below(values.length)] as T };
}
