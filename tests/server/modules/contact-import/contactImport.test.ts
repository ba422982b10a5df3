import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { createToken } from '#tests/support/httpCaller.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);

let made = 0;
const people = (count: number) => {
  made += 1;
  return Array.from({ length: count }, (_, index) => ({
    firstName: 'Robin',
    lastName: `Vale ${index}`,
    email: `p${made}-${index}@vale.test`,
  }));
};
const sent = (contacts: unknown[], more = {}) => ({ body: { locationId: gym.locationId, contacts, ...more } });
const counted = async (emails: readonly { email: string }[], companyId = gym.companyId) => {
  const { total } = await server.database.scoped([companyId], (tx) =>
    tx
      .selectFrom('contacts')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(
        'email',
        'in',
        emails.map(({ email }) => email),
      )
      .executeTakeFirstOrThrow(),
  );
  return total;
};

test('every contact of a file is added at the location, with all of its data in the file', async () => {
  const whole = {
    firstName: 'Zoë',
    lastName: 'Ångström',
    email: 'Zoe@Import.test',
    phone: '(303) 555-0142',
    dateOfBirth: '1990-03-04',
    address: '1 Main St, Apt 2',
    city: 'Denver',
    state: 'CO',
    zipCode: '80202',
    emergencyContactName: 'Ann "Annie" Lee',
    emergencyContactPhone: '+44 20 7946 0000',
    notes: 'Two\nlines, {braces} and a \\ backslash',
  };
  const { status, body } = await gym.by.operator.post('/contacts/import', sent([whole, ...people(2)]));
  expect([status, body]).toEqual([200, { message: 'Contacts imported', imported: 3, duplicates: [] }]);
  const { body: list } = await gym.by.operator.get(`/contacts?locationId=${gym.locationId}&search=zoe@import`);
  expect(list.contacts).toHaveLength(1);
  expect(list.contacts[0].contact).toMatchObject({
    ...whole,
    phone: '3035550142',
    emergencyContactPhone: '+442079460000',
    homeLocationId: gym.locationId,
  });
});

test('a dry run says what would happen and saves nothing', async () => {
  const robin = await builders(server, gym).contact({
    first_name: 'Dana',
    last_name: 'Known',
    email: 'dana@known.test',
  });
  await builders(server, rival).contact({ email: 'elsewhere@known.test' });
  await builders(server, gym).contact({ email: 'gone@known.test', archived_at: new Date() });
  const [one] = people(1);
  const contacts = [
    one,
    { ...one, email: one?.email.toUpperCase() },
    ...['DANA@known.test', 'elsewhere@known.test', 'gone@known.test'].map((email) => ({ ...one, email })),
  ];
  const { status, body } = await gym.by.operator.post('/contacts/import', sent(contacts, { dryRun: true }));
  expect([status, body]).toEqual([
    200,
    {
      message: 'Nothing was saved',
      imported: 3,
      duplicates: [
        { index: 1, contact: null },
        { index: 2, contact: { id: robin, firstName: 'Dana', lastName: 'Known' } },
      ],
    },
  ]);
  expect(
    await counted([{ email: one?.email ?? '' }, { email: 'elsewhere@known.test' }, { email: 'gone@known.test' }]),
  ).toBe(1);
});

test('an existing contact is skipped and listed, and neither duplicated nor changed', async () => {
  const known = await builders(server, gym).contact({ first_name: 'Kim', last_name: 'First', email: 'kim@known.test' });
  const [fresh] = people(1);
  const contacts = [{ ...fresh, email: 'KIM@known.test' }, fresh, fresh];
  const { body } = await gym.by.operator.post('/contacts/import', sent(contacts));
  expect(body).toMatchObject({
    imported: 1,
    duplicates: [
      { index: 0, contact: { id: known, firstName: 'Kim', lastName: 'First' } },
      { index: 2, contact: null },
    ],
  });
});

