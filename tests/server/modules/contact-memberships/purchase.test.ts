import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { inParallel, statuses } from '#tests/support/sales.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
let today: string;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
  today = todayIn(gym.timezone, server.clock.now);
});

const never = '01900000-0000-7000-8000-000000000000';
const buy = (membershipId: string, change: object = {}, key?: string) =>
  gym.by.operator.post('/memberships/purchase', {
    body: { contactId: gym.contactId, membershipId, startDate: today, autoRenew: false, notes: '', ...change },
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const membership = async () => (await gym.by.operator.get(`/contacts/${gym.contactId}/memberships`)).body.memberships;
const sweep = () => sweepPayments(server.context);

/** A plan with a required item, an optional one and the location's fees, one of them inactive. */
async function createFullPlan() {
  const planId = await gym.make.plan({ location_id: gym.locationId, name: 'Gold', price_cents: 4_995 });
  const towel = await gym.make.salesItem({
    name: 'Towel',
    price_cents: 1_001,
    is_physical_item: true,
    inventory_quantity: 3,
  });
  const locker = await gym.make.salesItem({ name: 'Locker', price_cents: 9_900 });
  await server.database.scoped([gym.companyId], async (tx) => {
    const link = { company_id: gym.companyId, membership_id: planId };
    await tx
      .insertInto('membership_sales_items')
      .values([
        { ...link, id: towel, sales_item_id: towel, is_required: true },
        { ...link, id: locker, sales_item_id: locker, is_required: false },
      ])
      .execute();
    const fee = { company_id: gym.companyId, location_id: gym.locationId };
    await tx
      .insertInto('location_fees')
      .values([
        { ...fee, id: planId, name: 'Card handling', type: 'percentage', amount: '2.50' },
        { ...fee, id: towel, name: 'Key tag', type: 'fixed', amount: '5.00' },
        { ...fee, id: locker, name: 'Old fee', type: 'fixed', amount: '99.00', is_active: false },
      ])
      .execute();
  });
  return { planId, towel };
}

describe('buying a plan', () => {
  test('charges the plan, its required sales items and each active location fee, as the preview said', async () => {
    const { planId, towel } = await createFullPlan();
    const { body: preview } = await gym.by.operator.get(`/memberships/${planId}/preview/${gym.contactId}`);
    const { status, body } = await buy(planId);
    expect(status).toBe(201);
    expect(
      body.lineItems.map((line: { name: string; type: string; total: number }) => [line.name, line.type, line.total]),
    ).toEqual([
      ['Gold', 'membership', 49.95],
      ['Towel', 'sales_item', 10.01],
      ['Card handling', 'location_fee', 1.25],
      ['Key tag', 'location_fee', 5],
    ]);
    expect(body).toMatchObject({
      success: true,
      contactMembership: null,
      totalAmount: preview.preview.total,
      invoice: { status: 'open', tax: preview.preview.tax },
    });
    expect(gym.account.intentOf(body.paymentIntent.id).amount).toBe(Math.round(body.totalAmount * 100));
    expect(await gym.books.stock(towel)).toBe(2);
  });

  test('is granted when the payment has succeeded, not before', async () => {
    const { body } = await buy(await gym.make.plan());
    expect(await membership()).toEqual([]);
    gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
    expect(await membership()).toMatchObject([
      { membershipName: 'Monthly Unlimited', startDate: today, accessEnabled: true, purchasePrice: 49.99 },
    ]);
    expect(await gym.books.invoice(body.invoice.id)).toMatchObject({ status: 'paid' });
  });

  test.each([
    ['monthly', { billing_frequency: 'monthly' as const }, '2027-01-31', '2027-02-27', null],
    ['annually', { billing_frequency: 'annually' as const }, '2028-02-29', '2029-02-27', null],
    [
      'a one-day pass',
      { billing_frequency: 'one_time' as const, access_duration_days: 1 },
      '2027-03-14',
      '2027-03-14',
      null,
    ],
    ['a contract', { type: 'contract' as const, contract_length_months: 12 }, '2027-03-15', '2027-04-14', '2028-03-14'],
  ])('what a bought membership runs to: %s', async (_case, plan, startDate, endDate, contractEndDate) => {
    // By its own clock: the days of the table are in the past one day.
    server.clock.now = new Date(`${startDate}T18:00:00Z`);
    const operator = await server.as(gym.users.operator);
    const purchase = { contactId: gym.contactId, membershipId: await gym.make.plan(plan), startDate };
    const { body } = await operator.post('/memberships/purchase', { body: purchase });
    gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
    const { body: held } = await operator.get(`/contacts/${gym.contactId}/memberships`);
    expect(held.memberships).toMatchObject([{ startDate, endDate, contractEndDate }]);
  });

  test('automatic renewal is stored, but not for a one-time plan', async () => {
    const oneTime = await gym.make.plan({ billing_frequency: 'one_time', access_duration_days: 7 });
    for (const id of [await gym.make.plan(), oneTime]) await buy(id, { autoRenew: true });
    const rows = await gym.books.memberships(gym.contactId);
    expect(rows.map(({ billing_frequency, auto_renew }) => [billing_frequency, auto_renew])).toEqual([
      ['monthly', true],
      ['one_time', false],
    ]);
  });

  test('a start date before today, by the location’s clock, is refused', async () => {
    const planId = await gym.make.plan();
    const message = 'Start date cannot be in the past';
    expect(await buy(planId, { startDate: addDays(today, -1) })).toMatchObject({
      status: 400,
      body: { success: false, error: message, message, errors: { startDate: message } },
    });
    server.clock.now = new Date('2027-03-11T05:59:00Z');
    const caller = await server.as(gym.users.operator);
    const body = { contactId: gym.contactId, membershipId: planId, startDate: '2027-03-10' };
    expect((await caller.post('/memberships/purchase', { body })).status).toBe(201);
    server.clock.now = new Date('2027-03-11T07:01:00Z');
    expect((await caller.post('/memberships/purchase', { body })).status).toBe(400);
  });

  test.each([
    ['unpublished', { is_published: false }, 'Gone is not on sale'],
    ['inactive', { is_active: false }, 'Gone is not on sale'],
    ['archived', { archived_at: new Date() }, 'Gone is no longer on sale'],
  ])('only plans that are published and active can be bought: %s', async (_case, plan, message) => {
    expect(await buy(await gym.make.plan({ name: 'Gone', ...plan }))).toMatchObject({
      status: 409,
      body: { success: false, message },
    });
    expect(await gym.books.invoices()).toEqual([]);
  });

  test('bad input is 400, another company’s plan and contact are 404, like unknown ids', async () => {
    const planId = await gym.make.plan();
    expect(await buy(planId, { startDate: '' })).toMatchObject({
      status: 400,
      body: { message: 'Please select a start date' },
    });
    expect(await buy('none')).toMatchObject({ status: 400, body: { message: 'Membership ID is required' } });
    const rival = await createPayingGym(server, stripe);
    const [theirPlan, neverPlan] = [await buy(await rival.make.plan()), await buy(never)];
    expect([theirPlan.status, theirPlan.body]).toEqual([404, neverPlan.body]);
    const [theirContact, neverContact] = [
      await buy(planId, { contactId: rival.contactId }),
      await buy(planId, { contactId: never }),
    ];
    expect([theirContact.status, theirContact.body]).toEqual([404, neverContact.body]);
  });

  test('refunded in full, the plan’s access ends', async () => {
    const { body } = await buy(await gym.make.plan(), { autoRenew: true });
    gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
    gym.account.refund(body.paymentIntent.id);
    await gym.deliverAll();
    expect(await membership()).toEqual([]);
    const { status, body: denied } = await gym.by.operator.post('/checkins', {
      body: { contactId: gym.contactId, locationId: gym.locationId, doorId: 'Front Desk' },
    });
    expect([status, denied.message]).toEqual([403, 'No membership found for this contact']);
  });

  test('refunded later, its last day was yesterday and it no longer renews', async () => {
    const { body } = await buy(await gym.make.plan(), { autoRenew: true });
    gym.account.confirmIntent(body.paymentIntent.id, { payment_method: 'pm_card_visa' });
    server.advance({ days: 5 });
    gym.account.refund(body.paymentIntent.id);
    await gym.deliverAll();
    expect(await gym.books.memberships(gym.contactId)).toMatchObject([
      { end_date: addDays(today, 4), auto_renew: false },
    ]);
  });
});

test('one key 20 times at once: one invoice, one membership, one intent, one answer', async () => {
  const planId = await gym.make.plan();
  const replies = await inParallel(20, 20, () => buy(planId, {}, 'twenty'));
  expect(statuses(replies)).toEqual({ 201: 20 });
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect([
    (await gym.books.invoices()).length,
    (await gym.books.memberships(gym.contactId)).length,
    gym.account.intents.size,
  ]).toEqual([1, 1, 1]);
});

describe('a plan that is archived while its purchase waits for the payment', () => {
  const archive = async (planId: string) =>
    expect((await gym.by.admin.delete(`/memberships/${planId}`)).status).toBe(200);

  test('is granted when it is paid, and its key repeats the answer', async () => {
    const planId = await gym.make.plan();
    const begun = await buy(planId, {}, 'begun');
    await archive(planId);
    expect(await buy(planId, {}, 'begun')).toMatchObject({ status: 201, body: begun.body });
    gym.account.confirmIntent(begun.body.paymentIntent.id, { payment_method: 'pm_card_visa' });
    await gym.deliverAll();
    expect(await membership()).toHaveLength(1);
  });

  test('can be canceled by its key, also when the contact is deleted too', async () => {
    const planId = await gym.make.plan();
    await buy(planId, {}, 'begun');
    await archive(planId);
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('contacts').set({ archived_at: new Date() }).where('id', '=', gym.contactId).execute(),
    );
    const canceled = await gym.by.operator.post('/memberships/purchase/cancel', {
      body: { contactId: gym.contactId, membershipId: planId },
      headers: { 'idempotency-key': 'begun' },
    });
    expect(canceled).toMatchObject({ status: 200, body: { invoice: { status: 'void' } } });
  });

  test('is no longer on sale, for its preview too', async () => {
    const planId = await gym.make.plan({ name: 'Gold' });
    await buy(planId);
    await archive(planId);
    const refusal = { status: 409, body: { message: 'Gold is no longer on sale' } };
    expect(await buy(planId)).toMatchObject(refusal);
    expect(await gym.by.operator.get(`/memberships/${planId}/preview/${gym.contactId}`)).toMatchObject(refusal);
  });
});

test('a refusal is repeated in the same words', async () => {
  const planId = await gym.make.plan({ is_published: false, name: 'Silver' });
  const refusal = {
    status: 409,
    body: { success: false, error: 'Silver is not on sale', message: 'Silver is not on sale' },
  };
  expect(await buy(planId, {}, 'refused')).toMatchObject(refusal);
  expect(await buy(planId, {}, 'refused')).toMatchObject(refusal);
});

test('a plan that is paid after it was given up is still granted', async () => {
  const { body } = await buy(await gym.make.plan());
  server.advance({ minutes: 30 });
  await sweep();
  expect(await gym.books.invoice(body.invoice.id)).toMatchObject({ status: 'void' });
  const intent = gym.account.intentOf(body.paymentIntent.id);
  intent.status = 'requires_payment_method';
  gym.account.confirmIntent(intent.id, { payment_method: 'pm_card_visa' });
  await gym.deliverAll();
  expect(await gym.books.invoice(body.invoice.id)).toMatchObject({ status: 'paid' });
  expect(await membership()).toHaveLength(1);
});
