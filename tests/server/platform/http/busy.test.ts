import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';

const busy = { status: 503, body: { message: 'Spotter is very busy right now. Please try again in a moment.' } };

let server: TestServer;
let gym: Gym;
let narrow: Database;
let small: TestServer;
beforeAll(async () => {
  server = await testServer();
  gym = await createGym(server);
  narrow = openDatabase({ url: server.url, poolSize: 1 });
  small = await testServer({}, narrow);
});
afterAll(async () => {
  await small.close();
  await narrow.close();
  await server.close();
});

test('a request that waits too long for a lock gets 503 with Retry-After', async () => {
  const item = await builders(server, gym).salesItem({ is_physical_item: true, inventory_quantity: 3 });
  const contactId = await builders(server, gym).contact();
  await server.database.scoped([gym.companyId], async (tx) => {
    await tx.selectFrom('sales_items').select('id').where('id', '=', item).forUpdate().execute();
    const body = {
      contactId,
      locationId: gym.locationId,
      items: [{ salesItemId: item, quantity: 1 }],
      paymentMethod: 'cash',
    };
    const response = await gym.by.point_of_sale.post('/sales-items/purchase', { body });
    expect(response).toMatchObject(busy);
    expect(response.headers['retry-after']).toBe('2');
  });
});

test('a request that waits too long for a connection gets 503', async () => {
  const caller = await small.as(gym.users.admin);
  await narrow.unscoped.connection().execute(async () => {
    expect(await caller.get('/companies')).toMatchObject(busy);
  });
  expect((await caller.get('/companies')).status).toBe(200);
});