test.each([
  ['a person without a name', { firstName: ' ' }, { 'contacts.1.firstName': 'First name is required' }],
  ['an address that is none', { email: 'nobody@' }, { 'contacts.1.email': 'Email is invalid' }],
  ['a birthday that is none', { dateOfBirth: '2026-02-30' }, { 'contacts.1.dateOfBirth': 'Date of birth is invalid' }],
  ['a NUL byte', { notes: 'a\0b' }, { 'contacts.1.notes': 'Must not contain NUL bytes' }],
])('%s refuses the whole file in the words of the form, and nothing is saved', async (_case, change, errors) => {
  const [good, bad] = people(2);
  const { status, body } = await gym.by.operator.post('/contacts/import', sent([good, { ...bad, ...change }]));
  expect([status, body.errors]).toEqual([400, errors]);
  expect(await counted([good!])).toBe(0);
});

test('20,000 empty contacts are refused with the first hundred errors and the number of the others, while other requests are served', async () => {
  let others = 0;
  const refused = gym.by.operator.post('/contacts/import', sent(Array.from({ length: 20_000 }, () => ({}))));
  const ask = async (): Promise<void> => {
    const isDone = await Promise.race([
      refused.then(() => true),
      rival.by.operator.get('/locations').then(() => false),
    ]);
    if (isDone) return;
    others += 1;
    return ask();
  };
  await ask();
  const { status, body } = await refused;
  expect([status, body.message]).toEqual([400, 'First name is required (and 59,900 more errors than are listed)']);
  expect(Object.keys(body.errors)).toHaveLength(100);
  expect(body.errors).toMatchObject({
    'contacts.0.firstName': 'First name is required',
    'contacts.33.firstName': 'First name is required',
  });
  expect(JSON.stringify(body).length).toBeLessThan(10_000);
  expect(others).toBeGreaterThan(10);
});

test('of six imports of a company at once, one runs and one waits without a connection; the others are told to try again', async () => {
  const responses = Promise.all(
    Array.from({ length: 6 }, () => gym.by.operator.post('/contacts/import', sent(people(2_000)))),
  );
  expect(
    (await rival.by.operator.post('/contacts/import', { body: { locationId: rival.locationId, contacts: people(1) } }))
      .status,
  ).toBe(200);
  const all = await responses;
  expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 200, 429, 429, 429, 429]);
  const refused = all.find(({ status }) => status === 429);
  expect(refused?.body).toEqual({ message: 'An import is already running. Please try again when it is done.' });
  expect(refused?.headers['retry-after']).toBe('10');
});

