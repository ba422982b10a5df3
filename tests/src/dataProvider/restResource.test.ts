import { HttpError } from 'react-admin';
import { expect, test } from 'vitest';
import { dataProvider } from '#src/dataProvider/index.ts';
import { respond, consoleApi } from '#tests/support/consoleApi.ts';
import { buildContact, buildLocation, createInvoice, createPage, ironPeak } from '#tests/support/records.ts';

const page = { pagination: { page: 1, perPage: 10 }, sort: { field: 'createdAt', order: 'DESC' }, filter: {} } as const;
const [maya, noah] = [buildContact(), buildContact({ firstName: 'Noah' })];

test('getMany reads the records in one call, without those that are gone', async () => {
  const api = consoleApi({
    'GET /contacts': () => ({
      contacts: [maya, noah].map((contact) => ({ contact, homeLocation: null, memberStatus: null })),
      pagination: createPage(2),
    }),
  });
  const { data } = await dataProvider.getMany('contacts', { ids: [maya.id, 'gone', noah.id] });
  expect(data.map(({ firstName }) => firstName)).toEqual(['Maya', 'Noah']);
  expect(api.calls.map(({ query }) => Object.fromEntries(query))).toEqual([
    { ids: [maya.id, 'gone', noah.id].join(), limit: '3' },
  ]);
});

