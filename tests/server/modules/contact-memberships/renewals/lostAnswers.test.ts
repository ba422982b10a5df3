import { beforeEach, describe, expect, test } from 'vitest';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { linksAt } from '#tests/support/payByLink.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
let held: Awaited<ReturnType<MembersGym['bought']>>;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
  stripe.heal();
});

const failed = '1 renewals failed and are due again';
const owedId = async () => (await held.invoices())[1]?.id ?? '';
const pay = async (body: object) =>
  (await server.as(gym.users.operator)).post(`/invoices/${await owedId()}/payments`, { body });
const countConfirmed = () => stripe.calls.filter((call) => /payment_intents\/\w+\/confirm$/.test(call)).length;
const countCharged = () => [...gym.account.charges.values()].filter(({ amount }) => amount === 5_399).length;
const countAttempts = async () => {
  const rows = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('renewals').select(['status', 'attempts']).execute(),
  );
  return rows.map(({ status, attempts }) => [status, attempts]);
};

/** Its card is asked on the last paid day, the bank's answer is lost, and so the payment is still open. */
async function loseAnswer(card: string, lose = () => stripe.fail(/^GET .*payment_intents\/\w+$/, 500, 1)) {
  held = await gym.bought('2026-11-01', { card });
  gym.setClock('2026-11-30');
  stripe.fail(/POST .*payment_intents$/, 500, 1_000);
  await expect(gym.renew()).rejects.toThrow(failed);
  const link = await (await server.as(gym.users.operator)).post(`/invoices/${await owedId()}/payment-link`);
  stripe.heal();
  lose();
  await expect(gym.renew()).rejects.toThrow(failed);
  stripe.heal();
  return linksAt(server, () => gym).tokenIn(link.body.url);
}

/** The member types another card, which Stripe then has for the contact. */
async function saveNewCard(card = 'pm_card_visa') {
  const customer = [...gym.account.customers.keys()].at(-1);
  const other = gym.account.createIntent({
    amount: 5_000,
    currency: 'usd',
    customer,
    setup_future_usage: 'off_session',
  });
  const { payment_method } = gym.account.confirmIntent(other.id, { payment_method: card });
  await server.database.scoped([gym.companyId], (tx) =>
    tx
      .updateTable('stripe_customers')
      .set({ payment_method_id: String(payment_method) })
      .where('contact_id', '=', held.contactId)
      .execute(),
  );
}

const afterMinutes = async (minutes: number, find: () => Promise<unknown>) => {
  server.advance({ minutes });
  await find();
};

describe.each<[string, (token: string) => Promise<unknown>]>([
  ['by the next run', () => gym.renew()],
  ['by the sweep', () => afterMinutes(31, () => sweepPayments(server.context))],
  [
    'by the webhook, and closed by the sweep',
    async () => {
      await gym.deliverAll();
      await afterMinutes(31, () => sweepPayments(server.context));
      await gym.deliverAll();
    },
  ],
  [
    'when staff take another card',
    async () => expect((await pay({ method: 'card', card: 'new', amount: 53.99 })).status).toBe(201),
  ],
  ['when staff take a part in cash', async () => expect((await pay({ method: 'cash', amount: 1 })).status).toBe(201)],
  [
    'when somebody pays with a link',
    async (token) => expect((await linksAt(server, () => gym).payBy(token)).status).toBe(200),
  ],
])('a decline whose answer was lost, found %s,', (_who, find) => {
  test.each([
    ['pm_card_chargeCustomerFail', { autoRenew: true, renewalStopped: null }, ['declined', 1]],
    ['pm_card_laterStolen', { autoRenew: false, renewalStopped: 'card_declined' }, ['given_up', 1]],
  ])('counts once: %s', async (card, expected, attempts) => {
    await find(await loseAnswer(card));
    expect(await held.row()).toMatchObject({ ...expected, graceUntil: '2026-12-03', endDate: '2026-11-30' });
    expect(await countAttempts()).toEqual([attempts]);
    const before = countConfirmed();
    await gym.renew();
    expect([await countAttempts(), countConfirmed() - before]).toEqual([[attempts], 0]);
  });

  test('does not stop the renewal of a member who has saved another card meanwhile', async () => {
    const token = await loseAnswer('pm_card_laterStolen');
    await saveNewCard();
    await find(token);
    expect(await held.row()).toMatchObject({ autoRenew: true, renewalStopped: null, graceUntil: '2026-12-03' });
    expect(await countAttempts()).toEqual([['declined', 1]]);
  });
});

