import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { logContext, type SlowQuery } from '#server/platform/log/logging.ts';
import { builders } from '#tests/support/builders.ts';
import { freshDatabase, waitForBlockedQuery } from '#tests/support/database.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';

let database: Database;
let server: TestServer;
let gym: Gym;
const slow: (SlowQuery & { context: unknown })[] = [];
/** Its connections are not watched. */
let other: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const fresh = await freshDatabase();
  ({ drop, database: other } = fresh);
  database = openDatabase({
    url: fresh.url,
    onSlowQuery: (query) => slow.push({ ...query, context: logContext.getStore() }),
  });
  server = await testServer({}, database);
  gym = await createGym(server);
});
afterAll(async () => {
  await server.close();
  await database.close();
  await drop();
});

test('a statement that takes longer than half a second is reported with its request and without its values', async () => {
  const make = builders(server, gym);
  const [contactId, salesItemId] = [
    await make.contact(),
    await make.salesItem({ is_physical_item: true, inventory_quantity: 1 }),
  ];
  const isLocked = new Promise<void>((resolve) => {
    void other.scoped([gym.companyId], async (tx) => {
      await tx.selectFrom('sales_items').select('id').where('id', '=', salesItemId).forUpdate().execute();
      resolve();
      await waitForBlockedQuery(tx);
      await sql`select pg_sleep(0.6)`.execute(tx);
    });
  });
  await isLocked;
  const body = { contactId, locationId: gym.locationId, paymentMethod: 'cash', items: [{ salesItemId, quantity: 1 }] };
  const { status, headers } = await gym.by.point_of_sale.post('/sales-items/purchase', { body });
  expect(status).toBe(201);
  // A busy machine may be slow elsewhere too.
  expect(slow).toContainEqual({
    sql: expect.stringMatching(/from "sales_items".+for no key update/) as string,
    ms: expect.toSatisfy((ms: number) => ms >= 500) as number,
    context: { requestId: headers['x-request-id'], route: 'POST /api/sales-items/purchase' },
  });
  expect(JSON.stringify(slow)).not.toContain(salesItemId);
});
