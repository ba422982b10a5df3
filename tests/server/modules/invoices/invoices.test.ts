import { describe, expect, test } from 'vitest';
import { invoiceSearch } from '#server/modules/invoices/repo.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);

const inGym = (place: Gym) => ({ ...builders(server, place), ...invoiceBuilders(server, place) });

describe('GET /invoices', () => {
  const fresh = async () => {
    const place = await createGym(server);
    const { contact, invoice } = inGym(place);
    const ann = await contact({ first_name: 'Ann' });
    const bob = await contact({ first_name: 'Bob' });
    const annPart = { customer_first_name: 'Ann', customer_last_name: 'Oakley', customer_email: 'ann@oak.test' };
    const bobPart = { customer_first_name: 'Bob', customer_last_name: '100%_sure', customer_email: 'bob@oak.test' };
    const ids = {
      paid: await invoice(ann, {
        ...annPart,
        created_at: new Date('2026-01-05T10:00:00Z'),
        customer_phone: '3035550123',
      }),
      open: await invoice(bob, {
        ...bobPart,
        created_at: new Date('2026-01-06T10:00:00Z'),
        status: 'open',
        total_cents: 123_450,
        due_cents: 123_450,
      }),
    };
    const list = async (query: string) => {
      const { body } = await place.by.operator.get(`/invoices?locationId=${place.locationId}&${query}`);
      return body.invoices.map((row: { invoice: { id: string } }) => (row.invoice.id === ids.paid ? 'paid' : 'open'));
    };
    return { place, ann, bob, ids, list };
  };

  test('a row has its amounts in dollars, its line items, and its customer', async () => {
    const { place, ids, ann } = await fresh();
    const { body } = await place.by.operator.get(`/invoices?locationId=${place.locationId}`);
    expect(body.pagination).toEqual({ page: 1, limit: 10, total: 2, totalPages: 1, hasNext: false, hasPrev: false });
    expect(body.invoices[1]).toEqual({
      invoice: {
        id: ids.paid,
        externalId: null,
        number: expect.stringMatching(/^DEN-1000\d$/),
        contactId: ann,
        locationId: place.locationId,
        status: 'paid',
        description: 'Sales items purchase: Water Bottle',
        subtotal: 3,
        tax: 0.24,
        total: 3.24,
        paid: 3.24,
        due: 0,
        refunded: 0,
        writtenOff: 0,
        closedReason: null,
        disputedAt: null,
        currency: 'USD',
        metadata: {
          lineItems: [{ name: 'Water Bottle', description: null, type: 'sales_item', quantity: 1, price: 3, total: 3 }],
        },
        createdAt: '2026-01-05T10:00:00.000Z',
      },
      contact: { id: ann, firstName: 'Ann', lastName: 'Oakley', email: 'ann@oak.test', phone: '3035550123' },
    });
  });

  test('is sorted by status, total, due and createdAt, by default newest first', async () => {
    const { list } = await fresh();
    expect(await list('')).toEqual(['open', 'paid']);
    for (const column of ['total', 'due', 'createdAt']) {
      expect(await list(`sortBy=${column}&sortOrder=asc`)).toEqual(['paid', 'open']);
      expect(await list(`sortBy=${column}&sortOrder=desc`)).toEqual(['open', 'paid']);
    }
    expect(await list('sortBy=status&sortOrder=asc')).toEqual(['open', 'paid']);
    expect(await list('sortBy=status&sortOrder=desc')).toEqual(['paid', 'open']);
  });

  test('is searched by customer name, email, phone, invoice ID, or total', async () => {
    const { list, ids } = await fresh();
    expect(await list('search=oakl')).toEqual(['paid']);
    expect(await list('search=ann%20oak')).toEqual(['paid']);
    expect(await list('search=BOB%40oak.test')).toEqual(['open']);
    expect(await list('search=(303)%20555-0123')).toEqual(['paid']);
    expect(await list(`search=${ids.open}`)).toEqual(['open']);
    expect(await list(`search=${encodeURIComponent(`Invoice #${ids.paid.slice(-8).toUpperCase()}`)}`)).toEqual([
      'paid',
    ]);
    expect(await list('search=%241%2C234.50')).toEqual(['open']);
    expect(await list('search=3.24')).toEqual(['paid']);
    expect(await list('search=%25_s')).toEqual(['open']);
    expect(await list('search=_%25')).toEqual([]);
  });

  test('a contact’s invoices are those of this contact alone', async () => {
    const { list, ann, bob } = await fresh();
    expect(await list(`contactId=${ann}`)).toEqual(['paid']);
    expect(await list(`contactId=${bob}`)).toEqual(['open']);
    expect(await list(`contactId=${bob}&search=oakl`)).toEqual([]);
    expect(await list(`contactId=${ann}&search=oakl`)).toEqual(['paid']);
  });

  test('a contact’s invoices are paged and counted over the accessible locations only', async () => {
    const place = await createGym(server);
    const { contact, invoice } = inGym(place);
    const [buyer, another] = [await contact(), await contact()];
    const first = await invoice(buyer, { created_at: new Date('2026-01-05T10:00:00Z'), total_cents: 300 });
    const second = await invoice(buyer, { created_at: new Date('2026-01-06T10:00:00Z'), total_cents: 200 });
    const there = await invoice(buyer, {
      created_at: new Date('2026-01-07T10:00:00Z'),
      total_cents: 100,
      location_id: place.otherLocationId,
    });
    await invoice(another);
    const bought = async (level: 'admin' | 'operator', query: string) => {
      const { body } = await place.by[level].get(`/invoices?contactId=${buyer}&${query}`);
      return {
        ids: body.invoices.map((row: { invoice: { id: string } }) => row.invoice.id),
        total: body.pagination.total,
      };
    };
    expect(await bought('admin', '')).toEqual({ ids: [there, second, first], total: 3 });
    expect(await bought('operator', '')).toEqual({ ids: [second, first], total: 2 });
    expect(await bought('admin', 'limit=2&page=2')).toEqual({ ids: [first], total: 3 });
    expect(await bought('admin', 'limit=2&page=9')).toEqual({ ids: [], total: 3 });
    expect(await bought('admin', 'sortBy=total&sortOrder=desc')).toEqual({ ids: [first, second, there], total: 3 });
    expect(await bought('admin', `locationId=${place.otherLocationId}`)).toEqual({ ids: [there], total: 1 });
  });

  test('pages do not overlap when the sorted values are equal', async () => {
    const place = await createGym(server);
    const { contact, invoice } = inGym(place);
    const buyer = await contact();
    const created_at = new Date('2026-01-05T10:00:00Z');
    for (let index = 0; index < 25; index += 1) await invoice(buyer, { created_at });
    const ids = new Set<string>();
    for (const page of [1, 2, 3]) {
      const { body } = await place.by.operator.get(`/invoices?page=${page}&sortBy=status`);
      body.invoices.forEach((row: { invoice: { id: string } }) => ids.add(row.invoice.id));
      expect(body.pagination).toMatchObject({ page, total: 25, totalPages: 3 });
    }
    expect(ids.size).toBe(25);
  });

  test('without a location it lists the invoices of all of the caller’s locations', async () => {
    const place = await createGym(server);
    const { contact, invoice } = inGym(place);
    await invoice(await contact(), { location_id: place.otherLocationId });
    expect((await place.by.admin.get('/invoices')).body.invoices).toHaveLength(1);
    expect((await place.by.operator.get('/invoices')).body.invoices).toEqual([]);
  });
});

