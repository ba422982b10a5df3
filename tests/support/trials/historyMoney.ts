import { v7 as uuid } from 'uuid';
import { expect } from 'vitest';
import type { MembersGym } from '#tests/support/afterSale.ts';
import type { Caller } from '#tests/support/server.ts';
import type { Member, Random } from './histories.ts';
import { ModelInvoice } from './invoiceModel.ts';
import type { MembershipModel } from './membershipModel.ts';

/** What the gym sells beside its plans, and how many of each should be left. */
export type Shop = readonly { readonly id: string; readonly cents: number; left: number }[];

export async function someItems({ make }: MembersGym): Promise<Shop> {
  const left = 5_000;
  const prices = [1, 333, 1_005, 7_999];
  const ids = await Promise.all(
    prices.map((price_cents) => make.salesItem({ is_physical_item: true, inventory_quantity: left, price_cents })),
  );
  return ids.map((id, index) => ({ id, cents: prices[index] ?? 0, left })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

interface Turn {
  readonly caller: Caller;
  readonly gym: MembersGym;
  readonly shop: Shop;
  readonly member: Member;
  readonly day: number;
  /** The model's history so far, shown when something disagrees. */
  readonly before: string;
}

/** A cart of up to three of each item: paid in cash, split between cash and a card, or canceled at the card. */
export async function buy(random: Random, { caller, gym, shop, member, before }: Omit<Turn, 'day'>): Promise<string> {
  const cart = shop.filter(() => random.below(2) === 0).map((item) => ({ item, quantity: 1 + random.below(3) }));
  if (cart.length === 0) return 'nothing';
  const items = cart.map(({ item, quantity }) => ({ salesItemId: item.id, quantity }));
  const lines = cart.map(({ item, quantity }) => ({
    quantity,
    cents: item.cents * quantity,
    item: item.id,
    refunded: 0,
  }));
  const invoice = new ModelInvoice(lines, false);
  const cash = invoice.due() > leastCharge && random.below(2) === 0 ? 1 + random.below(invoice.due() - leastCharge) : 0;
  const key = uuid();
  const how = cash > 0 ? { stripePayment: true, cash: { amount: cash / 100 } } : { paymentMethod: 'cash' };
  const post = async (path: string, body: object) => {
    const response = await caller.post(path, { body, headers: { 'idempotency-key': key } });
    expect([response.status, response.body.message, before]).toEqual([
      path.endsWith('cancel') ? 200 : 201,
      undefined,
      before,
    ]);
    return response.body;
  };
  const { locationId } = gym;
  const sold = await post('/sales-items/purchase', { contactId: member.contactId, locationId, items, ...how });
  member.model.invoices.push(invoice);
  if (cash > 0 && random.below(4) === 0) {
    await post('/sales-items/purchase/cancel', { locationId });
    invoice.status = 'void';
    return '200';
  }
  for (const { item, quantity } of cart) item.left -= quantity;
  if (cash > 0) {
    const intent: string = sold.paymentIntent.id;
    if (random.below(3) === 0)
      expect(() => gym.account.confirmIntent(intent, { payment_method: 'pm_card_chargeDeclined' })).toThrow('declined');
    gym.account.confirmIntent(intent, { payment_method: 'pm_card_visa' });
    expect(await gym.deliver(gym.account.events.at(-1)!)).toMatchObject({ status: 200 });
    invoice.pay('card', invoice.due() - cash);
    // It is the saved card from now on.
    member.model.cardWorks = true;
  }
  invoice.pay('cash');
  return '200';
}

/** What Stripe charges at least, in cents. */
const leastCharge = 50;

/** Cash for the bill of the next period: all of it, or a part. */
export async function pay({ caller, gym, member, day, before }: Omit<Turn, 'shop'>, isPart: boolean): Promise<string> {
  const { model } = member;
  const id = await invoiceId(
    gym,
    member,
    model.invoices.findIndex((invoice) => invoice === model.bill?.invoice),
  );
  const response = await caller.post(`/invoices/${id}/payments`, {
    body: { method: 'cash', ...(isPart && { amount: 0.5 }) },
  });
  model.pay(day, isPart);
  expect([response.status, response.body.message, before]).toEqual([201, undefined, before]);
  return '200';
}

/** A refund of one of the member's invoices, which may ask for more than is left or for something impossible. */
export async function refund(random: Random, { caller, gym, shop, member, day, before }: Turn): Promise<string> {
  const { model } = member;
  const index = random.below(model.invoices.length);
  const invoice = model.invoices[index] as ModelInvoice;
  const by = random.pick(['all', 'amount', 'pieces', 'pieces'] as const);
  const toCard = random.below(4) === 0 ? !invoice.isMostlyByCard() : invoice.isMostlyByCard();
  const pieces = new Map(
    invoice.lines
      .map(({ quantity }, position) => [position, random.below(quantity + 1)] as const)
      .filter(([, quantity]) => quantity > 0),
  );
  const cents = by === 'amount' ? 1 + random.below(Math.ceil(invoice.left() * 1.2)) : undefined;
  const asked = {
    cents,
    pieces: by === 'pieces' && pieces.size > 0 ? pieces : undefined,
    toCard,
    restock:
      invoice.paysMembership && random.below(9) > 0
        ? []
        : invoice.lines.flatMap((_line, position) =>
            random.below(2) === 0 && (by !== 'pieces' || pieces.has(position)) ? [position] : [],
          ),
  };
  const membership = random.pick([undefined, 'keep', 'end_now', 'end_at_period'] as const);
  const ends = membership === 'end_now' || membership === 'end_at_period' ? membership : undefined;
  const outcome = ends && !invoice.paysMembership ? undefined : invoice.refund(asked);
  const body = {
    ...(cents !== undefined && { amount: cents / 100 }),
    ...(asked.pieces && { lines: [...asked.pieces].map(([position, quantity]) => ({ position, quantity })) }),
    destination: toCard ? 'card' : 'cash',
    reason: 'Not wanted',
    ...(asked.restock.length > 0 && { restock: asked.restock }),
    ...(membership && { membership }),
  };
  const delivered = gym.account.events.length;
  const id = await invoiceId(gym, member, index);
  const response = await caller.post(`/invoices/${id}/refunds`, { body });
  const seen = [index, JSON.stringify(body), before];
  expect([response.status, response.body.message, ...seen]).toEqual([
    outcome ? 201 : 409,
    response.body.message,
    ...seen,
  ]);
  if (!outcome) return '409';
  expect([Math.round(response.body.refund.amount * 100), ...seen]).toEqual([outcome.cents, ...seen]);
  for (const item of shop) item.left += outcome.stock.get(item.id) ?? 0;
  if (ends) model.endRefunded(day, ends);
  // Stripe reports the same refund, which changes nothing.
  for (const event of gym.account.events.slice(delivered))
    expect(await gym.deliver(event)).toMatchObject({ status: 200 });
  return '200';
}

/** The server's id of a member's nth invoice. */
async function invoiceId({ books }: MembersGym, { contactId, model }: Member, index: number): Promise<string> {
  const rows = await books.invoicesOf(contactId);
  expect([contactId, rows.length]).toEqual([contactId, model.invoices.length]);
  return rows[index]?.id ?? '';
}

/** At the end: the remaining stock, and the amount that Stripe refunded. */
export async function compareMoney(
  { account, books }: MembersGym,
  shop: Shop,
  models: readonly MembershipModel[],
): Promise<void> {
  expect(await Promise.all(shop.map(({ id }) => books.stock(id)))).toEqual(shop.map(({ left }) => left));
  const getSum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const payments = (await books.payments()).filter(({ status }) => status === 'refunded');
  expect(getSum(payments.map(({ amount_cents }) => amount_cents))).toBe(
    getSum(models.flatMap(({ invoices }) => invoices.map(({ refunded }) => refunded))),
  );
  const toCards = payments.filter(({ method }) => method === 'card').map(({ amount_cents }) => amount_cents);
  expect([...account.refunds.values()].map(({ amount }) => amount).toSorted()).toEqual(toCards.toSorted());
}