test('while another server imports for the company, an import is refused at once, and can be tried again with its key', async () => {
  const contacts = people(2);
  const call = { ...sent(contacts), headers: { 'idempotency-key': 'elsewhere' } };
  await server.database.scoped([gym.companyId], async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('contacts-import'), hashtext(${gym.companyId}))`.execute(tx);
    expect(await gym.by.operator.post('/contacts/import', call)).toMatchObject({ status: 429 });
  });
  expect(await gym.by.operator.post('/contacts/import', call)).toMatchObject({ status: 200, body: { imported: 2 } });
});

test.each<[string, unknown, Record<string, string>]>([
  ['no contacts at all', {}, { contacts: expect.any(String) }],
  ['contacts that are no list', { contacts: 'all' }, { contacts: expect.any(String) }],
  ['a contact that is none', { contacts: [5] }, { 'contacts.0': expect.any(String) }],
  [
    'no location',
    { locationId: undefined, contacts: [] },
    { locationId: 'Location is required', contacts: 'At least one contact is needed' },
  ],
])('%s is 400 by its field', async (_case, change, errors) => {
  const { status, body } = await gym.by.operator.post('/contacts/import', {
    body: { locationId: gym.locationId, ...(change as object) },
  });
  expect([status, body.errors]).toEqual([400, errors]);
  expect(body.message).not.toBe('');
});

test('no contacts, and more than 20,000, are refused', async () => {
  expect(await gym.by.operator.post('/contacts/import', sent([]))).toMatchObject({
    status: 400,
    body: { message: 'At least one contact is needed' },
  });
  const many = Array.from({ length: 20_001 }, () => ({ firstName: 'A', lastName: 'B', email: 'a@b.test' }));
  expect(await gym.by.operator.post('/contacts/import', sent(many))).toMatchObject({
    status: 400,
    body: { message: 'At most 20,000 contacts can be imported at once' },
  });
});

test('a location of another company or without access is 404, and one where the level is too low 403', async () => {
  const contacts = people(1);
  const at = (locationId: string) => ({ body: { locationId, contacts } });
  expect((await gym.by.admin.post('/contacts/import', at(rival.locationId))).status).toBe(404);
  expect((await gym.by.operator.post('/contacts/import', at(gym.otherLocationId))).status).toBe(404);
  expect((await gym.by.point_of_sale.post('/contacts/import', at(gym.locationId))).status).toBe(403);
  expect(await counted(contacts)).toBe(0);
});

test('an import whose answer was lost is done once, and its answer repeated', async () => {
  const contacts = people(3);
  const call = { ...sent(contacts), headers: { 'idempotency-key': 'lost-answer' } };
  const responses = [
    await gym.by.operator.post('/contacts/import', call),
    await gym.by.operator.post('/contacts/import', call),
  ];
  expect(responses.map(({ status, body }) => [status, body.imported])).toEqual([
    [200, 3],
    [200, 3],
  ]);
  expect(await counted(contacts)).toBe(3);
});

test('two imports of the same people at once, in opposite orders: each e-mail is added once', async () => {
  const contacts = people(500);
  const responses = await Promise.all(
    [contacts, contacts.toReversed()].map((each) => gym.by.operator.post('/contacts/import', sent(each))),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(responses.map(({ body }) => body.imported).toSorted((a, b) => a - b)).toEqual([0, 500]);
  expect(await counted(contacts)).toBe(500);
});

test('20,000 contacts are imported within the statement timeout, and the list counts them', async () => {
  const contacts = people(20_000).map((person) => ({
    ...person,
    phone: '3035550142',
    notes: 'Moved in with everyone else. '.repeat(4),
  }));
  const started = performance.now();
  const { status, body } = await gym.by.operator.post('/contacts/import', sent(contacts));
  console.log(
    `20,000 contacts imported in ${Math.round(performance.now() - started)} ms, ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
  );
  expect([status, body]).toEqual([200, { message: 'Contacts imported', imported: 20_000, duplicates: [] }]);
  const { body: list } = await gym.by.operator.get(
    `/contacts?locationId=${gym.locationId}&search=${contacts[19_999]?.email}`,
  );
  expect(list.pagination.total).toBe(1);
});

test('a client that hangs up before the end leaves nothing, and can try again with the same key', async () => {
  const contacts = people(10_000);
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const headers = {
    authorization: `Bearer ${await createToken(server, gym.users.operator)}`,
    'content-type': 'application/json',
    'idempotency-key': 'hung-up',
  };
  const ask = (signal?: AbortSignal) =>
    fetch(`${origin}/api/contacts/import`, {
      method: 'POST',
      headers,
      body: JSON.stringify(sent(contacts).body),
      ...(signal && { signal }),
    });
  const cancel = new AbortController();
  const canceled = ask(cancel.signal);
  // Its own transaction shows nothing to others, except its lock on the company's imports.
  await expect.poll(() => isImporting(), { interval: 5 }).toBe(true);
  cancel.abort();
  await expect(canceled).rejects.toThrow('abort');
  await expect.poll(() => isImporting()).toBe(false);
  expect(await counted(contacts.slice(0, 2_000))).toBe(0);
  const again = await ask();
  expect([again.status, ((await again.json()) as { imported: number }).imported]).toEqual([200, 10_000]);
});

const isImporting = () =>
  server.database.scoped([gym.companyId], async (tx) => {
    const { rows } = await sql<{ isHeld: boolean }>`
      select exists (select from pg_locks where locktype = 'advisory' and classid = hashtext('contacts-import')::bigint::bit(32)::bigint::oid) as "isHeld"`.execute(
      tx,
    );
    return rows[0]?.isHeld;
  });
