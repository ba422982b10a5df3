import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { addDays } from 'date-fns';
import { beforeEach, describe, expect, test } from 'vitest';
import { sweepPayments } from '#server/payments/reconcile.ts';
import { collectingAt } from '#tests/support/collecting.ts';
import { aPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { aGym } from '#tests/support/gym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  await server.database.unscoped.deleteFrom('login_failures').execute();
  gym = await aPayingGym(server, stripe);
});

const { at, owed, pay, close, state } = collectingAt(server, () => gym);

const create = (invoiceId: string, body?: object, key?: string, as: keyof PayingGym['by'] = 'operator') =>
  gym.by[as].post(at(invoiceId, 'payment-link'), { ...(body && { body }), ...(key && { headers: { 'idempotency-key': key } }) });
const tokenIn = (url: string) => new URL(url).searchParams.get('token') ?? '';
/** The token of a new link of the invoice. */
const linkOf = async (invoiceId: string) => {
  const { status, body } = await create(invoiceId);
  expect(status).toBe(201);
  return tokenIn(body.url);
};
const show = (token: string) => server.anonymous.get(`/payment-links/${token}`);
const payBy = (token: string, body: object = { saveCard: false }) => server.anonymous.post(`/payment-links/${token}/pay`, { body });
const enterCard = (intentId: string, card = 'pm_card_visa') => gym.account.confirmIntent(intentId, { payment_method: card });
const received = async (invoiceId: string) =>
  (await gym.books.payments(invoiceId)).filter(({ status }) => status === 'completed').reduce((sum, { amount_cents }) => sum + amount_cents, 0);
const charged = () => [...gym.account.charges.values()].reduce((sum, { amount }) => sum + amount, 0);
const paid = ['paid', 10_800, 0, 0];
const savedCard = () =>
  server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('stripe_customers').select('payment_method_id').where('contact_id', '=', gym.contactId).executeTakeFirst(),
  );

