// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AdminContext, Edit, ResourceContextProvider, SimpleForm, TextInput } from 'react-admin';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startSession } from '#src/authProvider/session.ts';
import { dataProvider } from '#src/dataProvider/index.ts';
import { i18nProvider } from '#src/i18nProvider.ts';
import { pdfForm } from '#tests/support/multipart.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let gym: Gym;
const writes: [call: string, outcome: string][] = [];

beforeAll(async () => {
  server = await testServer();
  gym = await createGym(server);
  const token = await server.createToken(gym.users.admin);
  const { user } = (await gym.by.admin.get('/account')).body;
  startSession({ token, user });
  vi.stubGlobal(
    'fetch',
    async (
      input: string,
      { method = 'GET', body, headers }: { method?: 'GET' | 'PUT'; body?: string; headers?: Headers } = {},
    ) => {
      const response = await server.app.inject({
        method,
        url: input,
        headers: Object.fromEntries(headers ?? []),
        ...(body !== undefined && { payload: body }),
      });
      if (method !== 'GET')
        writes.push([`${method} ${input}`, response.statusCode === 200 ? 'saved' : response.payload]);
      return new Response(response.payload, { status: response.statusCode });
    },
  );
});
afterEach(cleanup);
afterAll(async () => {
  vi.unstubAllGlobals();
  await server.close();
});

const made = async (path: string, body: object) => (await gym.by.admin.post(path, { body })).body;
const plan = { type: 'no_contract', billingFrequency: 'monthly', price: 50 };
const company = () => ({ companyId: gym.companyId });

/** A record of each resource that has a PUT, and the text of it that is edited. */
const resources: Record<
  string,
  { record: () => Promise<{ id: string }>; source?: string; path?: string; meta?: () => Record<string, string> }
> = {
  'sales-items': {
    record: async () => (await made('/sales-items', { locationId: gym.locationId, name: 'Water', price: 3 })).salesItem,
  },
  contacts: {
    record: async () =>
      (
        await made('/contacts', {
          firstName: 'Robin',
          lastName: 'Doe',
          email: 'robin@gym.test',
          homeLocationId: gym.locationId,
        })
      ).contact,
    source: 'firstName',
  },
  memberships: {
    record: async () =>
      (await made('/memberships', { ...plan, name: 'Monthly', locationId: gym.locationId })).membership,
  },
  location: { record: async () => ({ id: gym.locationId }), path: 'locations' },
  company: { record: async () => ({ id: gym.companyId }), path: 'companies' },
  agreements: {
    record: async () => (await gym.by.admin.post('/agreements', pdfForm({ name: 'Waiver' }))).body.agreement,
    meta: company,
  },
  users: { record: async () => gym.users.manager, source: 'firstName', meta: company },
  settings: { record: async () => ({ id: gym.companyId }), source: 'receipts.footer', path: 'companies' },
};

test.each(Object.keys(resources))("react-admin's own Edit and SimpleForm save a record of %s", async (resource) => {
  const { record, source = 'name', path = resource, meta } = resources[resource] ?? expect.fail();
  const { id } = await record();
  const options = meta && { queryOptions: { meta: meta() }, mutationOptions: { meta: meta() } };
  const page = (
    <AdminContext dataProvider={dataProvider} i18nProvider={i18nProvider}>
      <ResourceContextProvider value={resource}>
        <Edit id={id} mutationMode="pessimistic" redirect={false} {...options}>
          <SimpleForm>
            <TextInput source={source} label="Edited" />
          </SimpleForm>
        </Edit>
      </ResourceContextProvider>
    </AdminContext>
  );
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />);
  const input = await screen.findByLabelText('Edited', {}, { timeout: 20_000 });
  const user = userEvent.setup();
  await user.clear(input);
  await user.type(input, 'Edited here');
  writes.length = 0;
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const query = meta ? `?${new URLSearchParams({ ...meta() })}` : '';
  const own = resource === 'settings' ? '/settings' : '';
  await waitFor(() => expect(writes).toEqual([[`PUT /api/${path}/${id}${own}${query}`, 'saved']]), { timeout: 20_000 });
  const saved = (await dataProvider.getOne(resource, { id, meta: meta?.() })).data;
  expect(source.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], saved)).toBe(
    'Edited here',
  );
});
