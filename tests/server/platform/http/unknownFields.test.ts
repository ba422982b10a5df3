import { describe, expect, test } from 'vitest';
import { addDevice } from '#tests/support/devices.ts';
import { createGym } from '#tests/support/gym.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';

interface Operation {
  requestBody?: { content: Record<string, unknown> };
  'x-access'?: string;
}

const server = await sharedServer();
const gym = await createGym(server);
const door = await addDevice(server, gym, 'door');
const website = 'https://www.gym.test';
const { body: made } = await gym.by.admin.post('/api-keys', {
  body: { companyId: gym.companyId, name: 'Website', kind: 'publishable', origins: [website] },
});
const callers: Record<string, Caller> = { device: door.caller, 'publishable-key': server.withKey(made.key) };

const unknown = { message: 'Unknown field: colour', errors: { colour: 'Unknown field: colour' } };

test('every call with a JSON body refuses an unknown field by name', async () => {
  const { paths } = (await server.anonymous.get('/openapi.json')).body as {
    paths: Record<string, Record<string, Operation>>;
  };
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { requestBody }]) => requestBody?.content['application/json'])
      .map(([method, operation]) => ({
        method: method as keyof Caller,
        path,
        by: callers[operation['x-access'] ?? ''] ?? gym.by.admin,
      })),
  );
  expect(calls.length).toBeGreaterThan(20);
  for (const { method, path, by } of calls) {
    const url = path.replace(/^\/api/, '').replaceAll(/\{\w+\}/g, gym.companyId);
    const { status, body } = await by[method](url, { body: { colour: 'red' }, headers: { origin: website } });
    expect([`${method} ${path}`, status, body.errors?.colour]).toEqual([
      `${method} ${path}`,
      400,
      unknown.errors.colour,
    ]);
  }
});

describe('a body that is right otherwise', () => {
  const contact = { firstName: 'Robin', lastName: 'Doe', email: 'robin@gym.test' };

  test('is refused with the field as the message, and nothing is written', async () => {
    const body = { ...contact, homeLocationId: gym.locationId, colour: 'red' };
    expect(await gym.by.admin.post('/contacts', { body })).toMatchObject({ status: 400, body: unknown });
    expect((await gym.by.admin.get('/contacts')).body.pagination.total).toBe(0);
  });

  test('names the place of the field in a cart and in an import', async () => {
    const cart = {
      contactId: gym.companyId,
      locationId: gym.locationId,
      paymentMethod: 'cash',
      items: [{ salesItemId: gym.companyId, quantity: 1, price: 1 }],
    };
    const sale = await gym.by.admin.post('/sales-items/purchase', { body: cart });
    expect([sale.status, sale.body.errors]).toEqual([400, { 'items.0.price': 'Unknown field: items.0.price' }]);
    const list = {
      locationId: gym.locationId,
      contacts: [contact, { ...contact, email: 'two@gym.test', colour: 'red' }],
    };
    const imported = await gym.by.admin.post('/contacts/import', { body: list });
    expect([imported.status, imported.body.errors]).toEqual([400, { 'contacts.1.colour': unknown.errors.colour }]);
  });
});

test('the fields of an upload are checked too', async () => {
  const boundary = 'a-boundary';
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="colour"\r\n\r\nred\r\n--${boundary}--\r\n`;
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const { status, body: refusal } = await gym.by.admin.post('/agreements', { body, headers });
  expect([status, refusal.errors.colour]).toEqual([400, unknown.errors.colour]);
});

test('a list refuses an unknown parameter by name, and says which numbers it takes', async () => {
  const { status, body } = await gym.by.admin.get('/contacts?colour=red&limit=1001&page=zero&locationId=here');
  expect([status, body.errors]).toEqual([
    400,
    {
      ...unknown.errors,
      limit: 'Must be a whole number from 1 to 1000',
      page: expect.stringMatching(/^Must be a whole number from 1 to \d+$/),
      locationId: 'Must be an id',
    },
  ]);
});

test('a call that there is not, a malformed id and a body of another type are told in the words of the API', async () => {
  expect((await gym.by.admin.get('/nowhere')).body).toEqual({
    message: 'There is no such call. /api/docs lists all calls.',
  });
  expect((await gym.by.admin.get('/contacts/abc')).body).toEqual({ message: 'Record not found' });
  const { statusCode, body } = await server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=1',
  });
  expect([statusCode, JSON.parse(body)]).toEqual([
    415,
    { message: 'Send the body as application/json, or a file as multipart/form-data' },
  ]);
});

test('a field is named in the errors even if it is called __proto__', async () => {
  const { status, body } = await gym.by.admin.get('/contacts?__proto__=1');
  expect([status, body.message, Object.entries(body.errors)]).toEqual([
    400,
    'Unknown field: __proto__',
    [['__proto__', 'Unknown field: __proto__']],
  ]);
});
