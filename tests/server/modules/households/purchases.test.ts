import { beforeEach, describe, expect, test } from 'vitest';
import { startOfDay } from '#domain/shared/dates.ts';
import { renewMemberships } from '#server/modules/contact-memberships/renewals/renew.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import type { Caller } from '#tests/support/server.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
let by: Caller;
let householdId: string;
let ann: string;
let ben: string;
let plan: string;
beforeEach(async () => {
  await server.database.scoped(await server.database.everyCompany(), (tx) => tx.deleteFrom('stripe_configs').execute());
  gym = await createPayingGym(server, stripe);
  setClock('2027-03-15');
  by = await server.as(gym.users.operator);
  ann = gym.contactId;
  ben = await gym.make.contact({ first_name: 'Ben', last_name: 'Oakley' });
  plan = await gym.make.plan();
  householdId = (await by.post('/households', { body: { name: 'Oakley', payerId: ann } })).body.household.id;
  await by.post(`/households/${householdId}/members`, { body: { contactId: ben } });
});

const setClock = (day: string) => {
  server.clock.now = new Date(startOfDay(gym.timezone, day).getTime() + 12 * 3_600_000);
};
const sell = (change: object, headers: Record<string, string> = {}) =>
  by.post('/memberships/purchase', {
    headers,
    body: { contactId: ben, membershipId: plan, startDate: '2027-03-15', autoRenew: true, payerId: ann, ...change },
  });
const bensPlans = async () => (await by.get(`/contacts/${ben}/memberships`)).body.memberships;
/** Ann buys for herself, and her card is saved. */
async function saveCard(card = 'pm_card_visa') {
  const { body } = await sell({ contactId: ann, payerId: undefined });
  gym.account.confirmIntent(body.paymentIntent.id, { payment_method: card });
  await gym.deliverAll();
}
const invoiceNow = async (id: string) => (await gym.books.invoices()).find((invoice) => invoice.id === id);

