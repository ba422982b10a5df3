import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const since = '2026-03-01T00:00:00.000Z';

test('what is wrong with an endpoint is said', async () => {
  const gym = await createGym(server);
  const rival = await createGym(server);
  const add = (change: Record<string, unknown>) =>
    gym.by.admin.post('/webhook-endpoints', {
      body: { companyId: gym.companyId, url: 'https://93.184.215.14/', ...change },
    });
  expect((await add({ companyId: rival.companyId })).status).toBe(404);
  expect((await add({ locationIds: [rival.locationId] })).status).toBe(404);
  for (const change of [
    { url: '' },
    { url: 'hooks.example.com' },
    { url: 'ftp://hooks.example.com' },
    { url: 'https://me:secret@hooks.example.com' },
    { url: 'http://hooks.example.com' },
    { url: 'https://127.0.0.1/' },
    { url: 'https://[::1]/' },
    { url: 'https://2130706433/' },
    { url: 'https://169.254.169.254/latest/meta-data' },
    { url: 'https://10.0.0.5/' },
    { url: `https://hooks.example.com/${'x'.repeat(2_000)}` },
    { types: [] },
    { types: ['contact.burned'] },
    { locationIds: [] },
    { secret: 'mine' },
  ])
    expect([change, (await add(change)).status]).toEqual([change, 400]);
  const { endpoint } = (await add({})).body;
  const path = `/webhook-endpoints/${endpoint.id}`;
  expect((await gym.by.admin.put(path, { body: { url: 'https://127.0.0.1/' } })).status).toBe(400);
  expect(
    (await gym.by.admin.put(path, { body: { description: 'CRM', updatedAt: '2026-01-01T00:00:00.000Z' } })).status,
  ).toBe(409);
  expect(
    (await gym.by.admin.put(path, { body: { description: 'CRM', updatedAt: endpoint.updatedAt } })).body.endpoint,
  ).toMatchObject({ description: 'CRM' });
  for (const wrong of ['yesterday', '', null])
    expect((await gym.by.admin.post(`${path}/resend`, { body: { since: wrong } })).status).toBe(400);
  const others = [
    rival.by.admin.get(path),
    rival.by.admin.put(path, { body: {} }),
    rival.by.admin.delete(path),
    rival.by.admin.get(`${path}/deliveries`),
    ...['test', 'rotate-secret', `deliveries/${uuid()}/resend`].map((call) => rival.by.admin.post(`${path}/${call}`)),
    rival.by.admin.post(`${path}/resend`, { body: { since: since } }),
  ];
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 404));
  expect((await gym.by.admin.get(`/webhook-endpoints?companyId=${rival.companyId}`)).status).toBe(404);
  expect((await gym.by.manager.get('/webhook-endpoints')).status).toBe(403);
});

test('a company has at most twenty endpoints, also when many are added at once', async () => {
  const gym = await createGym(server);
  const add = (index: number) =>
    gym.by.admin.post('/webhook-endpoints', {
      body: { companyId: gym.companyId, url: `https://93.184.215.14/${index}` },
    });
  const statuses = (await Promise.all(Array.from({ length: 24 }, (_, index) => add(index)))).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  expect(statuses.filter((status) => status === 409)).toHaveLength(4);
  const { body } = await gym.by.admin.get('/webhook-endpoints?limit=100');
  expect(body.pagination.total).toBe(20);
  expect(JSON.stringify(body)).not.toMatch(/secret_|whsec_/);
});
