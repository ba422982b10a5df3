import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { refundingAt } from '#tests/support/refunding.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
});

const { refund, ledger, soldByCard, soldForCash } = refundingAt(() => gym);
const mistake = { destination: 'card', reason: 'A mistake' } as const;
const inCash = { destination: 'cash', reason: 'A mistake' } as const;

describe('in cash', () => {
  test('in full: the invoice is refunded, the payment is unchanged and the refund is a row of its own', async () => {
    const { invoiceId } = await soldForCash();
    const [paid] = await gym.books.payments(invoiceId);
    const { status, body } = await refund(invoiceId, inCash);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      invoice: { status: 'refunded', paid: 32.4, due: 0, refunded: 32.4 },
      refund: {
        amount: 32.4,
        destination: 'cash',
        reason: 'A mistake',
        membership: 'keep',
        lines: [{ position: 0, quantity: 3, restocked: false }],
      },
    });
    const { body: page } = await gym.by.manager.get(`/invoices/${invoiceId}`);
    expect(page.payments).toEqual([
      expect.objectContaining({ id: paid?.id, amount: 32.4, status: 'completed' }),
      expect.objectContaining({
        amount: -32.4,
        status: 'refunded',
        method: 'cash',
        refundOf: paid?.id,
        refundId: body.refund.id,
      }),
    ]);
    expect(page.refunds).toEqual([body.refund]);
    expect(await gym.books.payments(invoiceId)).toContainEqual(paid);
  });

  test('in part and then the rest', async () => {
    const { invoiceId } = await soldForCash();
    expect((await refund(invoiceId, { ...inCash, amount: 10 })).body.invoice).toMatchObject({
      status: 'paid',
      refunded: 10,
    });
    expect((await refund(invoiceId, { ...inCash, amount: 22.41 })).body.message).toBe('Only $22.40 can be refunded');
    expect((await refund(invoiceId, { ...inCash, amount: 22.4 })).body.invoice).toMatchObject({
      status: 'refunded',
      refunded: 32.4,
    });
    expect(await refund(invoiceId, inCash)).toMatchObject({
      status: 409,
      body: { message: 'Everything that was paid on this invoice has been refunded' },
    });
  });

  test('for a partially paid invoice: the amount due stays due', async () => {
    const id = await invoiceBuilders(server, gym).invoice(gym.contactId, {
      status: 'partially_paid',
      total_cents: 10_800,
      tax_cents: 800,
      due_cents: 5_800,
    });
    expect((await refund(id, inCash)).body.invoice).toMatchObject({
      status: 'partially_paid',
      paid: 50,
      due: 58,
      refunded: 50,
    });
    await gym.by.operator.post(`/invoices/${id}/payments`, { body: { method: 'cash' } });
    expect((await gym.by.manager.get(`/invoices/${id}`)).body.invoice).toMatchObject({
      status: 'paid',
      paid: 108,
      due: 0,
      refunded: 50,
    });
    expect((await refund(id, inCash)).body.invoice).toMatchObject({ status: 'refunded', refunded: 108 });
  });

  test('for one whose rest was written off: it stays void, and the loss is unchanged', async () => {
    const id = await invoiceBuilders(server, gym).invoice(gym.contactId, {
      status: 'partially_paid',
      total_cents: 10_800,
      tax_cents: 800,
      due_cents: 5_800,
    });
    await gym.by.manager.post(`/invoices/${id}/write-off`, { body: { reason: 'Moved away' } });
    expect((await refund(id, inCash)).body.invoice).toMatchObject({
      status: 'void',
      paid: 50,
      due: 0,
      refunded: 50,
      writtenOff: 58,
    });
    expect((await refund(id, inCash)).status).toBe(409);
  });

  test('for lines with their tax, restocked as far as they are refunded', async () => {
    const { invoiceId, item } = await soldForCash();
    const { body } = await refund(invoiceId, { ...inCash, lines: [{ position: 0, quantity: 2 }], restock: [0] });
    expect(body).toMatchObject({
      invoice: { status: 'paid', refunded: 21.6 },
      refund: { lines: [{ position: 0, quantity: 2, restocked: true }] },
    });
    expect(await gym.books.stock(item)).toBe(8);
    expect((await refund(invoiceId, { ...inCash, lines: [{ position: 0, quantity: 2 }] })).status).toBe(409);
    await refund(invoiceId, { ...inCash, lines: [{ position: 0, quantity: 1 }], restock: [0] });
    expect([await gym.books.stock(item), (await gym.books.invoice(invoiceId)).status]).toEqual([9, 'refunded']);
  });

  test.each([
    ['without a reason', { destination: 'cash' }],
    ['of a line that is not there', { ...inCash, lines: [{ position: 9, quantity: 1 }] }],
  ])('%s is 400', async (_what, body) => {
    const { invoiceId } = await soldForCash();
    expect((await refund(invoiceId, body)).status).toBe(400);
    expect(await ledger(invoiceId)).toEqual({ status: 'paid', paid: 3_240, refunded: 0, rows: 0 });
  });

  test('an unpaid invoice cannot be refunded', async () => {
    const id = await invoiceBuilders(server, gym).invoice(gym.contactId, { status: 'open', due_cents: 324 });
    expect(await refund(id, inCash)).toMatchObject({
      status: 409,
      body: { message: 'Nothing was paid on this invoice' },
    });
  });

  test('a key refunds once, however often and quickly it is sent', async () => {
    const { invoiceId } = await soldForCash();
    const key = randomUUID();
    const replies = await Promise.all([1, 2, 3].map(() => refund(invoiceId, { ...inCash, amount: 5 }, { key })));
    expect(new Set(replies.map(({ body }) => body.refund.id)).size).toBe(1);
    expect(await ledger(invoiceId)).toEqual({ status: 'paid', paid: 3_240, refunded: 500, rows: 500 });
    expect((await refund(invoiceId, { ...inCash, amount: 6 }, { key })).status).toBe(422);
  });

  test('a refusal is kept with its key, also once the refund could be made', async () => {
    const id = await invoiceBuilders(server, gym).invoice(gym.contactId, { status: 'open', due_cents: 324 });
    const key = randomUUID();
    const refused = await refund(id, inCash, { key });
    expect(refused.status).toBe(409);
    await gym.by.manager.post(`/invoices/${id}/payments`, { body: { method: 'cash' } });
    expect(await refund(id, inCash, { key })).toMatchObject({ status: 409, body: refused.body });
    expect((await refund(id, inCash)).status).toBe(201);
  });

  test('concurrent refunds never exceed what was paid, and restock no more than was sold', async () => {
    const { invoiceId, item } = await soldForCash();
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        refund(invoiceId, { ...inCash, lines: [{ position: 0, quantity: 1 }], restock: [0] }),
      ),
    );
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 409, 409, 409]);
    expect(await ledger(invoiceId)).toEqual({ status: 'refunded', paid: 3_240, refunded: 3_240, rows: 3_240 });
    expect(await gym.books.stock(item)).toBe(9);
  });

  test('the stock is right even while others sell the same item', async () => {
    const { invoiceId, item } = await soldForCash();
    const sale = () => gym.till.cash([{ salesItemId: item, quantity: 1 }]);
    await Promise.all([sale(), refund(invoiceId, { ...inCash, restock: [0] }), sale(), sale()]);
    expect(await gym.books.stock(item)).toBe(6);
  });

  test('a refund while the rest is paid: both are booked, and the sums agree', async () => {
    const id = await invoiceBuilders(server, gym).invoice(gym.contactId, {
      status: 'partially_paid',
      total_cents: 10_800,
      tax_cents: 800,
      due_cents: 5_800,
    });
    const pay = () => gym.by.operator.post(`/invoices/${id}/payments`, { body: { method: 'cash', amount: 29 } });
    const giveBack = () => refund(id, { ...inCash, amount: 50 });
    const [first, second, ...refunds] = await Promise.all([pay(), pay(), giveBack(), giveBack()]);
    expect([first.status, second.status]).toEqual([201, 201]);
    const made = refunds.filter(({ status }) => status === 201).length;
    expect(made).toBeGreaterThan(0);
    const { status, paid_cents, due_cents, refunded_cents } = await gym.books.invoice(id);
    expect([status, paid_cents, due_cents, refunded_cents]).toEqual(['paid', 10_800, 0, made * 5_000]);
  });
});

