import { sql } from 'kysely';
import { expect } from 'vitest';
import { createDrawerGym, type DrawerGym } from '#tests/support/drawers.ts';
import type { Caller, TestServer } from '#tests/support/server.ts';
import { seeded, type Random } from './histories.ts';
import { TillBooks } from './tillBooks.ts';
import { TillInvoice, type CartLine, type ModelDiscount } from './tillModel.ts';

interface Shelf {
  readonly id: string;
  readonly cents: number;
  left: number;
}

/** What the location charges and rounds now. */
interface Place {
  rate: number;
  coin: number;
}

interface Desk {
  readonly random: Random;
  readonly gym: DrawerGym;
  readonly server: TestServer;
  readonly shelf: readonly Shelf[];
  readonly place: Place;
  readonly invoices: TillInvoice[];
  readonly books: TillBooks;
  readonly caller: Caller;
  readonly drawer: { id: string | null };
}

/**
 * Random days at a till: discounts on lines and sales, tax rates and coins that change, cash and checks, bills that are paid in parts,
 * written off or voided, refunds by amount, by piece and of all with items that go back to the shelf, and drawers that are counted, also
 * after midnight. The server and the second model agree on every invoice, shelf, drawer, Z report and account, to the cent.
 */
export async function tillDays(server: TestServer, { turns, seed }: { turns: number; seed: number }): Promise<void> {
  server.clock.now = new Date('2026-10-30T14:00:00Z');
  const random = seeded(seed);
  const gym = await createDrawerGym(server);
  await gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { payments: { otherMethods: ['Check'] } } });
  const prices = [50, 333, 1_005, 7_999];
  const shelf = await Promise.all(
    prices.map(async (cents) => {
      const stocked = { is_physical_item: true, inventory_quantity: 5_000, price_cents: cents };
      return { id: await gym.make.salesItem(stocked), cents, left: 5_000 };
    }),
  );
  const first = { random, gym, server, shelf, place: { rate: 800, coin: 0 }, invoices: [], books: new TillBooks() };
  const drawer = { id: null };
  for (let turn = 0; turn < turns; turn += 1) {
    server.clock.now = new Date(
      server.clock.now.getTime() + (1 + random.below(turn % 9 === 0 ? 30_000 : 2_000)) * 1_000,
    );
    const desk: Desk = { ...first, drawer, caller: await server.as(gym.users.admin) };
    if (turn === 0) await openDrawer(desk);
    const invoice = await act(desk);
    if (invoice) await compareInvoice(desk, invoice);
    await compareDrawer(desk);
  }
  const desk: Desk = { ...first, drawer, caller: await server.as(gym.users.admin) };
  for (const invoice of desk.invoices) await compareInvoice(desk, invoice);
  for (const { id, left } of shelf) expect(await gym.books.stock(id)).toBe(left);
  await compareLedger(desk);
  const happened = desk.invoices.flatMap(({ status, writtenOff, rounding }) => [
    status,
    ...(writtenOff > 0 ? ['written off'] : []),
    ...(rounding === 0 ? [] : ['rounded']),
  ]);
  expect(happened).toEqual(expect.arrayContaining(['paid', 'refunded', 'void', 'written off', 'rounded']));
}

/** One random call; the invoice that it touched. */
async function act(desk: Desk): Promise<TillInvoice | undefined> {
  const { random, invoices } = desk;
  const kind = random.below(20);
  if (kind <= 5) return sell(desk);
  if (kind <= 7) return bill(desk);
  if (kind === 8) return void (await changePlace(desk));
  if (kind === 9) return void (desk.drawer.id ? await closeDrawer(desk) : await openDrawer(desk));
  if (kind === 10) return void (await moveCash(desk));
  const owed = invoices.filter((one) => one.isOwed());
  if (kind <= 13 && owed.length > 0) return pay(desk, random.pick(owed));
  if (kind === 14 && owed.length > 0) return close(desk, random.pick(owed));
  const paid = invoices.filter((one) => one.paid > 0);
  return paid.length > 0 ? refund(desk, random.pick(random.below(2) === 0 ? paid.slice(-4) : paid)) : undefined;
}

const someDiscount = (random: Random): ModelDiscount | undefined => {
  const kind = random.below(4);
  if (kind === 0) return { percent: 1 + random.below(10_000) };
  return kind === 1 ? { cents: 1 + random.below(2_500) } : undefined;
};
const toBody = (discount: ModelDiscount | undefined) =>
  discount && {
    discount: {
      reason: 'Promotion',
      ...('cents' in discount ? { amount: discount.cents / 100 } : { percent: discount.percent / 100 }),
    },
  };

