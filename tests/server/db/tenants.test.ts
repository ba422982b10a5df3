import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { aGym, type Gym } from '#tests/support/gym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let gym: Gym;
let rival: Gym;
beforeAll(async () => {
  server = await testServer();
  gym = await aGym(server);
  rival = await aGym(server);
});
afterAll(() => server.close());

const outsideOfTheScope = [
  'company_admins', 'jobs', 'location_access', 'login_failures', 'migrations', 'migrations_lock', 'sessions', 'setup_token', 'user_tokens', 'users',
];

test('every table but the named few has row-level security with a policy', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r'
       and not (c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))
     order by 1`.execute(server.database.unscoped);
  expect(rows.map(({ name }) => name)).toEqual(outsideOfTheScope);
});

test('a query that forgets its company sees the rows of the scope and no others', async () => {
  await builders(server, gym).contact({ last_name: 'Ours' });
  const theirs = await builders(server, rival).contact({ last_name: 'Theirs' });
  const names = await server.database.scoped([gym.companyId], (tx) => tx.selectFrom('contacts').select('last_name').execute());
  expect(names).toEqual([{ last_name: 'Ours' }]);
  const changed = await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('contacts').set({ last_name: 'Taken' }).where('id', '=', theirs).executeTakeFirst(),
  );
  expect(changed.numUpdatedRows).toBe(0n);
});

test('outside of a scope there is nothing to see', async () => {
  await builders(server, gym).contact();
  expect(await server.database.unscoped.selectFrom('contacts').select('id').execute()).toEqual([]);
  expect(await server.database.scoped([], (tx) => tx.selectFrom('contacts').select('id').execute())).toEqual([]);
});

test('a scope ends with its transaction, also when that fails', async () => {
  const failing = server.database.scoped([gym.companyId], async () => {
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  const seen = await Promise.all(
    Array.from({ length: 20 }, () => server.database.unscoped.selectFrom('companies').select('id').execute()),
  );
  expect(seen.flat()).toEqual([]);
});

test('a row cannot be written into another company', async () => {
  const writing = server.database.scoped([gym.companyId], (tx) =>
    tx.insertInto('checkins').values({
      id: '01900000-0000-7000-8000-000000000001', company_id: rival.companyId, location_id: rival.locationId,
      contact_id: '01900000-0000-7000-8000-000000000002', checkin_time: new Date(), access_granted: true, reason: null, created_by: null,
    }).execute(),
  );
  await expect(writing).rejects.toThrow('row-level security');
});

test('a row cannot name a row of another company', async () => {
  const theirs = await builders(server, rival).contact();
  await expect(builders(server, gym).checkin(theirs)).rejects.toThrow('foreign key');
});

test('the search functions keep the wall', async () => {
  await builders(server, rival).contact({ first_name: 'Zebedee' });
  const found = (companies: string[]) =>
    server.database.scoped(companies, (tx) => sql`select matching_contacts('%zebedee%', null)`.execute(tx));
  expect((await found([gym.companyId])).rows).toHaveLength(0);
  expect((await found([rival.companyId])).rows).toHaveLength(1);
});
