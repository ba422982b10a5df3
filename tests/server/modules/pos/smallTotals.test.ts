import { beforeEach, describe, expect, test } from 'vitest';
import { renewMemberships } from '#server/modules/contact-memberships/renewals/renew.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { onlyMembersGym, type MembersGym } from '#tests/support/afterSale.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { payingServer } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: MembersGym;
beforeEach(async () => {
  gym = await onlyMembersGym(server, stripe);
});

const tooSmall = {
  status: 400,
  body: { message: 'A card payment is at least $0.50. Take cash or another method instead.' },
};
const post = async (path: string, body: object, headers = {}) =>
  (await server.as(gym.users.admin)).post(path, { body, headers });
const physical = (price_cents: number) =>
  gym.make.salesItem({ price_cents, is_physical_item: true, inventory_quantity: 5 });
const sell = (items: object[], how: object, headers = {}) =>
  post('/sales-items/purchase', { contactId: gym.contactId, locationId: gym.locationId, items, ...how }, headers);
const buy = (membershipId: string, how: object = {}) =>
  post('/memberships/purchase', {
    contactId: gym.contactId,
    membershipId,
    startDate: todayIn(gym.timezone, server.clock.now),
    autoRenew: true,
    ...how,
  });
const free = { percent: 100, reason: 'A gift' };

describe('a sale of nothing is settled without a payment', () => {
  test.each([
    ['by card', { stripePayment: true }],
    ['in cash', { paymentMethod: 'cash' }],
    ['by check', { paymentMethod: 'other', otherMethod: 'Check' }],
  ])('items %s', async (_case, how) => {
    const item = await physical(1_000);
    const replies = [
      await sell([{ salesItemId: item, quantity: 2, discount: free }], how, { 'idempotency-key': 'gift' }),
      await sell([{ salesItemId: item, quantity: 2, discount: free }], how, { 'idempotency-key': 'gift' }),
    ];
    for (const { status, body } of replies)
      expect([status, body]).toMatchObject([
        201,
        { success: true, invoice: { status: 'paid', total: 0, paid: 0, due: 0 }, payment: null },
      ]);
    expect([
      await gym.books.stock(item),
      (await gym.books.payments()).length,
      gym.account.intents.size,
      (await gym.books.invoices()).length,
    ]).toEqual([3, 0, 0, 1]);
  });

  test('a renewal, by card and by hand', async () => {
    const members = [await gym.bought('2026-11-01'), await gym.bought('2026-11-01')];
    await server.database.scoped([gym.companyId], async (tx) => {
      await tx
        .updateTable('contact_memberships')
        .set({ purchase_price_cents: 0 })
        .where('company_id', '=', gym.companyId)
        .execute();
      await tx
        .updateTable('contact_memberships')
        .set({ renews_by: 'manual' })
        .where('id', '=', members[1]?.id ?? '')
        .execute();
    });
    gym.setClock('2026-11-30');
    for (let run = 0; run < 2; run += 1) expect(await gym.renew()).toEqual({ charged: 0, declined: 0 });
    for (const { row, invoices } of members) {
      expect([await row(), await invoices()]).toMatchObject([
        { endDate: '2026-12-31', autoRenew: true },
        [{ status: 'paid' }, { status: 'paid', total_cents: 0 }],
      ]);
    }
  });

  test('without Stripe too', async () => {
    const poor = await createGym(server);
    const make = builders(server, poor);
    const [contactId, salesItemId] = [await make.contact(), await make.salesItem({ price_cents: 0 })];
    const body = { contactId, locationId: poor.locationId, items: [{ salesItemId, quantity: 1 }], stripePayment: true };
    expect((await poor.by.admin.post('/sales-items/purchase', { body })).body).toMatchObject({
      invoice: { status: 'paid' },
      payment: null,
    });
  });
});