async function sell({ random, gym, shelf, place, invoices, books, caller, drawer }: Desk) {
  const cart = shelf
    .filter(() => random.below(2) === 0)
    .map((item) => ({ item, quantity: 1 + random.below(7), discount: someDiscount(random) }));
  if (cart.length === 0) return undefined;
  const discount = someDiscount(random);
  const isCash = random.below(4) > 0;
  const { status, body } = await caller.post('/sales-items/purchase', {
    body: {
      contactId: gym.contactId,
      locationId: gym.locationId,
      items: cart.map(({ item, quantity, discount: own }) => ({ salesItemId: item.id, quantity, ...toBody(own) })),
      ...toBody(discount),
      ...(isCash ? { paymentMethod: 'cash' } : { paymentMethod: 'other', otherMethod: 'Check' }),
    },
  });
  expect([status, body.message]).toEqual([201, undefined]);
  const lines = cart.map(({ item, quantity, discount: own }): CartLine => {
    return { item: item.id, quantity, price: item.cents * quantity, discount: own };
  });
  // The server keeps them in an order of its own.
  const order = await gym.books.lines(body.invoice.id);
  const sold = new TillInvoice(body.invoice.id, lines, place.rate, discount);
  sold.lines.sort((one, other) => position(order, one.item) - position(order, other.item));
  invoices.push(sold);
  for (const { item, quantity } of cart) item.left -= quantity;
  books.sold(sold);
  if (sold.total > 0) books.paid(sold.pay(sold.due, isCash ? place.coin : 0), isCash, drawer.id !== null);
  return sold;
}

const position = (order: readonly { item_id: string | null }[], item: string | null) =>
  order.findIndex(({ item_id }) => item_id === item);

/** Services that are paid later. */
async function bill({ random, gym, server, place, invoices, books }: Desk) {
  const cart = Array.from({ length: 1 + random.below(3) }, (): CartLine => {
    const quantity = 1 + random.below(3);
    return { item: null, quantity, price: quantity * (100 + random.below(6_000)) };
  });
  const draft = new TillInvoice('', cart, place.rate);
  const now = server.clock.now;
  const sums = { subtotal_cents: draft.net(), tax_cents: draft.tax, total_cents: draft.total, due_cents: draft.total };
  const id = await gym.invoices.invoice(
    gym.contactId,
    { status: 'open', tax_rate: place.rate / 10_000, created_at: now, updated_at: now, ...sums },
    cart.map(({ quantity, price }) => ({ quantity, price_cents: price / quantity, total_cents: price })),
  );
  const written = new TillInvoice(id, cart, place.rate);
  invoices.push(written);
  books.sold(written);
  return written;
}

async function pay({ random, place, books, caller, drawer }: Desk, invoice: TillInvoice) {
  const isCash = random.below(3) > 0;
  const asked = random.below(2) === 0 ? invoice.due : 1 + random.below(invoice.due);
  const { status, body } = await caller.post(`/invoices/${invoice.id}/payments`, {
    body: { method: isCash ? 'cash' : 'other', ...(!isCash && { otherMethod: 'Check' }), amount: asked / 100 },
  });
  expect([status, body.message]).toEqual([201, undefined]);
  books.paid(invoice.pay(asked, isCash ? place.coin : 0), isCash, drawer.id !== null);
  return invoice;
}

async function close({ random, books, caller }: Desk, invoice: TillInvoice) {
  const how = random.pick(['void', 'write-off'] as const);
  const { status } = await caller.post(`/invoices/${invoice.id}/${how}`, { body: { reason: 'Agreed' } });
  const isAccepted = how === 'write-off' || invoice.paid === 0;
  expect([how, status]).toEqual([how, isAccepted ? 200 : 409]);
  if (isAccepted) books.closed(invoice, how, invoice.close(how));
  return invoice;
}