/** Stripe fails in the middle of the charge. */
const loseCharge = (how: 500 | 'cut') => loseAnswer('pm_card_visa', () => stripe.fail(/confirm$/, how, 2));
const expectPaidOnce = async (charges: number) => {
  expect((await held.invoices())[1]).toMatchObject({ status: 'paid', paid_cents: 5_399, due_cents: 0 });
  expect([countCharged(), await countAttempts()]).toEqual([charges, [['paid', 0]]]);
  expect(await held.row()).toMatchObject({ endDate: '2026-12-31', autoRenew: true, graceUntil: null });
};
const enterNewCard = async (intentId: string) => {
  gym.account.confirmIntent(intentId, { payment_method: 'pm_card_visa' });
  await gym.deliverAll();
};

test.each<[string, (token: string) => Promise<unknown>]>([
  ['by the next run', () => gym.renew()],
  ['by the sweep', () => sweepPayments(server.context)],
  ['by the webhook', () => gym.deliverAll()],
  [
    'when staff take cash, which is refused',
    async () => expect((await pay({ method: 'cash', amount: 53.99 })).status).toBe(409),
  ],
  [
    'when staff take another card, which is refused',
    async () => expect((await pay({ method: 'card', card: 'new', amount: 53.99 })).status).toBe(409),
  ],
  [
    'when staff make a link, which is refused',
    async () => {
      const operator = await server.as(gym.users.operator);
      expect((await operator.post(`/invoices/${await owedId()}/payment-link`)).status).toBe(409);
    },
  ],
  [
    'when somebody pays with a link, which charges no other card',
    async (token) => {
      const paid = await linksAt(server, () => gym).payBy(token);
      expect([paid.status, paid.body.paymentIntent?.status]).toEqual([410, undefined]);
    },
  ],
])('a payment whose answer was lost, found %s, is booked once', async (_who, find) => {
  await find(await loseCharge('cut'));
  await expectPaidOnce(2);
  await gym.renew();
  await gym.deliverAll();
  await afterMinutes(31, () => sweepPayments(server.context));
  await expectPaidOnce(2);
});

test.each<[string, (token: string) => Promise<unknown>, number]>([
  ['by the next run', () => gym.renew(), 2],
  ['by the sweep', () => afterMinutes(31, () => sweepPayments(server.context)), 2],
  ['by the webhook', () => gym.deliverAll(), 2],
  ['when staff take cash', async () => expect((await pay({ method: 'cash', amount: 53.99 })).status).toBe(201), 1],
  [
    'when staff take another card',
    async () => enterNewCard((await pay({ method: 'card', card: 'new', amount: 53.99 })).body.paymentIntent.id),
    2,
  ],
  [
    'when somebody pays with a link',
    async (token) => enterNewCard((await linksAt(server, () => gym).payBy(token)).body.paymentIntent.id),
    2,
  ],
])(
  'a charge that no bank was asked for, found %s, counts as no attempt, and the period is paid once',
  async (_who, find, charges) => {
    await find(await loseCharge(500));
    expect(await countAttempts()).toEqual([[expect.stringMatching(/^(pending|paid)$/), 0]]);
    await gym.renew();
    await expectPaidOnce(charges);
    await gym.renew();
    await gym.deliverAll();
    await afterMinutes(31, () => sweepPayments(server.context));
    await expectPaidOnce(charges);
  },
);

