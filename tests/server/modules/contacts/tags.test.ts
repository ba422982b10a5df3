import { expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
await builders(server, rival).contact({ first_name: 'Rita', tags: ['VIP', 'Secret'] });

let count = 0;
const create = async (tags?: unknown, lastName = 'Lee') => {
  count += 1;
  const body = {
    firstName: `Ann ${count}`,
    lastName,
    email: `ann${count}@mail.test`,
    homeLocationId: gym.locationId,
    tags,
  };
  return gym.by.operator.post('/contacts', { body });
};
const found = async (query: string) => {
  const { status, body } = await gym.by.operator.get(
    `/contacts?locationId=${gym.locationId}&sortBy=firstName&sortOrder=asc&${query}`,
  );
  expect(status).toBe(200);
  expect(body.pagination.total).toBe(body.contacts.length);
  return body.contacts.map(({ contact }: { contact: { firstName: string } }) => contact.firstName);
};

test('tags are stored, found case-insensitively, removed, and suggested in the company’s spelling', async () => {
  const [first, second, third] = [
    await create(['VIP', 'Early Bird', 'vip']),
    await create(['vip', 'Été']),
    await create(),
  ];
  expect([first, second, third].map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(first.body.contact.tags).toEqual(['VIP', 'Early Bird']);
  expect(second.body.contact.tags).toEqual(['VIP', 'Été']);
  expect(third.body.contact.tags).toEqual([]);
  expect(await found('tags=vIp')).toEqual(['Ann 1', 'Ann 2']);
  expect(await found('tags=VIP,early%20bird')).toEqual(['Ann 1']);
  expect(await found('tags=%C3%89T%C3%89')).toEqual(['Ann 2']);
  expect(await found('tags=VIP&search=ann%202')).toEqual(['Ann 2']);
  expect(await found('tags=nobody')).toEqual([]);
  expect(await found('tags=%25')).toEqual([]);

  const tags = async () => (await gym.by.operator.get(`/contacts/tags?locationId=${gym.locationId}`)).body.tags;
  expect(await tags()).toEqual([
    { name: 'VIP', contacts: 2 },
    { name: 'Early Bird', contacts: 1 },
    { name: 'Été', contacts: 1 },
  ]);

  const { id } = first.body.contact;
  expect((await gym.by.operator.put(`/contacts/${id}`, { body: { lastName: 'Low' } })).body.contact.tags).toEqual([
    'VIP',
    'Early Bird',
  ]);
  expect((await gym.by.operator.put(`/contacts/${id}`, { body: { tags: ['early bird'] } })).body.contact.tags).toEqual([
    'Early Bird',
  ]);
  expect((await gym.by.operator.put(`/contacts/${id}`, { body: { tags: [] } })).body.contact.tags).toEqual([]);
  expect((await gym.by.operator.get(`/contacts/${id}`)).body.contact.tags).toEqual([]);
  expect(await tags()).toEqual([
    { name: 'Été', contacts: 1 },
    { name: 'VIP', contacts: 1 },
  ]);
});

test.each([
  [['a,b']],
  [[' ']],
  [['x'.repeat(31)]],
  ['VIP'],
  [[1]],
  [null],
  [Array.from({ length: 21 }, (_one, index) => `${index}`)],
])('bad tags are 400: %j', async (tags) => {
  expect((await create(tags)).status).toBe(400);
});

test('another company’s tags are not suggested, and its location is 404', async () => {
  expect((await gym.by.admin.get(`/contacts/tags?locationId=${rival.locationId}`)).status).toBe(404);
  expect(JSON.stringify((await gym.by.admin.get('/contacts/tags')).body)).not.toContain('Secret');
  expect((await gym.by.operator.get('/contacts/tags?search=a')).status).toBe(400);
});

test('an import sets tags', async () => {
  const contacts = [
    { firstName: 'Ina', lastName: 'One', email: 'ina@mail.test', tags: ['Imported', 'été'] },
    { firstName: 'Ivo', lastName: 'Two', email: 'ivo@mail.test' },
  ];
  const { status } = await gym.by.operator.post('/contacts/import', { body: { locationId: gym.locationId, contacts } });
  expect(status).toBe(200);
  const { body } = await gym.by.operator.get(`/contacts?locationId=${gym.locationId}&search=ina%20one`);
  expect(body.contacts[0].contact.tags).toEqual(['Imported', 'Été']);
  expect(await found('tags=imported')).toEqual(['Ina']);
});
