import { beforeEach, describe, expect, test } from 'vitest';
import { allModules } from '#server/modules.ts';
import { purgeExpired } from '#server/platform/jobs/housekeeping.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';
import { statuses } from '#tests/support/sales.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
let towel: string;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
  towel = await gym.make.salesItem({
    name: 'Towel',
    price_cents: 10_00,
    is_physical_item: true,
    inventory_quantity: 5,
  });
});

const park = (change: object = {}, caller = gym.by.point_of_sale) =>
  caller.post('/parked-sales', {
    body: {
      locationId: gym.locationId,
      contactId: gym.contactId,
      items: [{ salesItemId: towel, quantity: 2 }],
      ...change,
    },
  });
const parked = async (change?: object) => (await park(change)).body.parkedSale.id as string;
const waiting = async () => (await gym.by.manager.get(`/parked-sales?locationId=${gym.locationId}`)).body.parkedSales;
const resume = (id: string, caller = gym.by.manager, key?: string) =>
  caller.post(`/parked-sales/${id}/resume`, key ? { headers: { 'idempotency-key': key } } : {});

describe('a parked sale', () => {
  test('is listed at every till of the location with its cashier, time and total, and reserves no stock', async () => {
    const discount = { percent: 10, reason: 'Promotion' };
    const { status, body } = await park({ discount, note: 'Forgot the wallet' });
    expect(status).toBe(201);
    expect(body.parkedSale).toMatchObject({
      customer: 'Ann Oakley',
      pieces: 2,
      total: 19.44,
      note: 'Forgot the wallet',
      parkedBy: 'Sam point_of_sale',
    });
    expect(await waiting()).toEqual([body.parkedSale]);
    expect(await gym.books.stock(towel)).toBe(5);
    expect(await gym.books.invoices()).toEqual([]);
    const { body: resumed } = await resume(body.parkedSale.id);
    expect(resumed).toMatchObject({
      contact: { id: gym.contactId, firstName: 'Ann' },
      items: [{ salesItemId: towel, name: 'Towel', price: 10, quantity: 2 }],
      discount,
    });
    expect(await waiting()).toEqual([]);
  });

  test('when two tills resume it at once, one gets it and the other gets an error', async () => {
    const id = await parked();
    const responses = await Promise.all([
      resume(id, gym.by.manager),
      resume(id, gym.by.point_of_sale),
      resume(id, gym.by.admin),
      resume(id, gym.by.manager),
    ]);
    expect(statuses(responses)).toEqual({ 200: 1, 409: 3 });
    expect(responses.find(({ status }) => status === 409)?.body.message).toBe(
      'This sale has already been resumed or discarded, maybe at another till',
    );
  });

  test('a till whose answer was lost gets its sale again with the same key', async () => {
    const id = await parked();
    const first = await resume(id, gym.by.manager, 'a till');
    const again = await resume(id, gym.by.manager, 'a till');
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect((await resume(id, gym.by.manager, 'another till')).status).toBe(409);
  });

  test('cannot be resumed after it is discarded, or discarded after it is resumed', async () => {
    const [one, two] = [await parked(), await parked()];
    expect((await gym.by.point_of_sale.delete(`/parked-sales/${one}`)).status).toBe(200);
    expect((await resume(one)).status).toBe(409);
    await resume(two);
    expect((await gym.by.point_of_sale.delete(`/parked-sales/${two}`)).status).toBe(409);
  });

  test('may have no customer, or the walk-in customer, and outlives a deleted contact', async () => {
    const { body: walkIn } = await gym.by.point_of_sale.post(`/locations/${gym.locationId}/walk-in`);
    const passing = await gym.make.contact();
    const ids = [
      await parked({ contactId: null }),
      await parked({ contactId: walkIn.contact.id }),
      await parked({ contactId: passing }),
    ];
    expect((await gym.by.admin.delete(`/contacts/${passing}`)).status).toBe(200);
    const names = await Promise.all(ids.map(async (id) => (await resume(id)).body.contact?.lastName ?? null));
    expect(names).toEqual([null, 'customer', null]);
  });

  test('is kept for seven days', async () => {
    const id = await parked();
    const longAgo = new Date(server.clock.now.getTime() - 7 * 86_400_000 - 1_000);
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('parked_sales').set({ created_at: longAgo }).where('id', '=', id).execute(),
    );
    expect(await waiting()).toEqual([]);
    await purgeExpired(server.database, server.clock.now, allModules);
    expect((await resume(id)).status).toBe(404);
  });
});

describe('is refused', () => {
  test.each<[string, object, number]>([
    ['an empty cart', { items: [] }, 400],
    ['a note that is too long', { note: 'x'.repeat(201) }, 400],
    ['a field that nobody knows', { total: 5 }, 400],
    ['a discount above the level', { discount: { percent: 50, reason: 'Promotion' } }, 403],
  ])('%s', async (_sentence, change, status) => {
    expect((await park(change)).status).toBe(status);
  });

  test('more than fifty at a location', async () => {
    const { parkedSale } = (await park()).body;
    await server.database.scoped([gym.companyId], async (tx) => {
      const row = await tx
        .selectFrom('parked_sales')
        .selectAll()
        .where('id', '=', parkedSale.id)
        .executeTakeFirstOrThrow();
      const more = Array.from({ length: 49 }, () => ({
        ...row,
        id: crypto.randomUUID(),
        cart: JSON.stringify(row.cart),
      }));
      await tx.insertInto('parked_sales').values(more).execute();
    });
    expect((await park()).status).toBe(409);
  });
});
