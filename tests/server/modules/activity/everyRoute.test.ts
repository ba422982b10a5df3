import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { ActivityPage } from '#domain/activity/contract.ts';
import { numberFormats } from '#domain/activity/numberFormats.ts';
import { describeEntry } from '#domain/activity/text.ts';
import { createSetupToken } from '#server/modules/setup/service.ts';
import { testServer } from '#tests/support/server.ts';
import { stripeDouble } from '#tests/support/stripe/double.ts';
import { accountWrites } from '#tests/server/modules/activity/writes/account.ts';
import { catalogWrites } from '#tests/server/modules/activity/writes/catalog.ts';
import { companyWrites } from '#tests/server/modules/activity/writes/companies.ts';
import { contactMembershipWrites } from '#tests/server/modules/activity/writes/contactMemberships.ts';
import { contactWrites } from '#tests/server/modules/activity/writes/contacts.ts';
import { doorWrites } from '#tests/server/modules/activity/writes/doors.ts';
import { householdWrites } from '#tests/server/modules/activity/writes/households.ts';
import { invoiceWrites } from '#tests/server/modules/activity/writes/invoices.ts';
import { tillWrites } from '#tests/server/modules/activity/writes/till.ts';
import { userWrites } from '#tests/server/modules/activity/writes/users.ts';
import { writingGym, type Writes } from '#tests/server/modules/activity/writes/writingGym.ts';

const stripe = await stripeDouble();
const server = await testServer({ stripeApiUrl: stripe.url, publicUrl: 'https://spotter.test' });
afterAll(async () => {
  await server.close();
  await stripe.close();
});
// The setup is open only while there is no user.
const { body: setUp } = await server.anonymous.post('/setup', {
  body: {
    token: await createSetupToken(server.database),
    firstName: 'Ada',
    lastName: 'Park',
    email: 'ada@park.test',
    password: 'a long walk home',
    companyName: 'Park Street Gym',
    location: { name: 'Park Street', timezone: 'America/Denver', country: 'USA', state: 'CO', salesTaxRate: 0.08 },
  },
});
const firstCompany: string = setUp.user.userCompanies[0].company.id;
const writing = await writingGym(server, stripe);
const { gym, admin } = writing;

const getActions = (companyId = gym.companyId) =>
  server.database.scoped([companyId], (tx) =>
    tx
      .selectFrom('activity')
      .select(['id', 'action', 'actor_name', 'request_id'])
      .orderBy('at')
      .orderBy('id')
      .execute(),
  );

/** A call of every writing route, and what it adds to the log. Companies come last: they change the Stripe keys. */
const writes: Writes = {
  ...contactWrites(writing),
  ...householdWrites(writing),
  ...catalogWrites(writing),
  ...doorWrites(writing),
  ...tillWrites(writing),
  ...invoiceWrites(writing),
  ...contactMembershipWrites(writing),
  ...userWrites(writing),
  ...accountWrites(writing),
  ...companyWrites(writing),
};

/** Routes that write nothing into the caller's company, each with the reason or the test that covers it. */
const elsewhere: Record<string, string> = {
  login: 'starts a session',
  refreshSession: 'extends a session',
  logout: 'ends a session',
  endSession: "ends one of the caller's own sessions",
  endOtherSessions: "ends the caller's own other sessions",
  requestPasswordReset: 'emails a link',
  beginPasskeySignIn: 'makes a challenge',
  signInWithPasskey: 'starts a session',
  beginPasskey: 'makes a challenge',
  beginSecondFactor: 'makes a key that counts once it is confirmed',
  setUp: 'writes into the new company, see below',
  startCardSetup: 'stores nothing, see savedCards.test.ts',
  startCardSetupByLink: 'stores nothing, see cardLinks.test.ts',
  signByLink: 'is written by the signer, see signatureRequests.test.ts',
  verifySignature: 'reads what a file is of',
  acknowledgeCommand: 'belongs to the command, which is logged',
  createCompany: 'writes into the new company, see below',
  deleteCompany: 'writes into the deleted company, see below',
};

function writingRoutes(): string[] {
  const { paths = {} } = server.app.swagger() as { paths?: Record<string, Record<string, { operationId?: string }>> };
  return Object.values(paths).flatMap((verbs) =>
    Object.entries(verbs).flatMap(([method, { operationId = '' }]) => (method === 'get' ? [] : [operationId])),
  );
}

test('each writing route is in one of the two tables', () => {
  const known = new Set([...Object.keys(writes), ...Object.keys(elsewhere)]);
  expect(writingRoutes().filter((operation) => !known.has(operation))).toEqual([]);
});

