import { beforeEach, expect, test } from 'vitest';
import { periodEnd } from '#domain/contact-memberships/billingPeriods.ts';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { collectingAt } from '#tests/support/collecting.ts';
import { linksAt } from '#tests/support/payByLink.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
beforeEach(async () => {
  await server.database.unscoped.deleteFrom('rate_limit_hits').execute();
  gym = await createPayingGym(server, stripe);
});

const { owed, pay, state } = collectingAt(server, () => gym);

const { create, linkOf, show, payBy, enterCard, sweepDeps } = linksAt(server, () => gym);
const received = async (invoiceId: string) =>
  (await gym.books.payments(invoiceId))
    .filter(({ status }) => status === 'completed')
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0);
const charged = () => [...gym.account.charges.values()].reduce((sum, { amount }) => sum + amount, 0);
const paid = ['paid', 10_800, 0, 0];
const savedCard = () =>
  server.database.scoped([gym.companyId], (tx) =>
    tx
      .selectFrom('stripe_customers')
      .select('payment_method_id')
      .where('contact_id', '=', gym.contactId)
      .executeTakeFirst(),
  );

test('charges what is due once; the webhook books it before and after the page reads again, and twice', async () => {
  for (const isToldFirst of [true, false]) {
    const id = await owed();
    const token = await linkOf(id);
    const { status, body } = await payBy(token);
    expect([status, body]).toEqual([
      200,
      {
        paymentIntent: { id: expect.any(String), clientSecret: expect.any(String), status: 'requires_payment_method' },
      },
    ]);
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

test('the card is saved only if the payer agrees', async () => {
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

test('the payer’s last choice about saving the card counts', async () => {
  const token = await linkOf(await owed());
  const first = await payBy(token, { saveCard: true });
  expect(() => enterCard(first.body.paymentIntent.id, 'pm_card_chargeDeclined')).toThrow('declined');
  const second = await payBy(token, { saveCard: false });
  expect(second.body.paymentIntent.id).toBe(first.body.paymentIntent.id);
  enterCard(second.body.paymentIntent.id);
  await gym.deliverAll();
  expect(await savedCard()).toEqual({ payment_method_id: null });
});

test('two concurrent payers get one intent, whatever each chooses about the card', async () => {
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

test('cash at the desk cancels the intent: the invoice is paid once', async () => {
  const id = await owed();
  const token = await linkOf(id);
  const { body } = await payBy(token);
  expect((await pay(id, { method: 'cash' })).status).toBe(201);
  expect(() => enterCard(body.paymentIntent.id)).toThrow();
  await gym.deliverAll();
  expect([await received(id), await state(id), charged()]).toEqual([10_800, paid, 0]);
  expect(await show(token)).toMatchObject({ status: 410, body: { state: 'paid' } });
});

test('a concurrent link payment and cash payment pay the invoice once', async () => {
  for (let round = 0; round < 5; round += 1) {
    const before = charged();
    const id = await owed();
    const token = await linkOf(id);
    const [byLink, cash] = await Promise.all([payBy(token), pay(id, { method: 'cash' })]);
    try {
      if (byLink.status === 200) enterCard(byLink.body.paymentIntent.id);
    } catch {
      // Canceled because of the cash payment.
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
  const asked = stripe.hold(/POST \/v1\/payment_intents$/);
  const byLink = payBy(token);
  await asked.reached;
  const cash = await pay(id, { method: 'cash' });
  asked.release();
  expect([cash.status, (await byLink).status]).toEqual([201, 410]);
  expect((await gym.books.payments(id)).map(({ method, status }) => [method, status])).toEqual([['cash', 'completed']]);
});

test('a payer whose card goes through while staff take cash has paid, and the cash is refused', async () => {
  const id = await owed();
  const token = await linkOf(id);
  const { body } = await payBy(token);
  const asked = stripe.hold(/POST .*cancel$/);
  const cash = pay(id, { method: 'cash' });
  await asked.reached;
  enterCard(body.paymentIntent.id);
  asked.release();
  expect((await cash).status).toBe(409);
  expect([await received(id), await state(id), charged()]).toEqual([10_800, paid, 10_800]);
});

test('a payer who pays while the page is loaded again with another choice about the card has paid once', async () => {
  const id = await owed();
  const token = await linkOf(id);
  const { body } = await payBy(token, { saveCard: false });
  const asked = stripe.hold(/POST .*payment_intents\/[^/]+$/);
  const again = payBy(token, { saveCard: true });
  await asked.reached;
  enterCard(body.paymentIntent.id);
  asked.release();
  expect((await again).status).toBe(410);
  expect([await received(id), await state(id), charged()]).toEqual([10_800, paid, 10_800]);
});

test('an intent that the gym’s new Stripe account does not know is replaced', async () => {
  const id = await owed();
  const token = await linkOf(id);
  const first = await payBy(token);
  gym.account.intents.delete(first.body.paymentIntent.id);
  const { body } = await payBy(token);
  enterCard(body.paymentIntent.id);
  await gym.deliverAll();
  expect([await received(id), await state(id)]).toEqual([10_800, paid]);
});

test('while the bank processes it, staff cannot take a payment, and the payer sees why', async () => {
  const id = await owed();
  const token = await linkOf(id);
  const { body } = await payBy(token);
  enterCard(body.paymentIntent.id, 'pm_card_processing');
  expect((await payBy(token)).body.paymentIntent).toMatchObject({ id: body.paymentIntent.id, status: 'processing' });
  expect((await pay(id, { method: 'cash' })).status).toBe(409);
  expect((await create(id)).status).toBe(409);
});

test('after a partial payment only the rest is charged, and a different amount than the one shown is 409', async () => {
  const id = await owed();
  const token = await linkOf(id);
  const first = await payBy(token, { saveCard: false, expectedDue: 108 });
  await pay(id, { method: 'cash', amount: 50 });
  expect(await payBy(token, { saveCard: false, expectedDue: 108 })).toMatchObject({
    status: 409,
    body: { message: 'The amount has changed', due: 58 },
  });
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

test('an intent that nobody pays is given up after half an hour; the link continues with another', async () => {
  const id = await owed();
  const token = await linkOf(id);
  const first = await payBy(token);
  server.advance({ minutes: 31 });
  await sweepPayments(sweepDeps);
  expect([await state(id), gym.account.intentOf(first.body.paymentIntent.id).status]).toEqual([
    ['open', 0, 10_800, 0],
    'canceled',
  ]);
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
  expect([...gym.account.intents.values()].filter(({ amount }) => amount === 10_800).map(({ id }) => id)).toEqual([
    body.paymentIntent.id,
  ]);
});

test('more tries than a person would make are refused', async () => {
  const token = await linkOf(await owed());
  let status = 200;
  let tries = 0;
  for (; tries < 40 && status === 200; tries += 1) ({ status } = await payBy(token));
  expect([status, tries]).toEqual([429, 31]);
});

test('a renewal whose card was declined is paid by a link, and the membership continues', async () => {
  const start = addDays(todayIn('UTC', new Date()), -40);
  const term = { billingFrequency: 'monthly', startDate: start } as const;
  const heldId = await gym.make.contactMembership(gym.contactId, {
    start_date: start,
    end_date: periodEnd(term, 1),
    periods_paid: 1,
    auto_renew: true,
    grace_days: 30,
  });
  const id = await owed({ kind: 'renewal', status: 'overdue' });
  await server.database.scoped([gym.companyId], (tx) =>
    tx
      .insertInto('renewals')
      .values({
        contact_membership_id: heldId,
        period: 2,
        company_id: gym.companyId,
        invoice_id: id,
        status: 'declined',
        attempts: 1,
        next_attempt_on: periodEnd(term, 1),
        first_failed_on: periodEnd(term, 1),
      })
      .execute(),
  );
  const token = await linkOf(id);
  expect((await show(token)).body.invoice.renews).toBe(true);
  const { body } = await payBy(token, { saveCard: true });
  enterCard(body.paymentIntent.id);
  await gym.deliverAll();
  const { end_date, periods_paid } = await server.database.scoped([gym.companyId], (tx) =>
    tx
      .selectFrom('contact_memberships')
      .select(['end_date', 'periods_paid'])
      .where('id', '=', heldId)
      .executeTakeFirstOrThrow(),
  );
  expect([await state(id), end_date, periods_paid]).toEqual([paid, periodEnd(term, 2), 2]);
});