test('getMany of more than a hundred records makes a call for each hundred', async () => {
  const api = consoleApi({ 'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }) });
  await dataProvider.getMany('contacts', { ids: Array.from({ length: 101 }, (_, index) => index) });
  expect(api.calls.map(({ query }) => query.get('limit'))).toEqual(['100', '1']);
});

test('getMany of people asks within the company', async () => {
  const api = consoleApi({ 'GET /users': () => ({ users: [], pagination: createPage(0) }) });
  await dataProvider.getMany('users', { ids: [maya.id], meta: { companyId: ironPeak.id } });
  expect(Object.fromEntries(api.calls[0]?.query ?? [])).toEqual({ companyId: ironPeak.id, ids: maya.id, limit: '1' });
});

test('getMany of a list that the API gives whole takes it from there', async () => {
  const api = threeLocations();
  const { data } = await dataProvider.getMany('locations', { ids: [phoenix.id, denver.id] });
  expect(data.map(({ name }) => name)).toEqual(['Denver', 'Phoenix']);
  expect(api.calls).toHaveLength(1);
});

test('getMany fails when the records cannot be read', async () => {
  consoleApi({ 'GET /contacts': () => respond(503, { message: 'The database is away' }) });
  await expect(dataProvider.getMany('contacts', { ids: [maya.id] })).rejects.toThrow('The database is away');
});

test('getManyReference is the list filtered by its target', async () => {
  const api = consoleApi({
    'GET /invoices': () => ({
      invoices: [{ invoice: createInvoice({ contactId: maya.id }), contact: null }],
      pagination: createPage(1),
    }),
  });
  const { data, total } = await dataProvider.getManyReference('invoices', {
    ...page,
    target: 'contactId',
    id: maya.id,
  });
  expect([data[0]?.contactId, total]).toEqual([maya.id, 1]);
  expect(api.calls[0]?.query.get('contactId')).toBe(maya.id);
});

test("A filter that the API does not know is sent, and the API's refusal reaches the caller", async () => {
  const api = consoleApi({ 'GET /contacts': () => respond(400, { message: 'Unrecognized key: "shoeSize"' }) });
  const asked = dataProvider.getManyReference('contacts', { ...page, target: 'shoeSize', id: 43 });
  await expect(asked).rejects.toMatchObject({ status: 400, message: 'Unrecognized key: "shoeSize"' });
  expect(api.calls[0]?.query.get('shoeSize')).toBe('43');
});

test('filter.q searches, and sorting by id asks for no order', async () => {
  const api = consoleApi({ 'GET /contacts': () => ({ contacts: [], pagination: createPage(0) }) });
  await dataProvider.getList('contacts', { ...page, sort: { field: 'id', order: 'ASC' }, filter: { q: 'maya' } });
  expect(Object.fromEntries(api.calls[0]?.query ?? [])).toEqual({ page: '1', limit: '10', search: 'maya' });
});

test('updateMany and deleteMany make one call for each record and return the ids', async () => {
  const api = consoleApi({
    'PUT /contacts/:key': ({ path }) => ({ contact: { ...maya, id: path.split('/')[2] } }),
    'DELETE /contacts/:key': () => ({ message: 'Deleted' }),
  });
  const ids = [maya.id, noah.id];
  expect((await dataProvider.updateMany('contacts', { ids, data: { notes: 'Moved' } })).data).toEqual(ids);
  expect((await dataProvider.deleteMany('contacts', { ids })).data).toEqual(ids);
  expect(api.calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PUT', `/contacts/${maya.id}`, { notes: 'Moved' }],
    ['PUT', `/contacts/${noah.id}`, { notes: 'Moved' }],
    ['DELETE', `/contacts/${maya.id}`, undefined],
    ['DELETE', `/contacts/${noah.id}`, undefined],
  ]);
});

test.each([
  ['create for invoices', () => dataProvider.create('invoices', { data: {} })],
  ['update for invoices', () => dataProvider.update('invoices', { id: 1, data: {}, previousData: { id: 1 } })],
  ['update for invoices', () => dataProvider.updateMany('invoices', { ids: [1], data: {} })],
  ['delete for invoices', () => dataProvider.delete('invoices', { id: 1 })],
  ['delete for checkins', () => dataProvider.deleteMany('checkins', { ids: [1] })],
  ['getOne for checkins', () => dataProvider.getOne('checkins', { id: 1 })],
])('A method that the API lacks is refused by name without a call: %s', async (what, ask) => {
  const api = consoleApi({});
  await expect(ask()).rejects.toMatchObject({ status: 405, message: `The API has no ${what}` });
  expect(api.calls).toEqual([]);
});

test('An unknown resource is refused by name', async () => {
  await expect(dataProvider.getList('lockers', page)).rejects.toThrow('There is no resource lockers');
});

test("A refused save carries react-admin's form errors: each field's own, and the whole sentence for the form", async () => {
  consoleApi({
    [`PUT /contacts/${maya.id}`]: () =>
      respond(409, { message: 'A contact with this email already exists', errors: { email: 'Taken' } }),
  });
  const error: unknown = await dataProvider
    .update('contacts', { id: maya.id, data: {}, previousData: maya })
    .catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({
    status: 409,
    body: { errors: { email: 'Taken', root: { serverError: 'A contact with this email already exists' } } },
  });
});

const [denver, chicago, phoenix] = [
  buildLocation({ name: 'Denver', state: 'CO' }),
  buildLocation({ name: 'Chicago', state: 'IL' }),
  buildLocation({ name: 'Phoenix', state: 'AZ' }),
];
const threeLocations = () =>
  consoleApi({
    'GET /locations': () => ({
      companyLocations: [],
      directLocationAccess: [denver, chicago, phoenix].map((location) => ({
        location,
        company: ironPeak,
        accessLevel: 'manager',
      })),
    }),
  });
const whole = { pagination: { page: 1, perPage: 10 }, sort: { field: 'id', order: 'ASC' }, filter: {} } as const;

test.each([
  ['as the API gives it', {}, ['Denver', 'Chicago', 'Phoenix'], 3],
  ['sorted', { sort: { field: 'name', order: 'DESC' } }, ['Phoenix', 'Denver', 'Chicago'], 3],
  ['searched', { filter: { q: 'chi' } }, ['Chicago'], 1],
  ['filtered', { filter: { state: 'AZ' } }, ['Phoenix'], 1],
  ['its second page', { pagination: { page: 2, perPage: 2 } }, ['Phoenix'], 3],
] as const)('A list that the API gives whole: %s', async (_case, change, names, total) => {
  threeLocations();
  const answered = await dataProvider.getList('location', { ...whole, ...change });
  expect([answered.data.map(({ name }) => name), answered.total]).toEqual([names, total]);
});

test.each([
  ['a filter', { filter: { shoeSize: 43 } }],
  ['an order', { sort: { field: 'shoeSize', order: 'ASC' } }],
] as const)('A list that the API gives whole refuses %s it does not know', async (_case, change) => {
  threeLocations();
  await expect(dataProvider.getList('location', { ...whole, ...change })).rejects.toMatchObject({
    status: 400,
    message: 'locations have no shoeSize',
  });
});