test('each action is a kind of record and a verb in the past', () => {
  const isPast = (action: string) =>
    /^[a-z-]+\.([a-z-]+-)?([a-z]+ed|sent|taken|paid|frozen|undone|(turned|written|signed)-(on|off|out))$/.test(action);
  expect(
    Object.values(writes)
      .map(({ action }) => action)
      .filter((action) => !isPast(action)),
  ).toEqual([]);
});

test.each(Object.entries(writes))(
  '%s writes an entry',
  async (operation, { call, action, by = 'Sam admin' }) => {
    const before = (await getActions()).map(({ id }) => id);
    const { status } = await call();
    expect([200, 201, 202, operation === 'createCheckin' ? 403 : 0]).toContain(status);
    const added = (await getActions()).filter(({ id }) => !before.includes(id));
    expect(added).toContainEqual({ id: expect.any(String), action, actor_name: by, request_id: expect.any(String) });
  },
  20_000,
);

test('setup, new companies and deleted ones are in the log of that company', async () => {
  expect((await getActions(firstCompany)).map(({ action, actor_name }) => [action, actor_name])).toEqual([
    ['company.created', 'Ada Park'],
    ['location.created', 'Ada Park'],
    ['user.created', 'Ada Park'],
  ]);
  const id = (await admin.post('/companies', { body: { name: 'Branch Gym' } })).body.company.id;
  await admin.delete(`/companies/${id}`);
  expect((await getActions(id)).map(({ action }) => action)).toEqual(['company.created', 'company.deleted']);
});

test('every entry that was written speaks: a sentence and details without JSON, ids or raw names of fields', async () => {
  const { entries } = (await admin.get(`/activity?companyId=${gym.companyId}&limit=100`)).body as ActivityPage;
  expect(entries.length).toBeGreaterThan(50);
  const texts = entries.flatMap((entry) => {
    const { sentence, details } = describeEntry(entry, { zone: 'America/Denver' });
    return [sentence, ...details].map((text) => text.replaceAll(/\S+@\S+/g, ''));
  });
  expect(texts.filter((text) => /[{}[\]]|[0-9a-f]{8}-[0-9a-f]{4}|\b[a-z]+[A-Z]/.test(text))).toEqual([]);
});

test('every number that was written has its line in the table that says how it is shown', async () => {
  const { rows } = await server.database.scoped([gym.companyId], (tx) =>
    sql<{ field: string }>`
      select distinct change ->> 'field' as field from activity cross join jsonb_array_elements(changes) as change
       where 'number' in (jsonb_typeof(change -> 'before'), jsonb_typeof(change -> 'after'))`.execute(tx),
  );
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.map(({ field }) => field).filter((field) => !(field in numberFormats))).toEqual([]);
});

test('a refused call leaves no entry', async () => {
  const before = (await getActions()).length;
  const id = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 0 });
  expect((await gym.till.cash([{ salesItemId: id, quantity: 1 }])).status).toBe(409);
  expect(
    (await admin.put(`/sales-items/${id}`, { body: { price: 9, updatedAt: '2020-01-01T00:00:00.000Z' } })).status,
  ).toBe(409);
  expect((await admin.put(`/sales-items/${id}`, { body: { name: 'Water Bottle' } })).status).toBe(200);
  expect((await getActions()).length).toBe(before);
});

test('a repeated sale is in the log once', async () => {
  const sell = async (id: string) => gym.till.cash([{ salesItemId: id, quantity: 1 }], 'the same key');
  const id = await gym.make.salesItem();
  const before = (await getActions()).length;
  await Promise.all([sell(id), sell(id), sell(id)]);
  expect((await getActions()).length).toBe(before + 1);
});

test('no key, password, token or signing secret is anywhere in the log', async () => {
  const { rows } = await server.database.scoped([gym.companyId], (tx) =>
    sql<{ entries: string }>`select string_agg(a::text, ' ') as entries from activity as a`.execute(tx),
  );
  const entries = rows[0]?.entries ?? '';
  expect(entries).toContain('stripeSecretKey');
  const { password_hash } = await server.database.unscoped
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', gym.users.operator.id)
    .executeTakeFirstOrThrow();
  const keys = [gym.account, writing.otherAccount].map(({ secretKey }) => secretKey);
  for (const secret of [...keys, gym.webhookSecret, 'staple battery', password_hash ?? 'none'])
    expect(entries).not.toContain(secret);
});
