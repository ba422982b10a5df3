import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ActivityEntry } from '#domain/activity/contract.ts';
import { operatorActor } from '#server/platform/http/actors.ts';
import { logActivity, type Activity } from '#server/modules/activity/logActivity.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym, createUser, type Gym } from '#tests/support/gym.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';

let gym: Gym;
let make: ReturnType<typeof builders>;

const server = await sharedServer();
const rival = await createGym(server);
beforeEach(async () => {
  gym = await createGym(server);
  make = builders(server, gym);
});

const read = async (caller: Caller, query = ''): Promise<ActivityEntry[]> =>
  (await caller.get(`/activity${query}`)).body.entries;
const actions = async (caller: Caller, query = '') => (await read(caller, query)).map(({ action }) => action);
const log = (change: Partial<Activity> = {}) => {
  const entry = {
    companyId: gym.companyId,
    action: 'contact.updated',
    recordId: uuid(),
    label: 'Casey Jones',
    locationId: gym.locationId,
    ...change,
  } as const;
  return server.database.scoped([entry.companyId], (tx) => logActivity(tx, operatorActor, entry));
};
const setPrice = async (caller: Caller, id: string, price: number) =>
  expect((await caller.put(`/sales-items/${id}`, { body: { price } })).status).toBe(200);

describe('an entry', () => {
  test('says when, who, what, on which record, where, which fields, and in which request', async () => {
    const id = await make.salesItem({ name: 'Towel', price_cents: 4_900 });
    await setPrice(gym.by.point_of_sale, id, 59);
    const [entry] = await read(gym.by.manager, `?recordType=sales-item&recordId=${id}`);
    expect(entry).toEqual({
      id: expect.any(String),
      at: expect.any(String),
      actor: { type: 'user', id: gym.users.point_of_sale.id, name: 'Sam point_of_sale' },
      action: 'sales-item.updated',
      record: { type: 'sales-item', id, label: 'Towel' },
      locationId: gym.locationId,
      changes: [{ field: 'price', before: 49, after: 59 }],
      requestId: expect.any(String),
    });
    expect(Math.abs(Date.parse(entry?.at ?? '') - Date.now())).toBeLessThan(60_000);
  });

  test('two concurrent changes of one item are two entries, and the second starts where the first ended', async () => {
    const id = await make.salesItem({ price_cents: 100 });
    await Promise.all([2, 3, 4, 5].map((price) => setPrice(gym.by.admin, id, price)));
    const steps = (await read(gym.by.admin, `?recordId=${id}`)).flatMap(({ changes }) => changes);
    const { price: last } = (await gym.by.admin.get(`/sales-items/${id}`)).body.salesItem;
    // The log is in the order in which the transactions began, so the links of the chain are compared, not their order.
    const ascending = (prices: unknown[]) => prices.map(Number).toSorted((a, b) => a - b);
    expect(ascending(steps.map(({ before }) => before))).toEqual(
      ascending([1, ...steps.map(({ after }) => after)].filter((price) => price !== last)),
    );
  });
});

describe('the application', () => {
  test.each(['update activity set actor_name = $$nobody$$', 'delete from activity', 'truncate activity'])(
    'cannot: %s',
    async (statement) => {
      await log();
      const trying = server.database.scoped([gym.companyId], (tx) => sql.raw(statement).execute(tx));
      await expect(trying).rejects.toThrow('permission denied for table activity');
      expect(await read(gym.by.admin)).toHaveLength(1);
    },
  );

  test('cannot write into the log of another company', async () => {
    const writing = server.database.scoped([rival.companyId], (tx) =>
      logActivity(tx, operatorActor, {
        companyId: gym.companyId,
        action: 'contact.updated',
        recordId: uuid(),
        label: '',
        locationId: null,
      }),
    );
    await expect(writing).rejects.toThrow('row-level security');
  });
});