describe('one to 49 cents by card are refused before anything is written', () => {
  test('items and plans: no invoice, and no stock is held', async () => {
    const item = await physical(45);
    expect(await sell([{ salesItemId: item, quantity: 1 }], { stripePayment: true })).toMatchObject(tooSmall);
    expect(await buy(await gym.make.plan({ price_cents: 45 }))).toMatchObject({
      status: 400,
      body: { success: false, message: tooSmall.body.message },
    });
    expect([
      await gym.books.stock(item),
      await gym.books.invoices(),
      await gym.books.memberships(gym.contactId),
    ]).toEqual([5, [], []]);
    expect((await sell([{ salesItemId: item, quantity: 1 }], { paymentMethod: 'cash' })).status).toBe(201);
    const fifty = await physical(50);
    expect((await sell([{ salesItemId: fifty, quantity: 1 }], { stripePayment: true })).status).toBe(201);
  });

  test('a payment on an invoice, a part of one, a retry and a payment link', async () => {
    const [small, owed] = [
      { total_cents: 49, due_cents: 49 },
      { total_cents: 1_000, due_cents: 1_000 },
    ];
    const make = invoiceBuilders(server, gym);
    const [id, other] = [
      await make.invoice(gym.contactId, { status: 'open', ...small }),
      await make.invoice(gym.contactId, { status: 'open', ...owed }),
    ];
    for (const card of ['new', 'saved'])
      expect(await post(`/invoices/${id}/payments`, { method: 'card', card })).toMatchObject(tooSmall);
    expect(await post(`/invoices/${other}/payments`, { method: 'card', card: 'new', amount: 0.49 })).toMatchObject(
      tooSmall,
    );
    expect(await post(`/invoices/${id}/retry`, {})).toMatchObject(tooSmall);
    expect(await post(`/invoices/${id}/payment-link`, {})).toMatchObject(tooSmall);
    expect([await gym.books.payments(), gym.account.intents.size]).toEqual([[], 0]);
    expect((await post(`/invoices/${id}/payments`, { method: 'cash' })).body.invoice.status).toBe('paid');
  });

  test('a payment link says why, once no more than that is due', async () => {
    const id = await invoiceBuilders(server, gym).invoice(gym.contactId, {
      status: 'open',
      total_cents: 1_000,
      due_cents: 1_000,
    });
    const { body: link } = await post(`/invoices/${id}/payment-link`, {});
    const token = new URL(link.paymentLink?.url ?? link.url).searchParams.get('token');
    await post(`/invoices/${id}/payments`, { method: 'cash', amount: 9.7 });
    const why = { status: 400, body: { message: 'A card payment is at least $0.50. Please pay at the front desk.' } };
    expect(await (await server.as(gym.users.admin)).get(`/payment-links/${token}`)).toMatchObject(why);
    expect(await post(`/payment-links/${token}/pay`, {})).toMatchObject(why);
  });

  test('a change of plan', async () => {
    const member = await gym.bought('2026-11-01', { plan: { price_cents: 5_000 } });
    const dearer = await gym.make.plan({ price_cents: 5_030, name: 'Dearer' });
    expect(await member.call('post', 'plan-change', { membershipId: dearer, when: 'now' })).toMatchObject(tooSmall);
    expect(await member.invoices()).toHaveLength(1);
    expect(
      (await member.call('post', 'plan-change', { membershipId: dearer, when: 'now', method: 'cash' })).status,
    ).toBe(200);
  });
});

test('a renewal that is too small for a card is owed at the desk: emailed, overdue with grace period, and renewal stays on', async () => {
  const member = await gym.bought('2026-11-01', { plan: { price_cents: 5_000 } });
  await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('contact_memberships').set({ purchase_price_cents: 40 }).where('id', '=', member.id).execute(),
  );
  gym.setClock('2026-11-30');
  for (let run = 0; run < 2; run += 1) expect(await gym.renew()).toEqual({ charged: 0, declined: 0 });
  const [, renewal] = await member.invoices();
  expect([renewal, await member.row()]).toMatchObject([
    { status: 'overdue', due_cents: 43 },
    { autoRenew: true, endDate: '2026-11-30', graceUntil: '2026-12-03' },
  ]);
  expect(gym.account.intents.size).toBe(1);
  const emails = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('emails').select('kind').where('contact_id', '=', member.contactId).execute(),
  );
  expect(emails.map(({ kind }) => kind)).toContain('invoice-due');
  gym.setClock('2026-12-01');
  await renewMemberships(server.context);
  await post(`/invoices/${renewal?.id}/payments`, { method: 'cash' });
  expect(await member.row()).toMatchObject({ endDate: '2026-12-31', autoRenew: true });
});

test('the fee of a freeze that is too small for a card stays open', async () => {
  const admin = await server.as(gym.users.admin);
  await admin.put(`/companies/${gym.companyId}/settings`, { body: { memberships: { freezeFee: 0.3 } } });
  const member = await gym.bought('2026-11-01');
  gym.setClock('2026-11-05');
  expect(
    (await member.call('post', 'freezes', { from: '2026-11-05', until: '2026-11-20', reason: 'Travel' })).status,
  ).toBeLessThan(300);
  await gym.renew();
  const fee = (await member.invoices()).find(({ total_cents }) => total_cents < 50);
  expect([fee?.status, fee?.due_cents, gym.account.intents.size]).toEqual(['open', 32, 1]);
});
