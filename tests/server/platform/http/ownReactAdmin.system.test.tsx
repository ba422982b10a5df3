// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  Admin,
  DataTable,
  Edit,
  fetchUtils,
  FunctionField,
  List,
  Resource,
  SimpleForm,
  TextInput,
  type Options,
} from 'react-admin';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createDataProvider } from '#src/dataProvider/publicDataProvider.ts';
import { i18nProvider } from '#src/i18nProvider.ts';
import { createApiKey } from '#tests/support/apiKeys.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';

const apiUrl = 'https://spotter.test/api';
let server: TestServer;
let gym: Gym;
let key: string;
const sent: [call: string, key: boolean][] = [];

beforeAll(async () => {
  server = await testServer();
  gym = await createGym(server);
  ({ key } = await createApiKey(server, gym, ['contacts:write', 'sales-items:write', 'locations:read', 'all:read']));
  vi.stubGlobal('fetch', async (request: Request | string, init: RequestInit = {}) => {
    const { url, method } = request instanceof Request ? request : { url: request, method: init.method ?? 'GET' };
    const headers = Object.fromEntries(new Headers(request instanceof Request ? request.headers : init.headers));
    const body = request instanceof Request ? await request.text() : (init.body as string | undefined);
    sent.push([`${method} ${url.replace(/\?.*/, '')}`, headers['idempotency-key'] !== undefined]);
    const response = await server.app.inject({
      method: method as 'GET',
      url: url.replace('https://spotter.test', ''),
      headers,
      ...(body && { payload: body }),
    });
    return new Response(response.payload, { status: response.statusCode });
  });
});
afterEach(cleanup);
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

/** As react-admin's documentation has it. */
const httpClient = (url: string, options: Options = {}) =>
  fetchUtils.fetchJson(url, { ...options, user: { authenticated: true, token: `Bearer ${key}` } });
/** A busy machine renders slowly. */
const patient = { timeout: 20_000 };
const provider = () => createDataProvider({ apiUrl, httpClient });

const addContact = async (firstName: string) =>
  (
    await provider().create('contacts', {
      data: { firstName, lastName: 'Doe', email: `${firstName}@gym.test`, homeLocationId: gym.locationId },
    })
  ).data;

/** A record on its own comes when the gate opens. */
const behind = (gate: Promise<void>) => async (url: string, options?: Options) => {
  if (options?.method === undefined && /contacts\/[^?]+$/.test(url)) await gate;
  return httpClient(url, options);
};

function Contacts() {
  return (
    <List sort={{ field: 'firstName', order: 'ASC' }}>
      <DataTable bulkActionButtons={false}>
        <DataTable.Col source="firstName" />
        <DataTable.Col source="homeLocation.name" />
      </DataTable>
    </List>
  );
}

/** As docs/api.md advises, the form keeps what is typed while the record is on its way. */
function editWith(mutationMode: 'pessimistic' | 'undoable') {
  return function EditContact() {
    return (
      <Edit mutationMode={mutationMode}>
        <SimpleForm resetOptions={{ keepDirtyValues: true }}>
          <TextInput source="firstName" label="Edited" />
          <FunctionField render={({ mayChange }) => mayChange && 'The record has come'} />
        </SimpleForm>
      </Edit>
    );
  };
}

test.each(['pessimistic', 'undoable'] as const)('a whole Admin lists contacts and saves one, %s', async (mode) => {
  window.location.hash = '';
  const { id } = await addContact(mode);
  let openGate = () => {};
  const gate = new Promise<void>((resolve) => (openGate = resolve));
  const dataProvider = createDataProvider({ apiUrl, httpClient: behind(gate) });
  render(
    <Admin dataProvider={dataProvider} i18nProvider={i18nProvider} disableTelemetry>
      <Resource name="contacts" list={Contacts} edit={editWith(mode)} />
    </Admin>,
  );
  const user = userEvent.setup();
  expect((await screen.findAllByText(`${gym.companyName} North`, {}, patient)).length).toBeGreaterThan(0);
  await user.click(screen.getByText(mode));
  const input = await screen.findByLabelText('Edited', {}, patient);
  await user.clear(input);
  await user.type(input, 'Rowan');
  openGate();
  await screen.findByText('The record has come', {}, patient);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  // Undoable, react-admin sends it when its message has gone.
  await waitFor(() => expect(sent.map(([call]) => call)).toContain(`PUT ${apiUrl}/contacts/${id}`), patient);
  await waitFor(
    async () =>
      expect((await gym.by.admin.get(`/contacts/${id}`)).body.contact).toMatchObject({
        firstName: 'Rowan',
        lastName: 'Doe',
      }),
    patient,
  );
});

test('each method, with the errors of a form by their fields', async () => {
  const dataProvider = provider();
  const { id } = await addContact('Ann');
  expect(sent.at(-1)).toEqual([`POST ${apiUrl}/contacts`, true]);
  const other = await addContact('Bea');
  const { data: many } = await dataProvider.getMany('contacts', { ids: [id, other.id] });
  expect(many.map(({ firstName }) => firstName).toSorted()).toEqual(['Ann', 'Bea']);
  const page = { pagination: { page: 1, perPage: 1 }, sort: { field: 'firstName', order: 'ASC' as const } };
  const list = await dataProvider.getList('contacts', {
    ...page,
    filter: { q: 'gym.test', locationId: gym.locationId },
  });
  expect([list.data.map(({ firstName }) => firstName), list.total]).toEqual([['Ann'], 4]);
  const referenced = await dataProvider.getManyReference('contacts', {
    ...page,
    filter: {},
    target: 'locationId',
    id: gym.otherLocationId,
  });
  expect(referenced.total).toBe(0);
  const read = await dataProvider.getOne('contacts', { id });
  expect(read.data).toMatchObject({ firstName: 'Ann', homeLocation: { id: gym.locationId } });
  const change = { id, data: { ...read.data, notes: 'Called' }, previousData: read.data };
  expect((await dataProvider.update('contacts', change)).data).toMatchObject({ notes: 'Called' });
  await dataProvider.updateMany('contacts', { ids: [id, other.id], data: { city: 'Boulder' } });
  const refused = dataProvider.update('contacts', { ...change, data: { email: '' } });
  await expect(refused).rejects.toMatchObject({
    status: 400,
    body: { errors: { email: 'Email is required', root: { serverError: 'Email is required' } } },
  });
  await dataProvider.delete('contacts', { id, previousData: read.data });
  await dataProvider.deleteMany('contacts', { ids: [other.id] });
  await expect(dataProvider.getOne('contacts', { id })).rejects.toMatchObject({ status: 404 });
  const locations = await dataProvider.getList('locations', {
    ...page,
    filter: {},
    sort: { field: 'name', order: 'DESC' },
  });
  expect([locations.data.map(({ id: one }) => one), locations.total]).toEqual([[gym.otherLocationId], 2]);
});
