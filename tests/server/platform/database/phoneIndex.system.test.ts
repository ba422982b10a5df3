import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { peopleSearch } from '#domain/shared/peopleSearch.ts';
import { likePattern } from '#server/platform/database/textSearch.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { asAdmin } from '#tests/support/database.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let gym: Gym;
beforeAll(async () => {
  server = await testServer();
  gym = await createGym(server);
  const name = new URL(server.url).pathname.slice(1);
  await asAdmin(
    `insert into contacts (id, company_id, home_location_id, first_name, last_name, email, phone)
     select gen_random_uuid(), '${gym.companyId}', '${gym.locationId}', 'Casey', 'Jones', 'casey' || n || '@mail.test', (2000000000 + n::bigint * 7919)::text
       from generate_series(1, 100000) n`,
    name,
  );
  await asAdmin('vacuum analyze contacts', name);
}, 180_000);
afterAll(() => server.close());

test.each([
  ['the phone', '(200) 633-5200'],
  ['the phone', '633-5200'],
  ['the name', 'Jones, Casey casey800@'],
])('among 100,000 contacts %s %s is found without reading them all', async (_what, typed) => {
  const { body } = await gym.by.operator.get(
    `/contacts?locationId=${gym.locationId}&search=${encodeURIComponent(typed)}`,
  );
  expect(body.contacts.map(({ contact }: { contact: { phone: string } }) => contact.phone)).toContain('2006335200');
  const { words, others } = peopleSearch(typed);
  const blocks = await server.database.scoped([gym.companyId], async (tx) => {
    const { rows } = await sql<{
      'QUERY PLAN': { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }[];
    }>`
      explain (analyze, buffers, format json)
      select id from contacts_found_by(${words.map(likePattern)}::text[], ${others.map(likePattern)}::text[], '{}', array[${gym.locationId}::uuid])`.execute(
      tx,
    );
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    return (plan?.['Shared Hit Blocks'] ?? Infinity) + (plan?.['Shared Read Blocks'] ?? 0);
  });
  expect(blocks).toBeLessThan(1_000);
});
