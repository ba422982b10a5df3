import { expect, test } from 'vitest';
import { v7 as uuid } from 'uuid';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

interface Operation {
  parameters?: { in: string; name: string }[];
}

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);

/** The paths of all lists with pages. */
async function lists(): Promise<{ path: string; parameters: string[] }[]> {
  const { paths } = (await server.anonymous.get('/openapi.json')).body as {
    paths: Record<string, { get?: Operation }>;
  };
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const parameters = (get?.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    return parameters.includes('page') && !path.includes('{') ? [{ path: path.replace(/^\/api/, ''), parameters }] : [];
  });
}

test('every list with pages takes up to 100 ids', async () => {
  const found = await lists();
  expect(found.length).toBeGreaterThan(8);
  for (const { path, parameters } of found) {
    expect([path, parameters.includes('ids')]).toEqual([path, true]);
    const ask = async (ids: string) => (await gym.by.admin.get(`${path}?${new URLSearchParams({ ids })}`)).status;
    const hundred = Array.from({ length: 100 }, () => uuid());
    expect([path, await ask(hundred.join()), await ask([...hundred, uuid()].join()), await ask('colour')]).toEqual([
      path,
      200,
      400,
      400,
    ]);
  }
});

test('a list of ids has these records and no others; another company’s are just not there', async () => {
  const make = { own: builders(server, gym), foreign: builders(server, rival) };
  const posted = async (by: Gym, path: string, body: object) =>
    Object.values((await by.by.admin.post(path, { body })).body).find((part) => typeof part === 'object') as {
      id: string;
    };
  const item = (by: Gym) => posted(by, '/sales-items', { locationId: by.locationId, name: 'Water', price: 3 });
  const plan = (by: Gym) => posted(by, '/memberships', { locationId: by.locationId, name: 'Monthly', price: 50 });
  const records = {
    '/sales-items': {
      rows: 'salesItems',
      own: [await item(gym), await item(gym), await item(gym)],
      foreign: await item(rival),
    },
    '/memberships': {
      rows: 'memberships',
      own: [await plan(gym), await plan(gym), await plan(gym)],
      foreign: await plan(rival),
    },
    '/contacts': {
      rows: 'contacts',
      own: await Promise.all([1, 2, 3].map(async () => ({ id: await make.own.contact() }))),
      foreign: { id: await make.foreign.contact() },
    },
    '/users': {
      rows: 'users',
      own: [gym.users.manager, gym.users.operator, gym.users.admin],
      foreign: rival.users.manager,
    },
  };
  for (const [path, { rows, own, foreign }] of Object.entries(records)) {
    const wanted = own.slice(0, 2).map(({ id }) => id);
    const { body } = await gym.by.admin.get(`${path}?ids=${[...wanted, foreign.id].join()}`);
    const ids = body[rows].map(
      (row: { id: string }) => row.id ?? Object.values(row).map((part) => (part as { id?: string } | null)?.id)[0],
    );
    expect([path, ids.toSorted(), body.pagination.total]).toEqual([path, wanted.toSorted(), 2]);
  }
});

test('a record that was read can be sent back as it is; a stale one is a conflict', async () => {
  const { admin } = gym.by;
  const item = (await admin.post('/sales-items', { body: { locationId: gym.locationId, name: 'Towel', price: 2 } }))
    .body.salesItem;
  const plan = (await admin.post('/memberships', { body: { locationId: gym.locationId, name: 'Yearly', price: 50 } }))
    .body.membership;
  const charge = (await admin.post(`/memberships/${plan.id}/sales-items`, { body: { salesItemId: item.id } })).body
    .membershipSalesItem;
  const fee = (await admin.post(`/locations/${gym.locationId}/fees`, { body: { name: 'Service', amount: '2.50' } }))
    .body.fee;
  const { user } = (await admin.get('/account')).body;
  expect(await admin.put(`/membership-sales-items/${charge.id}`, { body: charge })).toMatchObject({ status: 200 });
  expect(await admin.put(`/locations/${gym.locationId}/fees/${fee.id}`, { body: fee })).toMatchObject({ status: 200 });
  expect(await admin.put('/account', { body: user })).toMatchObject({ status: 200 });
  expect(await admin.put(`/sales-items/${item.id}`, { body: item })).toMatchObject({ status: 200 });
  expect(await admin.put(`/sales-items/${item.id}`, { body: item })).toMatchObject({ status: 409 });
  expect(await admin.put(`/sales-items/${item.id}`, { body: { ...item, salesItem: item } })).toMatchObject({
    status: 400,
  });
});
