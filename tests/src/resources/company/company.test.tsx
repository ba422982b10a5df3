import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildCompany } from '#tests/support/bookkeeping.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { buildLocation, ironPeak } from '#tests/support/records.ts';
import { renderConsole, renderScreen } from '#tests/support/render.tsx';

const path = `/companies/${ironPeak.id}`;
const known = { [`GET ${path}`]: () => ({ company: buildCompany() }) };

test.each(['/company', '/company/info', '/company/whatever'])('%s shows the information of the company', async (at) => {
  renderScreen(at, known);
  for (const text of ['hello@ironpeak.test', '(303) 555-0100', '1 Main St', 'Denver', 'CO', '80202', 'USA']) {
    expect(await screen.findByText(text)).toBeVisible();
  }
  expect(screen.getByRole('tab', { name: 'Company Information' })).toHaveAttribute('aria-selected', 'true');
  expect(await screen.findByRole('link', { name: 'Edit' })).toHaveAttribute('href', '/company/info/edit');
});

test.each([
  ['ironpeak.example/join', 'https://ironpeak.example/join', 'ironpeak.example/join'],
  ['http://www.ironpeak.example/', 'http://www.ironpeak.example/', 'ironpeak.example'],
])('the website %s is a link, with or without its https://', async (website, href, text) => {
  renderScreen('/company', { [`GET ${path}`]: () => ({ company: buildCompany({ website }) }) });
  expect(await screen.findByRole('link', { name: text })).toHaveAttribute('href', href);
});

test.each(['we have none', 'javascript:alert(1)', 'ironpeak'])('the website %s is no link', async (website) => {
  renderScreen('/company', { [`GET ${path}`]: () => ({ company: buildCompany({ website }) }) });
  expect((await screen.findByText(website)).closest('a')).toBeNull();
});

test('with several companies it is the one of the selected location', async () => {
  const harbor = { id: '018f0000-0000-7000-8000-0000000000c2', name: 'Harbor Strength Club' };
  const [denver, boston] = [buildLocation(), buildLocation({ companyId: harbor.id, name: 'Harbor Boston' })];
  const { user } = renderConsole(
    '/company',
    {
      ...known,
      [`GET /companies/${harbor.id}`]: () => ({ company: buildCompany({ id: harbor.id, name: harbor.name }) }),
      [`GET /companies/${harbor.id}/locations`]: () => ({ locations: [] }),
      'GET /locations': () => ({
        companyLocations: [
          { location: denver, company: ironPeak },
          { location: boston, company: harbor },
        ],
        directLocationAccess: [],
      }),
    },
    {
      account: {
        userCompanies: [
          { company: ironPeak, role: 'admin' },
          { company: harbor, role: 'admin' },
        ],
      },
    },
  );
  const page = within(await screen.findByRole('main'));
  expect(await page.findByText('Iron Peak Fitness')).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Location:/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: /Harbor Boston/ }));
  expect(await page.findByText('Harbor Strength Club')).toBeVisible();
  expect(page.queryByText('Iron Peak Fitness')).toBeNull();
});

test('/company/stripe opens the Stripe Integration tab', async () => {
  renderScreen('/company/stripe', known);
  expect(await screen.findByRole('tab', { name: 'Stripe Integration' })).toHaveAttribute('aria-selected', 'true');
});

test('with no company it shows No company assigned to your account', async () => {
  renderScreen('/company/info', known, {
    account: { userCompanies: [] },
    level: 'manager',
    locations: [{ location: buildLocation(), level: 'admin' }],
  });
  expect(await screen.findByText('No company assigned to your account')).toBeVisible();
});

test('saving goes to /company with the names fresh; what was not changed is not sent', async () => {
  const { api, user } = renderScreen('/company/info/edit', {
    ...known,
    [`PUT ${path}`]: () => ({ company: buildCompany({ name: 'Iron Peak' }), message: 'Company updated' }),
  });
  const name = await screen.findByLabelText(/Company Name/);
  await user.clear(name);
  await user.type(name, 'Iron Peak');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(window.location.pathname).toBe('/company'));
  expect(await screen.findByText('Company updated')).toBeVisible();
  expect(api.to(`PUT ${path}`)[0]?.body).toEqual({ name: 'Iron Peak', updatedAt: '2026-01-01T00:00:00.000Z' });
  await waitFor(() => expect(api.to('GET /locations').length).toBeGreaterThan(1));
});

test('an emptied field is emptied on the server', async () => {
  const { api, user } = renderScreen('/company/info/edit', {
    ...known,
    [`PUT ${path}`]: () => ({ company: buildCompany() }),
  });
  await user.clear(await screen.findByLabelText('Website'));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(api.to(`PUT ${path}`)).toHaveLength(1));
  expect(api.to(`PUT ${path}`)[0]?.body).toMatchObject({ website: null });
});

test('Error loading company: and the message, with a Back button and nothing to edit', async () => {
  renderScreen('/company/info', { [`GET ${path}`]: () => respond(503, { message: 'The database does not answer.' }) });
  expect(await screen.findByText('Error loading company: The database does not answer.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/company/info');
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});

test('a direct grant of admin reads the company and cannot change it', async () => {
  renderScreen('/company/info', known, {
    level: 'manager',
    locations: [{ location: buildLocation(), level: 'admin' }],
  });
  expect(await screen.findByText('hello@ironpeak.test')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});
