import { beforeEach, describe, expect, test } from 'vitest';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
let towel: string;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
  towel = await gym.make.salesItem({ name: 'Towel', price_cents: 10_00 });
});

const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const walkIn = async (locationId = gym.locationId) =>
  (await gym.by.point_of_sale.post(`/locations/${locationId}/walk-in`)).body.contact;
const sell = (contactId: string, change: object = { paymentMethod: 'cash' }, locationId = gym.locationId) =>
  gym.by.admin.post('/sales-items/purchase', {
    body: { contactId, locationId, items: [{ salesItemId: towel, quantity: 1 }], ...change },
  });

describe('the walk-in customer of a location', () => {
  test('is one contact, however many tills request it and how often', async () => {
    const asked = await Promise.all(Array.from({ length: 6 }, () => walkIn()));
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    expect(asked[0]).toMatchObject({ firstName: 'Walk-in', lastName: 'customer', email: '', phone: null });
    const rows = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('contacts').select('id').where('first_name', '=', 'Walk-in').execute(),
    );
    expect(rows).toHaveLength(1);
    expect((await gym.by.admin.post(`/locations/${gym.otherLocationId}/walk-in`)).body.contact.id).not.toBe(
      asked[0].id,
    );
  });

  test('buys in cash, and the invoice is in its name', async () => {
    const { status, body } = await sell((await walkIn()).id);
    expect([status, body.message]).toEqual([201, undefined]);
    const { body: read } = await gym.by.operator.get(`/invoices/${body.invoice.id}`);
    expect(read.contact).toMatchObject({ firstName: 'Walk-in', lastName: 'customer', email: '' });
    expect(
      (await gym.by.operator.get(`/invoices?locationId=${gym.locationId}&search=walk-in`)).body.pagination.total,
    ).toBe(1);
  });

  test('buys by card without a customer at Stripe, and no card is saved', async () => {
    const contact = await walkIn();
    const { status, body } = await sell(contact.id, { stripePayment: true });
    expect(status).toBe(201);
    const intent = gym.account.intents.get(body.paymentIntent.id);
    expect([intent?.customer ?? null, intent?.setup_future_usage ?? null]).toEqual([null, null]);
    const saved = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('stripe_customers').select('customer_id').where('contact_id', '=', contact.id).execute(),
    );
    expect(saved).toEqual([]);
  });

  test('is in no list, search or count of contacts, cannot be read, changed, deleted or checked in, and buys no plan', async () => {
    const count = async () =>
      (await gym.by.operator.get(`/contacts?locationId=${gym.locationId}`)).body.pagination.total;
    const before = await count();
    const { id } = await walkIn();
    expect(await count()).toBe(before);
    expect((await gym.by.operator.get(`/contacts?locationId=${gym.locationId}&search=walk-in`)).body.contacts).toEqual(
      [],
    );
    const responses = await Promise.all([
      gym.by.operator.get(`/contacts/${id}`),
      gym.by.operator.put(`/contacts/${id}`, { body: { lastName: 'Smith' } }),
      gym.by.admin.delete(`/contacts/${id}`),
      gym.by.operator.post('/checkins', { body: { contactId: id, locationId: gym.locationId, doorId: 'front-door' } }),
      gym.by.operator.post('/memberships/purchase', {
        body: { contactId: id, membershipId: await gym.make.plan(), startDate: tomorrow, paymentMethod: 'cash' },
      }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  test('belongs to one location: other locations and companies cannot sell to it', async () => {
    const other = await gym.by.admin.post(`/locations/${gym.otherLocationId}/walk-in`);
    expect((await sell(other.body.contact.id)).status).toBe(404);
    const stranger = await createPayingGym(server, stripe);
    expect((await gym.by.admin.post(`/locations/${stranger.locationId}/walk-in`)).status).toBe(404);
  });
});

describe('cash received', () => {
  test('is stored with the payment and the change', async () => {
    const { body } = await sell(gym.contactId, { paymentMethod: 'cash', tendered: 20 });
    expect(body.payment).toMatchObject({ amount: 10.8, tendered: 20, change: 9.2 });
    const { body: read } = await gym.by.operator.get(`/invoices/${body.invoice.id}`);
    expect(read.payments).toMatchObject([{ amount: 10.8, tendered: 20, change: 9.2 }]);
  });

  test('is stored for a plan too', async () => {
    const membershipId = await gym.make.plan({ price_cents: 5_000 });
    const { status, body } = await gym.by.operator.post('/memberships/purchase', {
      body: { contactId: gym.contactId, membershipId, startDate: tomorrow, paymentMethod: 'cash', tendered: 60 },
    });
    expect([status, body.payment.tendered, body.payment.change]).toEqual([201, 60, 6]);
  });

  test('must cover the total, and is accepted only for cash', async () => {
    const short = await sell(gym.contactId, { paymentMethod: 'cash', tendered: 10 });
    expect([short.status, short.body.message]).toEqual([409, 'The cash received is less than $10.80']);
    expect((await sell(gym.contactId, { stripePayment: true, tendered: 20 })).status).toBe(400);
    expect((await sell(gym.contactId, { paymentMethod: 'other', otherMethod: 'Check', tendered: 20 })).status).toBe(
      400,
    );
    expect(await gym.books.invoices()).toEqual([]);
  });
});