describe('GET /invoices/{id}', () => {
  test('answers the invoice with contact, location, company, payments and its lines in order', async () => {
    const { contact, invoice, payment } = inGym(gym);
    const buyer = await contact();
    const lines = [
      { type: 'membership' as const, name: 'Gold', description: 'All clubs', total_cents: 200 },
      { type: 'location_fee' as const, name: 'Towel fee', total_cents: 100 },
    ];
    const id = await invoice(buyer, { metadata: JSON.stringify({ shortfall: [] }) }, lines);
    await payment(id, { amount_cents: 100, created_at: new Date('2026-01-01T00:00:00Z') });
    await payment(id, { amount_cents: 224, method: 'card', status: 'failed' });
    const { status, body } = await gym.by.operator.get(`/invoices/${id}`);
    expect(status).toBe(200);
    expect(body.invoice.metadata.lineItems.map(({ name }: { name: string }) => name)).toEqual(['Gold', 'Towel fee']);
    expect(body.contact).toMatchObject({ id: buyer, firstName: 'Casey' });
    expect(body.location).toEqual({
      id: gym.locationId,
      name: 'North',
      city: 'Denver',
      state: 'CO',
      timezone: 'America/Denver',
    });
    expect(body.company).toEqual({ id: gym.companyId, name: 'The Gym' });
    expect(body.payments).toMatchObject([
      { amount: 1, method: 'cash', status: 'completed' },
      { amount: 2.24, method: 'card', status: 'failed' },
    ]);
  });

  test('an invoice of a location without access is 404', async () => {
    const { contact, invoice } = inGym(gym);
    const id = await invoice(await contact(), { location_id: gym.otherLocationId });
    expect((await gym.by.operator.get(`/invoices/${id}`)).status).toBe(404);
    expect((await gym.by.admin.get(`/invoices/${id}`)).status).toBe(200);
  });

  test('says when the contact is deleted, and keeps the name', async () => {
    const { contact, invoice } = inGym(gym);
    const buyer = await contact();
    const id = await invoice(buyer);
    expect((await gym.by.operator.get(`/invoices/${id}`)).body).toMatchObject({ isContactDeleted: false });
    await gym.by.admin.delete(`/contacts/${buyer}`);
    expect((await gym.by.operator.get(`/invoices/${id}`)).body).toMatchObject({
      isContactDeleted: true,
      contact: { firstName: 'Casey' },
    });
  });

  test('an archived location’s name stays on its invoices, which stay readable', async () => {
    const place = await createGym(server);
    const { contact, invoice } = inGym(place);
    const id = await invoice(await contact(), { location_id: place.otherLocationId, location_name: 'South' });
    await server.database.scoped([place.companyId], (tx) =>
      tx.updateTable('locations').set({ archived_at: new Date() }).where('id', '=', place.otherLocationId).execute(),
    );
    const { status, body } = await place.by.admin.get(`/invoices/${id}`);
    expect({ status, name: body.location?.name }).toEqual({ status: 200, name: 'South' });
    expect((await place.by.admin.get('/invoices')).body.invoices).toHaveLength(1);
  });
});

test.each([
  ['a name', 'casey', ['casey'], []],
  ['a total as it is shown', '$1,234.50', ['$1,234.50'], ['1234.50']],
  ['a phone as it is shown', '(303) 555-0123', ['(303) 555-0123'], ['3035550123']],
  ['the number in the title of an invoice', 'Invoice #89ABCDEF', ['Invoice', '#89ABCDEF'], ['89ABCDEF']],
  ['a comma between names', 'Jones, Casey', ['Jones', 'Casey'], []],
])('invoices are searched by what is shown and by what is stored: %s', (_case, typed, words, others) => {
  expect(invoiceSearch(typed)).toEqual({ words, others });
});