describe('a plan sold to a dependant', () => {
  test('is charged to the payer’s card: invoice and card are the payer’s, the membership the dependant’s', async () => {
    await saveCard();
    const { status, body } = await sell({ onPayer: 'saved_card' }, { 'Idempotency-Key': 'sale-1' });
    expect({ status, ...body }).toMatchObject({
      status: 201,
      invoice: { contactId: ann, status: 'paid' },
      paymentIntent: { status: 'succeeded' },
      contactMembership: { contactId: ben, autoRenew: true, renewsBy: 'card' },
    });
    expect((await gym.books.lines(body.invoice.id))[0]).toMatchObject({ member_name: 'Ben Oakley' });
    expect(await sell({ onPayer: 'saved_card' }, { 'Idempotency-Key': 'sale-1' })).toMatchObject({ body });
    expect([gym.account.charges.size, (await bensPlans()).length]).toEqual([2, 1]);
  });

  test('sent twice at once with one key, is charged once', async () => {
    await saveCard();
    const headers = { 'Idempotency-Key': 'sale-2' };
    const both = await Promise.all([1, 2, 3].map(() => sell({ onPayer: 'saved_card' }, headers)));
    expect(both.some(({ status }) => status === 201)).toBe(true);
    expect([gym.account.charges.size, (await bensPlans()).length]).toEqual([2, 1]);
  });

  test('a declined card sells nothing and says why', async () => {
    await saveCard('pm_card_chargeCustomerFail');
    const { status, body } = await sell({ onPayer: 'saved_card' });
    expect([status, body.success]).toEqual([402, false]);
    expect(await bensPlans()).toEqual([]);
    expect((await gym.books.invoices()).map((invoice) => invoice.status).toSorted()).toEqual(['paid', 'void']);
  });

  test('without a saved card nothing is written', async () => {
    const { status, body } = await sell({ onPayer: 'saved_card' });
    expect([status, body.message]).toEqual([
      409,
      'No card is saved for the payer. Take a new card, or put it on their account.',
    ]);
    expect(await gym.books.invoices()).toEqual([]);
  });

  test('on the account it is granted now and owed by the payer, who pays later', async () => {
    const key = '5f3a2c1e-0000-4000-8000-000000000001';
    const { status, body } = await sell({ onPayer: 'account' }, { 'Idempotency-Key': key });
    expect({ status, ...body }).toMatchObject({
      status: 201,
      payment: null,
      invoice: { contactId: ann, status: 'open' },
      contactMembership: { contactId: ben, renewsBy: 'manual' },
    });
    await sell({ onPayer: 'account' }, { 'Idempotency-Key': key });
    const emails = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('emails').select(['contact_id', 'kind', 'data']).execute(),
    );
    expect(emails).toEqual([
      { contact_id: ann, kind: 'invoice-due', data: { invoiceId: body.invoice.id, on: '2027-03-15' } },
    ]);
    expect((await by.get(`/purchases/${key}`)).body.state).toBe('completed');
    expect((await by.get(`/contacts/${ann}/standing?locationId=${gym.locationId}`)).body.summary.due).toBe(
      body.totalAmount,
    );
    const paid = await by.post(`/invoices/${body.invoice.id}/payments`, {
      body: { method: 'other', otherMethod: 'Check' },
    });
    expect(paid).toMatchObject({ status: 201, body: { invoice: { status: 'paid' } } });
    expect(await bensPlans()).toHaveLength(1);
  });

  test('a card that pays what is on the account and fails leaves it owed', async () => {
    const { invoice } = (await sell({ onPayer: 'account' })).body;
    const payment = await by.post(`/invoices/${invoice.id}/payments`, { body: { method: 'card', card: 'new' } });
    gym.account.cancelIntent(payment.body.paymentIntent.id);
    await gym.deliverAll();
    expect(await invoiceNow(invoice.id)).toMatchObject({ status: 'open' });
    expect(await bensPlans()).toHaveLength(1);
  });

  test.each([
    ['void', []],
    ['write-off', []],
  ] as const)('%s of what is on the account ends the membership', async (how, left) => {
    const { invoice } = (await sell({ onPayer: 'account' })).body;
    const manager = await server.as(gym.users.manager);
    expect(
      (await manager.post(`/invoices/${invoice.id}/${how}`, { body: { reason: 'Changed their mind' } })).status,
    ).toBe(200);
    expect(await bensPlans()).toEqual(left);
  });

  test('what was used already ends yesterday', async () => {
    const { invoice } = (await sell({ onPayer: 'account' })).body;
    setClock('2027-03-20');
    by = await server.as(gym.users.operator);
    const manager = await server.as(gym.users.manager);
    await manager.post(`/invoices/${invoice.id}/write-off`, { body: { reason: 'Never paid' } });
    expect(await bensPlans()).toMatchObject([{ endDate: '2027-03-19', autoRenew: false }]);
  });

  test('a new card at the desk is saved for the payer, who then pays the renewal', async () => {
    const { body } = await sell({});
    gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
    await gym.deliverAll();
    setClock('2027-04-14');
    await renewMemberships(server.context);
    const invoices = await gym.books.invoices();
    expect(invoices.map(({ kind, contact_id, status }) => [kind, contact_id, status]).toSorted()).toEqual([
      ['purchase', ann, 'paid'],
      ['renewal', ann, 'paid'],
    ]);
  });
});

describe('is refused', () => {
  test.each(['saved_card', 'account'])('when somebody else shall pay by %s', async (onPayer) => {
    const { status, body } = await sell({ onPayer, payerId: await gym.make.contact() });
    expect([status, body.message]).toEqual([409, 'This person does not pay for the contact. Check their household.']);
    expect(await gym.books.invoices()).toEqual([]);
  });

  test('once the dependant has left the household', async () => {
    await by.delete(`/households/${householdId}/members/${ben}`);
    expect((await sell({ onPayer: 'account' })).status).toBe(409);
  });

  test.each([
    ['an account of their own', { onPayer: 'account', payerId: undefined }],
    ['with a payment method', { onPayer: 'account', paymentMethod: 'cash' }],
    ['an unknown way', { onPayer: 'barter' }],
  ])('%s', async (_what, change) => {
    expect((await sell(change)).status).toBe(400);
  });

  test('a payer who is the contact is nobody else', async () => {
    expect((await sell({ payerId: ben, onPayer: 'account' })).status).toBe(400);
    expect((await sell({ payerId: ben, paymentMethod: 'other', otherMethod: 'Check' })).status).toBe(201);
  });
});