test('a database constraint keeps the refunded amount between zero and what was paid', async () => {
  const { invoiceId } = await soldForCash();
  const set = (refunded_cents: number) =>
    server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('invoices').set({ refunded_cents }).where('id', '=', invoiceId).execute(),
    );
  await expect(set(-1)).rejects.toThrow(/invoices_refunded/);
  await expect(set(3_241)).rejects.toThrow(/invoices_refunded/);
});

describe('an invoice says which of its card payments can only be refunded in cash', () => {
  const refusals = async (id: string) =>
    (await gym.by.manager.get(`/invoices/${id}`)).body.payments.map(
      (row: { cardRefusal?: string | null }) => row.cardRefusal,
    );

  test('one that was not made through Stripe, and a refund of it to the card is refused in the same words', async () => {
    const { invoice, payment } = invoiceBuilders(server, gym);
    const id = await invoice(gym.contactId);
    await payment(id, { method: 'card' });
    expect(await refusals(id)).toEqual(['not_stripe']);
    expect(await refund(id, mistake)).toMatchObject({
      status: 409,
      body: { message: 'A card payment of this invoice was not made through Stripe. Refund it in cash.' },
    });
    expect((await refund(id, inCash)).status).toBe(201);
  });

  test('one that Stripe charged, once the company has no Stripe account; cash says nothing', async () => {
    const [{ invoiceId }, cash] = [await soldByCard(), await soldForCash()];
    expect([await refusals(invoiceId), await refusals(cash.invoiceId)]).toEqual([[null], [undefined]]);
    await server.database.scoped([gym.companyId], (tx) =>
      tx.deleteFrom('stripe_configs').where('company_id', '=', gym.companyId).execute(),
    );
    expect(await refusals(invoiceId)).toEqual(['stripe_missing']);
    expect((await refund(invoiceId, mistake)).status).toBe(409);
  });
});

test('money that came in cash is not sent to a card', async () => {
  const { invoiceId } = await soldForCash();
  expect(await refund(invoiceId, mistake)).toMatchObject({
    status: 409,
    body: { message: 'None of this was paid by card. Refund it in cash.' },
  });
});

test('the card has at most what cards paid, the rest is refunded in cash', async () => {
  const { invoiceId } = await soldByCard();
  await refund(invoiceId, { ...inCash, amount: 10 });
  expect((await refund(invoiceId, { ...mistake, amount: 0.81 })).body.message).toBe('Only $0.80 can be refunded');
  expect((await refund(invoiceId, mistake)).body.invoice).toMatchObject({ status: 'refunded', refunded: 10.8 });
  expect([...gym.account.charges.values()].map(({ amount_refunded }) => amount_refunded)).toEqual([80]);
});
