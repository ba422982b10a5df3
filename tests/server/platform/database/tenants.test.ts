import { sql } from 'kysely';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase, type Tx } from '#server/platform/database/database.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);

const outsideOfTheScope = [
  'api_key_limits',
  'company_admins',
  'device_limits',
  'jobs',
  'last_backup',
  'location_access',
  'migrations',
  'migrations_lock',
  'passkey_challenges',
  'passkeys',
  'rate_limit_hits',
  'recovery_codes',
  'sealing_keys',
  'second_factors',
  'security_emails',
  'sessions',
  'setup_token',
  'sign_in_challenges',
  'signing_keys',
  'user_tokens',
  'users',
];

test('every table but the named few has row-level security with a policy', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r'
       and not (c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))
     order by 1`.execute(server.database.unscoped);
  expect(rows.map(({ name }) => name)).toEqual(outsideOfTheScope);
});

test('the policies of every table apply to its owner', async () => {
  const { rows } = await sql<{ name: string; is_forced: boolean; policies: string[] }>`
    select c.relname as name, c.relforcerowsecurity as is_forced,
           array_agg(p.polname::text || ' to ' || p.polroles[1]::regrole::text order by p.polname) as policies
      from pg_class c join pg_policy p on p.polrelid = c.oid group by c.oid`.execute(server.database.unscoped);
  expect(rows.length).toBeGreaterThan(20);
  for (const { name, is_forced, policies } of rows) {
    expect({ name, is_forced, policies }).toEqual({
      name,
      is_forced: true,
      policies: ['maintenance to spotter_maintenance', 'tenant to spotter_app'],
    });
  }
});

test('a function that looks across companies runs as spotter_maintenance', async () => {
  const { rows } = await sql<{ name: string; owner: string }>`
    select p.proname as name, p.proowner::regrole::text as owner from pg_proc p
     where p.prosecdef and p.pronamespace = 'public'::regnamespace`.execute(server.database.unscoped);
  expect(rows.map(({ name }) => name)).toContain('contacts_found_by');
  expect(rows.filter(({ owner }) => owner !== 'spotter_maintenance')).toEqual([]);
});

test('the policy of spotter_maintenance leaves the trigram index to searches', async () => {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  onTestFinished(() => client.end());
  // So that the planner has no cheaper index for a few rows.
  await client.query(`begin; do $$ declare other regclass; begin
    for other in select indexrelid from pg_index where indrelid = 'contacts'::regclass and indexrelid <> 'contacts_spellings'::regclass
      and not exists (select from pg_constraint where conindid = indexrelid)
    loop execute 'drop index ' || other; end loop; end $$`);
  const plan = async (role: string) => {
    await client.query(`set local role ${role}; set local enable_seqscan = off; set local enable_indexscan = off`);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain select id from contacts where home_location_id = '${gym.locationId}' and search_spellings(search_text, phone) like '%zebedee%' and archived_at is null`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  expect(await plan('spotter_maintenance')).toMatch(/Index Cond: .* ~~/);
  expect(await plan('spotter_app')).not.toMatch(/Index Cond: .* ~~/);
});

test('a query without a company condition sees only the rows of the scope', async () => {
  await builders(server, gym).contact({ last_name: 'Ours' });
  const theirs = await builders(server, rival).contact({ last_name: 'Theirs' });
  const names = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('contacts').select('last_name').execute(),
  );
  expect(names).toEqual([{ last_name: 'Ours' }]);
  const changed = await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('contacts').set({ last_name: 'Taken' }).where('id', '=', theirs).executeTakeFirst(),
  );
  expect(changed.numUpdatedRows).toBe(0n);
});

test('a connection as the owner sees only the rows of its scope, and none without one', async () => {
  await builders(server, gym).contact();
  await builders(server, rival).contact();
  const owner = new Client({ connectionString: server.url });
  await owner.connect();
  onTestFinished(() => owner.end());
  const seen = async () => (await owner.query<{ company_id: string }>('select distinct company_id from contacts')).rows;
  expect((await owner.query('select current_user as role')).rows).toEqual([{ role: 'spotter' }]);
  expect(await seen()).toEqual([]);
  await owner.query(`set spotter.companies = '{${gym.companyId}}'`);
  expect(await seen()).toEqual([{ company_id: gym.companyId }]);
  await owner.query('set role spotter_maintenance');
  expect((await seen()).length).toBeGreaterThan(1);
});

test('without a scope no rows are visible', async () => {
  await builders(server, gym).contact();
  expect(await server.database.unscoped.selectFrom('contacts').select('id').execute()).toEqual([]);
  expect(await server.database.scoped([], (tx) => tx.selectFrom('contacts').select('id').execute())).toEqual([]);
});

test('a scope ends with its transaction, even if that fails', async () => {
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
    tx
      .insertInto('checkins')
      .values({
        id: '01900000-0000-7000-8000-000000000001',
        company_id: rival.companyId,
        location_id: rival.locationId,
        contact_id: '01900000-0000-7000-8000-000000000002',
        checkin_time: new Date(),
        access_granted: true,
        reason: null,
        created_by: null,
      })
      .execute(),
  );
  await expect(writing).rejects.toThrow('row-level security');
});

test('background work sees the rows of all companies, and the next transaction on its connection only those of its scope', async () => {
  await builders(server, gym).contact();
  await builders(server, rival).contact();
  const database = openDatabase({ url: server.url, poolSize: 1 });
  onTestFinished(() => database.close());
  const seen = (tx: Tx) => tx.selectFrom('contacts').select('company_id').distinct().execute();
  const all = (await database.acrossCompanies(seen)).map(({ company_id }) => company_id);
  expect(all).toEqual(expect.arrayContaining([gym.companyId, rival.companyId]));
  expect(await database.scoped([gym.companyId], seen)).toEqual([{ company_id: gym.companyId }]);
  expect(await database.unscoped.selectFrom('contacts').select('id').execute()).toEqual([]);
});

test('a row cannot name a row of another company', async () => {
  const theirs = await builders(server, rival).contact();
  await expect(builders(server, gym).checkin(theirs)).rejects.toThrow('foreign key');
});

test('the search functions find no rows of another company', async () => {
  await builders(server, rival).contact({ first_name: 'Zebedee' });
  const found = (companies: string[]) =>
    server.database.scoped(companies, (tx) =>
      sql`select contacts_found_by('{%zebedee%}', '{}', '{}', null)`.execute(tx),
    );
  expect((await found([gym.companyId])).rows).toHaveLength(0);
  expect((await found([rival.companyId])).rows).toHaveLength(1);
});