describe('sending a link', () => {
  test('works for seven days, is mailed where it is sent to, and only its hash is stored', async () => {
    const id = await owed();
    const before = server.mails.length;
    const key = randomUUID();
    const { status, body } = await create(id, { email: 'payer@member.test' }, key);
    expect(status).toBe(201);
    expect(body).toEqual({ url: expect.stringMatching(/^https:\/\/spotter\.test\/pay\?token=[\w-]{22}$/), expiresAt: addDays(server.clock.now, 7).toISOString(), mailedTo: 'payer@member.test' });
    expect(server.mails.slice(before)).toMatchObject([{ to: 'payer@member.test', link: body.url, subject: 'The Gym: pay $108.00 online' }]);
    expect((await create(id, { email: 'payer@member.test' }, key)).body).toEqual(body);
    expect(server.mails.length).toBe(before + 1);
    const rows = await server.database.scoped([gym.companyId], (tx) =>
      sql<{ rows: string }>`select (select string_agg(l::text, ' ') from payment_links l) || (select string_agg(k::text, ' ') from idempotency_keys k) || (select string_agg(a::text, ' ') from activity a) as rows`.execute(tx),
    );
    expect(rows.rows[0]?.rows).toContain('payer@member.test');
    expect(rows.rows[0]?.rows).not.toContain(tokenIn(body.url));
    expect(server.logged.join('')).not.toContain(tokenIn(body.url));
  });

  test('without an address it is made and not mailed', async () => {
    const before = server.mails.length;
    const { status, body } = await create(await owed());
    expect([status, body.mailedTo, server.mails.length]).toEqual([201, null, before]);
  });

  test('a wrong address is 400, and an invoice of another company 404', async () => {
    const id = await owed();
    expect((await create(id, { email: 'nobody' })).status).toBe(400);
    expect((await create(id, { to: 'payer@member.test' })).status).toBe(400);
    const rival = await aGym(server);
    expect((await rival.by.admin.post(at(id, 'payment-link'))).status).toBe(404);
    expect((await create(id, undefined, undefined, 'point_of_sale')).status).toBe(403);
  });

  test.each(['paid', 'void', 'refunded', 'draft'] as const)('an invoice that is %s is 409', async (status) => {
    const id = await owed({ status, ...(status === 'draft' ? {} : { due_cents: 0, paid_cents: status === 'void' ? 0 : 10_800 }) });
    expect((await create(id)).status).toBe(409);
  });

  test('without Stripe it is 409', async () => {
    const id = await owed();
    await server.database.scoped([gym.companyId], (tx) => tx.deleteFrom('stripe_configs').execute());
    expect(await create(id)).toMatchObject({ status: 409, body: { message: 'Stripe payment configuration is not set up for this company' } });
  });

  test('more mails to one address than a person would send are refused', async () => {
    const id = await owed();
    const statuses: number[] = [];
    for (let sent = 0; sent < 6; sent += 1) statuses.push((await create(id, { email: 'payer@member.test' })).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  });

  test('a card payment of the till that nobody finished is canceled, and the sale stays', async () => {
    const { body } = await gym.till.card([{ salesItemId: await gym.make.salesItem({ price_cents: 10_000 }), quantity: 1 }]);
    const id: string = body.invoice.id;
    const token = await linkOf(id);
    expect(gym.account.intentOf(body.paymentIntent.id).status).toBe('canceled');
    server.clock.now = new Date(server.clock.now.getTime() + 31 * 60_000);
    await sweepPayments({ config: server.config, database: server.database, clock: () => server.clock.now });
    const answer = await payBy(token);
    enterCard(answer.body.paymentIntent.id);
    await gym.deliverAll();
    expect(await state(id)).toEqual(paid);
  });
});

describe('what a link shows', () => {
  test('the gym, the lines and the money, and nothing of the member', async () => {
    const id = await owed({ paid_cents: 2_000, due_cents: 8_800, status: 'partially_paid' });
    const { status, body, headers } = await show(await linkOf(id));
    expect(status).toBe(200);
    expect(body).toEqual({
      invoice: {
        company: { name: 'The Gym' },
        location: { name: 'North' },
        lineItems: [{ name: 'Water Bottle', description: null, type: 'sales_item', quantity: 1, price: 3, total: 3 }],
        tax: 8,
        total: 108,
        paid: 20,
        due: 88,
        currency: 'USD',
        renews: false,
      },
      stripePublishableKey: gym.account.publishableKey,
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  test('whether it pays for a plan that renews by card', async () => {
    const id = await owed();
    await gym.make.held(gym.contactId, { invoice_id: id, auto_renew: true });
    expect((await show(await linkOf(id))).body.invoice.renews).toBe(true);
  });

  test('a link that was made up is 404, and many of them 429', async () => {
    expect(await show('made-up')).toMatchObject({ status: 404, body: { message: 'Payment link not found' } });
    expect((await payBy('made-up')).status).toBe(404);
    expect((await payBy('made-up', { saveCard: 'yes' })).status).toBe(400);
    let status = 404;
    for (let tries = 0; tries < 60 && status === 404; tries += 1) ({ status } = await show(`made-up-${tries}`));
    expect(status).toBe(429);
    // Real links go on.
    expect((await show(await linkOf(await owed()))).status).toBe(200);
  });

  test('a link that is over is 410 and says why', async () => {
    const cases: Record<string, (id: string) => Promise<unknown>> = {
      paid: (id) => pay(id, { method: 'cash' }),
      void: (id) => close(id, 'void'),
      replaced: (id) => create(id),
      expired: async () => void (server.clock.now = addDays(server.clock.now, 7)),
    };
    const texts: string[] = [];
    for (const [name, end] of Object.entries(cases)) {
      const id = await owed();
      const token = await linkOf(id);
      await end(id);
      const [shown, tried] = [await show(token), await payBy(token)];
      expect([name, shown.status, shown.body.state, tried.status, tried.body.message]).toEqual([name, 410, name, 410, shown.body.message]);
      texts.push(shown.body.message);
    }
    expect(new Set(texts).size).toBe(4);
  });

  test('a link of a company that is gone is 404', async () => {
    const token = await linkOf(await owed());
    await server.database.scoped([gym.companyId], (tx) => tx.updateTable('companies').set({ archived_at: new Date() }).execute());
    expect((await show(token)).status).toBe(404);
  });
});

describe('paying by a link', () => {
  test('charges what is due once; the webhook books it before and after the page reads again, and twice', async () => {
    for (const isToldFirst of [true, false]) {
      const id = await owed();
      const token = await linkOf(id);
      const { status, body } = await payBy(token);
      expect([status, body]).toEqual([200, { paymentIntent: { id: expect.any(String), clientSecret: expect.any(String), status: 'requires_payment_method' } }]);
      enterCard(body.paymentIntent.id);
      if (isToldFirst) await gym.deliverAll();
      expect(await show(token)).toMatchObject({ status: 410, body: { state: 'paid' } });
      expect((await payBy(token)).status).toBe(410);
      await gym.deliverAll();
      await gym.deliverAll();
      expect([await received(id), await state(id)]).toEqual([10_800, paid]);
    }
    expect(charged()).toBe(21_600);
  });

  test('without the payer’s word the card is not kept, and with it it is', async () => {
    const id = await owed();
    const first = await payBy(await linkOf(id), { saveCard: false });
    enterCard(first.body.paymentIntent.id);
    await gym.deliverAll();
    expect(await savedCard()).toEqual({ payment_method_id: null });
    const second = await payBy(await linkOf(await owed()), { saveCard: true });
    enterCard(second.body.paymentIntent.id);
    await gym.deliverAll();
    expect(await savedCard()).toEqual({ payment_method_id: expect.any(String) });
    expect(gym.account.cardsOf(String(gym.account.intentOf(second.body.paymentIntent.id).customer))).toHaveLength(1);
  });

  test('another word on the second try counts', async () => {
    const token = await linkOf(await owed());
    const first = await payBy(token, { saveCard: true });
    expect(() => enterCard(first.body.paymentIntent.id, 'pm_card_chargeDeclined')).toThrow('declined');
    const second = await payBy(token, { saveCard: false });
    expect(second.body.paymentIntent.id).toBe(first.body.paymentIntent.id);
    enterCard(second.body.paymentIntent.id);
    await gym.deliverAll();
    expect(await savedCard()).toEqual({ payment_method_id: null });
  });

  test('two payers at once get one intent, whatever each says of the card', async () => {
    for (let round = 0; round < 3; round += 1) {
      const id = await owed();
      const token = await linkOf(id);
      const replies = await Promise.all([false, true, false, false].map((saveCard) => payBy(token, { saveCard })));
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(replies.map(({ body }) => body.paymentIntent.id)).size).toBe(1);
      enterCard(replies[0]?.body.paymentIntent.id);
      await gym.deliverAll();
      expect([await received(id), await state(id)]).toEqual([10_800, paid]);
    }
  });

  test('cash at the desk cancels the intent: the money comes once', async () => {
    const id = await owed();
    const token = await linkOf(id);
    const { body } = await payBy(token);
    expect((await pay(id, { method: 'cash' })).status).toBe(201);
    expect(() => enterCard(body.paymentIntent.id)).toThrow();
    await gym.deliverAll();
    expect([await received(id), await state(id), charged()]).toEqual([10_800, paid, 0]);
    expect(await show(token)).toMatchObject({ status: 410, body: { state: 'paid' } });
  });

  test('a link and cash at once take the money once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const before = charged();
      const id = await owed();
      const token = await linkOf(id);
      const [byLink, cash] = await Promise.all([payBy(token), pay(id, { method: 'cash' })]);
      try {
        if (byLink.status === 200) enterCard(byLink.body.paymentIntent.id);
      } catch {
        // Canceled for the cash.
      }
      await gym.deliverAll();
      const fromCard = charged() - before;
      expect(fromCard + (cash.status === 201 ? 10_800 : 0)).toBeLessThanOrEqual(10_800);
      if (fromCard > 0 || cash.status === 201) expect([await received(id), await state(id)]).toEqual([10_800, paid]);
    }
  });

  test('cash that is taken while the intent is made leaves nothing to pay', async () => {
    const id = await owed();
    const token = await linkOf(id);
    stripe.slow(200);
    const byLink = payBy(token);
    await expect.poll(() => gym.books.payments(id)).toHaveLength(1);
    const cash = await pay(id, { method: 'cash' });
    stripe.slow(0);
    expect([cash.status, (await byLink).status]).toEqual([201, 410]);
    expect((await gym.books.payments(id)).map(({ method, status }) => [method, status])).toEqual([['cash', 'completed']]);
  });

  test('while the bank processes it, staff take nothing, and the payer is told', async () => {
    const id = await owed();
    const token = await linkOf(id);
    const { body } = await payBy(token);
    enterCard(body.paymentIntent.id, 'pm_card_processing');
    expect((await payBy(token)).body.paymentIntent).toMatchObject({ id: body.paymentIntent.id, status: 'processing' });
    expect((await pay(id, { method: 'cash' })).status).toBe(409);
    expect((await create(id)).status).toBe(409);
  });

  test('after a part was paid, only the rest is charged, and another amount than the one shown is 409', async () => {
    const id = await owed();
    const token = await linkOf(id);
    const first = await payBy(token, { saveCard: false, expectedDue: 108 });
    await pay(id, { method: 'cash', amount: 50 });
    expect(await payBy(token, { saveCard: false, expectedDue: 108 })).toMatchObject({ status: 409, body: { message: 'The amount has changed', due: 58 } });
    const { body } = await payBy(token, { saveCard: false, expectedDue: 58 });
    expect(body.paymentIntent.id).not.toBe(first.body.paymentIntent.id);
    expect(gym.account.intentOf(body.paymentIntent.id).amount).toBe(5_800);
    enterCard(body.paymentIntent.id);
    await gym.deliverAll();
    expect([await received(id), await state(id)]).toEqual([10_800, paid]);
  });

  test('a new card that staff began for a part is canceled for the payer', async () => {
    const id = await owed();
    const token = await linkOf(id);
    const atDesk = await pay(id, { method: 'card', card: 'new', amount: 50 });
    const { body } = await payBy(token);
    expect(gym.account.intentOf(atDesk.body.paymentIntent.id).status).toBe('canceled');
    expect(gym.account.intentOf(body.paymentIntent.id).amount).toBe(10_800);
  });

  test('an intent that nobody pays is given up after half an hour; the link goes on with another', async () => {
    const id = await owed();
    const token = await linkOf(id);
    const first = await payBy(token);
    server.clock.now = new Date(server.clock.now.getTime() + 31 * 60_000);
    await sweepPayments({ config: server.config, database: server.database, clock: () => server.clock.now });
    expect([await state(id), gym.account.intentOf(first.body.paymentIntent.id).status]).toEqual([['open', 0, 10_800, 0], 'canceled']);
    const second = await payBy(token);
    enterCard(second.body.paymentIntent.id);
    await gym.deliverAll();
    expect([await received(id), await state(id)]).toEqual([10_800, paid]);
  });

  test('a lost answer of Stripe is 503, and the next try finds the same intent', async () => {
    const token = await linkOf(await owed());
    stripe.fail(/payment_intents$/, 'cut', 2);
    expect((await payBy(token)).status).toBe(503);
    const { body } = await payBy(token);
    expect([...gym.account.intents.values()].filter(({ amount }) => amount === 10_800).map(({ id }) => id)).toEqual([body.paymentIntent.id]);
  });

  test('more tries than a person would make are refused', async () => {
    const token = await linkOf(await owed());
    let status = 200;
    let tries = 0;
    for (; tries < 40 && status === 200; tries += 1) ({ status } = await payBy(token));
    expect([status, tries]).toEqual([429, 31]);
  });
});