describe('reading the log at each level', () => {
  test("another company sees nothing of it, by the company's id, the record's or the user's", async () => {
    const recordId = uuid();
    await log({ recordId });
    expect((await rival.by.admin.get(`/activity?companyId=${gym.companyId}`)).status).toBe(404);
    expect((await rival.by.admin.get(`/activity/csv?companyId=${gym.companyId}`)).status).toBe(404);
    expect((await rival.by.admin.get(`/activity/people?companyId=${gym.companyId}`)).status).toBe(404);
    expect(await read(rival.by.admin, `?recordId=${recordId}`)).toEqual([]);
    expect(await read(rival.by.admin, `?userId=${gym.users.admin.id}`)).toEqual([]);
  });

  test('a manager reads the history of a record and not the whole log; an operator neither', async () => {
    const recordId = uuid();
    await log({ recordId });
    expect(await actions(gym.by.manager, `?recordId=${recordId}`)).toEqual(['contact.updated']);
    expect(await gym.by.manager.get('/activity')).toMatchObject({
      status: 403,
      body: { message: 'Your access level cannot do this' },
    });
    expect((await gym.by.manager.get(`/activity?recordType=contact&userId=${gym.users.admin.id}`)).status).toBe(403);
    expect((await gym.by.manager.get(`/activity/csv?recordId=${recordId}`)).status).toBe(403);
    expect((await gym.by.operator.get(`/activity?recordId=${recordId}`)).status).toBe(403);
  });

  test("a manager does not see the history of another location's record; the company's admin does", async () => {
    const recordId = uuid();
    await log({ recordId, locationId: gym.otherLocationId });
    expect(await read(gym.by.manager, `?recordId=${recordId}`)).toEqual([]);
    expect(await read(gym.by.admin, `?recordId=${recordId}`)).toHaveLength(1);
  });

  test("a location's admin reads the log of that location and of what is company-wide, but not of users", async () => {
    const chief = await createUser(server.database);
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .insertInto('location_access')
        .values({ user_id: chief.id, company_id: gym.companyId, location_id: gym.locationId, access_level: 'admin' })
        .execute(),
    );
    await log();
    await log({ action: 'membership.updated', locationId: null });
    await log({ action: 'invoice.created', locationId: gym.otherLocationId });
    await log({ action: 'user.password-changed', locationId: null });
    expect(await actions(await server.as(chief))).toEqual(['membership.updated', 'contact.updated']);
    expect(await actions(gym.by.admin)).toHaveLength(4);
  });
});

describe('filters', () => {
  test('by person, kind and record, and pages, newest first', async () => {
    const [item, contact] = [await make.salesItem(), await make.contact()];
    await setPrice(gym.by.manager, item, 9);
    await gym.by.operator.put(`/contacts/${contact}`, { body: { firstName: 'Kim' } });
    await setPrice(gym.by.admin, item, 10);
    expect(await actions(gym.by.admin)).toEqual(['sales-item.updated', 'contact.updated', 'sales-item.updated']);
    expect(await actions(gym.by.admin, `?userId=${gym.users.operator.id}`)).toEqual(['contact.updated']);
    expect(await actions(gym.by.admin, '?recordType=sales-item')).toHaveLength(2);
    expect(await actions(gym.by.admin, `?recordId=${contact}`)).toEqual(['contact.updated']);
    const { body } = await gym.by.admin.get('/activity?page=2&limit=2');
    expect(body.pagination).toMatchObject({ page: 2, total: 3, totalPages: 2, hasPrev: true, hasNext: false });
    expect(body.entries).toHaveLength(1);
  });

  test("by days of the first location's clock, the last one whole", async () => {
    // 11:30 PM on March 9 in Denver.
    const at = new Date('2026-03-10T05:30:00.000Z');
    await server.database.scoped([gym.companyId], (tx) =>
      sql`
      insert into activity (company_id, at, actor_type, actor_name, action, record_type, record_id, record_label)
      values (${gym.companyId}, ${at}, 'job', 'Renewals', 'invoice.created', 'invoice', ${uuid()}, 'Gold')`.execute(tx),
    );
    expect(await read(gym.by.admin, '?from=2026-03-09&to=2026-03-09')).toHaveLength(1);
    expect(await read(gym.by.admin, '?from=2026-03-10')).toEqual([]);
    expect(await read(gym.by.admin, '?to=2026-03-08')).toEqual([]);
  });

  test.each([
    ['recordType=lamp', 'recordType'],
    ['recordId=1', 'recordId'],
    ['from=2026-02-30', 'from'],
    ['from=2026-03-02&to=2026-03-01', 'from'],
    ['limit=0', 'limit'],
  ])('%s is 400', async (query, field) => {
    expect(await gym.by.admin.get(`/activity?${query}`)).toMatchObject({
      status: 400,
      body: { errors: { [field]: expect.any(String) } },
    });
  });

  test('the people of the log are its users, by name', async () => {
    const item = await make.salesItem();
    await setPrice(gym.by.manager, item, 9);
    await setPrice(gym.by.admin, item, 10);
    await setPrice(gym.by.manager, item, 11);
    await log();
    expect((await gym.by.admin.get('/activity/people')).body.people).toEqual([
      { id: gym.users.admin.id, name: 'Sam admin' },
      { id: gym.users.manager.id, name: 'Sam manager' },
    ]);
  });
});