test.each<[string, (feeId: string) => Promise<unknown>]>([
  ['by the sweep', () => afterMinutes(31, () => sweepPayments(server.context))],
  [
    'by the webhook, and closed by the sweep',
    async () => {
      await gym.deliverAll();
      await afterMinutes(31, () => sweepPayments(server.context));
    },
  ],
  [
    'when staff take a part in cash',
    async (feeId) => {
      const body = { method: 'cash', amount: 1 };
      expect((await gym.by.operator.post(`/invoices/${feeId}/payments`, { body })).status).toBe(201);
    },
  ],
  [
    'when somebody pays with a link',
    async (feeId) => {
      const links = linksAt(server, () => gym);
      expect((await links.payBy(await links.linkOf(feeId))).status).toBe(200);
    },
  ],
])('a decline of a freeze fee whose answer was lost, found %s, is the last try', async (_who, find) => {
  await gym.settings({ freezeFee: 10 });
  held = await gym.bought('2026-11-01', { card: 'pm_card_chargeCustomerFail' });
  const body = { from: '2026-11-01', until: '2026-11-14', reason: 'Knee' };
  const { invoice } = (await held.call('post', 'freezes', body)).body;
  stripe.fail(/^GET .*payment_intents\/\w+$/, 500, 1);
  await expect(gym.renew()).rejects.toThrow(failed);
  const before = countConfirmed();
  await find(invoice.id);
  await gym.renew();
  await afterMinutes(11, () => gym.renew());
  expect(countConfirmed() - before).toBe(0);
  expect(await gym.books.payments(invoice.id)).toContainEqual(
    expect.objectContaining({ status: 'failed', failure_message: 'Your card was declined.' }),
  );
});

test('the card that was saved after a lost hard decline pays the period on the next day of the settings', async () => {
  await loseAnswer('pm_card_laterStolen');
  await saveNewCard();
  await gym.renew();
  gym.setClock('2026-12-01');
  expect(await gym.renew()).toEqual({ charged: 1, declined: 0 });
  expect(await held.row()).toMatchObject({ endDate: '2026-12-31', autoRenew: true });
});

describe('Bill Now after Stripe failed in the middle of the charge', () => {
  async function press() {
    return held.call('post', 'bill-now', undefined, { as: 'operator' });
  }
  /** Pressed long after the last paid day. */
  async function pressedIn(card: string, failing: RegExp, how: 500 | 'cut', times: number) {
    held = await gym.bought('2026-11-01', { card });
    gym.setClock('2027-01-15');
    stripe.fail(failing, how, times);
    expect((await press()).status).toBe(503);
    stripe.heal();
  }

  test.each([
    ['was not asked', 500],
    ['had paid', 'cut'],
  ] as const)('can be pressed again at once, and charges once when the bank %s', async (_what, how) => {
    await pressedIn('pm_card_visa', /confirm$/, how, 2);
    const { status, body } = await press();
    expect([status, body.message, body.invoice.status]).toEqual([200, 'The next period is paid', 'paid']);
    expect([countCharged(), (await held.row()).endDate]).toEqual([2, '2027-01-31']);
  });

  test('says that the card was declined when the bank had declined it', async () => {
    await pressedIn('pm_card_chargeCustomerFail', /^GET .*payment_intents\/\w+$/, 500, 1);
    const before = countConfirmed();
    expect((await press()).status).toBe(402);
    expect([countConfirmed() - before, await countAttempts()]).toEqual([0, [['declined', 1]]]);
  });

  test('charges once when it is pressed at two desks while the job runs', async () => {
    await pressedIn('pm_card_visa', /confirm$/, 500, 2);
    const answers = await Promise.all([press(), press(), gym.renew().catch(() => undefined), press()]);
    expect(answers.map((answer) => (answer && 'status' in answer ? answer.status : 200))).toContain(200);
    await gym.deliverAll();
    await sweepPayments(server.context);
    expect([countCharged(), (await held.row()).endDate]).toEqual([2, '2027-01-31']);
  });

  test('leaves a charge that is under way alone, at another desk and in the job', async () => {
    held = await gym.bought('2026-11-01');
    gym.setClock('2027-01-15');
    const confirmed = stripe.hold(/POST .*confirm$/);
    const first = press();
    await confirmed.reached;
    const [second] = await Promise.all([press(), gym.renew()]);
    expect([second.status, countCharged()]).toEqual([503, 1]);
    confirmed.release();
    expect((await first).status).toBe(200);
    expect([countCharged(), (await held.row()).endDate]).toEqual([2, '2027-01-31']);
  });

  test('says that the bank is processing the payment while it is', async () => {
    held = await gym.bought('2026-11-01');
    await held.saveSlowCard();
    gym.setClock('2027-01-15');
    expect((await press()).body.message).toBe('The bank is processing the payment');
    const again = await press();
    expect([again.status, again.body.message]).toEqual([200, 'The bank is processing the payment']);
  });
});