async function refund({ random, shelf, place, books, caller, drawer }: Desk, invoice: TillInvoice) {
  const by = random.pick(['all', 'amount', 'pieces', 'pieces', 'pieces'] as const);
  const cents = by === 'amount' ? 1 + random.below(Math.ceil(invoice.left() * 1.1) + 1) : undefined;
  const chosen = invoice.lines.map(({ quantity }, at) => [at, random.below(quantity + 1)] as const);
  const pieces = new Map(chosen.filter(([, count]) => count > 0));
  const asked = {
    cents,
    pieces: by === 'pieces' && pieces.size > 0 ? pieces : undefined,
    restock: invoice.lines.flatMap(({ item }, at) =>
      item !== null && random.below(3) === 0 && (by !== 'pieces' || pieces.has(at)) ? [at] : [],
    ),
  };
  const outcome = invoice.refund(asked);
  const { status, body } = await caller.post(`/invoices/${invoice.id}/refunds`, {
    body: {
      ...(cents !== undefined && { amount: cents / 100 }),
      ...(asked.pieces && { lines: [...asked.pieces].map(([at, quantity]) => ({ position: at, quantity })) }),
      ...(asked.restock.length > 0 && { restock: asked.restock }),
      destination: 'cash',
      reason: 'Returned',
    },
  });
  const what = [JSON.stringify(invoice), JSON.stringify({ ...asked, pieces: [...(asked.pieces ?? [])] }), body.message];
  expect([status, ...what]).toEqual([outcome ? 201 : 409, ...what]);
  if (!outcome) return invoice;
  expect([body.refund.amount, ...what]).toEqual([outcome.cents / 100, ...what]);
  for (const item of shelf) item.left += outcome.back.get(item.id) ?? 0;
  books.refunded(invoice, outcome, place.coin, drawer.id !== null);
  return invoice;
}

async function changePlace({ random, gym, place, caller }: Desk): Promise<void> {
  place.coin = random.pick([0, 5, 10]);
  place.rate = random.pick([0, 500, 800, 881]);
  const body = { cashRounding: place.coin, salesTaxRate: place.rate / 10_000 };
  expect((await caller.put(`/locations/${gym.locationId}`, { body })).status).toBe(200);
}

async function openDrawer({ random, gym, books, caller, drawer }: Desk): Promise<void> {
  const float = random.below(30_000);
  const { status, body } = await caller.post('/drawers', { body: { locationId: gym.locationId, float: float / 100 } });
  expect(status).toBe(201);
  drawer.id = body.drawer.id;
  books.opened(float);
}

async function moveCash({ random, books, caller, drawer }: Desk): Promise<void> {
  if (!drawer.id) return;
  const type = random.pick(['in', 'out'] as const);
  const cents = 1 + random.below(5_000);
  const body = { type, amount: cents / 100, reason: 'Change' };
  const { status } = await caller.post(`/drawers/${drawer.id}/movements`, { body });
  expect(status).toBe(201);
  books.moved(type === 'in' ? cents : -cents);
}

async function closeDrawer({ random, books, caller, drawer }: Desk): Promise<void> {
  const counted = Math.max(0, books.expected() + random.pick([0, 0, -7, 250]));
  const { status, body } = await caller.post(`/drawers/${drawer.id}/close`, { body: { counted: counted / 100 } });
  expect([status, body.message]).toEqual([200, undefined]);
  const { byMethod, byTaxRate, cashRounding, voids, refunds, difference } = body.drawer;
  const report = books.closedDrawer(counted);
  expect({ byMethod, byTaxRate, cashRounding, voids, refunded: refunds.amount, difference }).toEqual(report);
  drawer.id = null;
}

async function compareInvoice({ gym }: Desk, invoice: TillInvoice): Promise<void> {
  const row = await gym.books.invoice(invoice.id);
  expect(row).toMatchObject({
    status: invoice.status,
    subtotal_cents: invoice.net(),
    tax_cents: invoice.tax,
    total_cents: invoice.total,
    paid_cents: invoice.paid,
    due_cents: invoice.due,
    refunded_cents: invoice.refunded,
    written_off_cents: invoice.writtenOff,
    cash_rounding_cents: invoice.rounding,
  });
}

async function compareDrawer({ books, caller, drawer }: Desk): Promise<void> {
  if (!drawer.id) return;
  const { body } = await caller.get(`/drawers/${drawer.id}`);
  expect(Math.round(body.drawer.expected * 100)).toBe(books.expected());
}

async function compareLedger({ gym, server, books }: Desk): Promise<void> {
  const { rows } = await server.database.scoped([gym.companyId], (tx) =>
    sql<{ account: string; cents: number }>`
      select case account when 'tax' then 'refunds and tax' when 'refunds' then 'refunds and tax' else account end as account, sum(cents)::int as cents
        from ledger_entries group by 1 having sum(cents) <> 0`.execute(tx),
  );
  expect(Object.fromEntries(rows.map(({ account, cents }) => [account, cents]))).toEqual(books.accounts());
}