describe('GET /activity/csv', () => {
  test('is the filtered log as a file, with no cell that a spreadsheet would run', async () => {
    const item = await make.salesItem({ name: 'Towel, large', price_cents: 4_900 });
    await setPrice(gym.by.admin, item, 59);
    await log({ label: '=1+1' });
    const { status, headers, body } = await gym.by.admin.get(`/activity/csv?companyId=${gym.companyId}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/attachment; filename="?activity-\d{4}-\d\d-\d\d\.csv/);
    const [head, first, second, ...rest] = body.split('\r\n');
    expect(head).toBe(
      '\uFEFFTime (America/Denver),Who,Action,Kind,Record,Changes,Record ID,Location ID,Who ID,Request ID',
    );
    expect(first).toContain("Operator,Changed =1+1,Contact,'=1+1,,");
    expect(second).toContain(
      'Sam admin,"Changed Towel, large",Sales item,"Towel, large",Changed price from $49.00 to $59.00,',
    );
    expect(rest).toEqual(['']);
    expect((await gym.by.admin.get('/activity/csv?recordType=invoice')).body.split('\r\n')).toHaveLength(2);
  });

  test('has every entry of a log that is longer than one batch', async () => {
    await server.database.scoped([gym.companyId], (tx) =>
      sql`
      insert into activity (company_id, at, actor_type, actor_name, action, record_type, record_id, record_label)
      select ${gym.companyId}, now() - make_interval(mins => n / 3), 'job', 'Renewals', 'invoice.created', 'invoice', gen_random_uuid(), n::text
        from generate_series(1, 2500) as n`.execute(tx),
    );
    const lines = (await gym.by.admin.get('/activity/csv')).body.trim().split('\r\n').slice(1);
    expect(new Set(lines.map((line: string) => line.split(',')[4])).size).toBe(2_500);
  });
});

test('an import writes an entry for each contact and one with their number', async () => {
  const contacts = Array.from({ length: 30 }, (_, nth) => ({
    firstName: 'Casey',
    lastName: `Nr ${nth}`,
    email: `import${nth}-${gym.companyId}@member.test`,
  }));
  expect(
    (await gym.by.manager.post('/contacts/import', { body: { locationId: gym.locationId, contacts } })).body.imported,
  ).toBe(30);
  const entries = await read(gym.by.admin, '?limit=100');
  expect(
    entries.filter(
      ({ action, actor }) =>
        action === 'contact.imported' && actor.name === 'Import' && actor.id === gym.users.manager.id,
    ),
  ).toHaveLength(30);
  expect(entries.filter(({ action }) => action !== 'contact.imported')).toMatchObject([
    {
      action: 'location.contacts-imported',
      actor: { name: 'Sam manager' },
      changes: [{ field: 'contacts', before: null, after: 30 }],
    },
  ]);
});
