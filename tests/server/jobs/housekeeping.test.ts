import { addDays, subHours } from 'date-fns';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tidy } from '#server/jobs/housekeeping.ts';
import { aGym, type Gym } from '#tests/support/gym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';
import { builders } from '#tests/support/builders.ts';

let server: TestServer;
let gym: Gym;
beforeAll(async () => {
  server = await testServer();
  gym = await aGym(server);
});
afterAll(() => server.close());

const keys = () => server.database.scoped([gym.companyId], (tx) => tx.selectFrom('idempotency_keys').select('key').execute());

test('an Idempotency-Key is kept 24 hours at least, and then goes', async () => {
  const contactId = await builders(server, gym).contact();
  const body = { contactId, locationId: gym.locationId, doorId: 'Front Desk' };
  await gym.by.admin.post('/checkins', { body, headers: { 'idempotency-key': 'one' } });
  await tidy(server.database, addDays(new Date(), 1));
  expect(await keys()).toEqual([{ key: 'one' }]);
  await tidy(server.database, addDays(new Date(), 3));
  expect(await keys()).toEqual([]);
});

test('a session that has not expired stays, one that did long ago goes', async () => {
  const sessions = () => server.database.accounts.selectFrom('sessions').select('id').execute();
  const before = await sessions();
  await tidy(server.database, subHours(new Date(), 1));
  expect(await sessions()).toHaveLength(before.length);
  await tidy(server.database, addDays(new Date(), 9));
  expect(await sessions()).toEqual([]);
});
