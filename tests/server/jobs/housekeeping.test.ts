import { addDays, subDays } from 'date-fns';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { purgeExpired } from '#server/jobs/housekeeping.ts';
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

test('an Idempotency-Key is kept as long as an open attempt is offered, and then goes', async () => {
  const contactId = await builders(server, gym).contact();
  const body = { contactId, locationId: gym.locationId, doorId: 'Front Desk' };
  await gym.by.admin.post('/checkins', { body, headers: { 'idempotency-key': 'one' } });
  await purgeExpired(server.database, addDays(new Date(), 7));
  expect(await keys()).toEqual([{ key: 'one' }]);
  await purgeExpired(server.database, addDays(new Date(), 9));
  expect(await keys()).toEqual([]);
});

test('a session that has not expired stays, one that did long ago goes', async () => {
  const { unscoped } = server.database;
  const now = new Date();
  const user_id = gym.users.admin.id;
  const [running, ended] = [uuid(), uuid()];
  const started = { user_id, revoked_at: null };
  await unscoped
    .insertInto('sessions')
    .values([
      { id: running, expires_at: addDays(now, 1), ...started },
      { id: ended, expires_at: subDays(now, 8), ...started },
    ])
    .execute();
  await purgeExpired(server.database, now);
  const left = await unscoped.selectFrom('sessions').select('id').where('id', 'in', [running, ended]).execute();
  expect(left).toEqual([{ id: running }]);
});
