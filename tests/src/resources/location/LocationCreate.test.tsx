import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Location } from '#domain/locations/contract.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { buildLocation, ironPeak } from '#tests/support/records.ts';
import { renderConsole, renderScreen } from '#tests/support/render.tsx';
import '#src/resources/location/LocationCreate.tsx';
import '#src/resources/location/LocationPage.tsx';

const added = buildLocation({ id: '01890a5d-ac96-774b-bcce-b302099a8099', name: 'Boulder' });

const openEmpty = (path: string, render = renderConsole) => openWith(path, [], render);
const openWith = (path: string, first: readonly Location[], render = renderConsole) => {
  let locations = first;
  const routes = {
    'GET /locations': () => ({
      companyLocations: locations.map((location) => ({ location, company: ironPeak })),
      directLocationAccess: [],
    }),
    'POST /locations': () => {
      locations = [...first, added];
      return respond(201, { location: added, message: 'Location created' });
    },
    [`GET /locations/${added.id}`]: () => ({ location: added, fees: [] }),
  };
  return render(path, routes, { locations: [] });
};

test('a company’s admin without a location adds the first one, which is selected at once', async () => {
  const { api, user } = openEmpty('/checkins');
  await user.click(await screen.findByRole('link', { name: 'Add Location' }));
  await user.type(await screen.findByLabelText(/Location Name/), 'Boulder');
  await user.clear(screen.getByLabelText(/Sales Tax Rate/));
  await user.type(screen.getByLabelText(/Sales Tax Rate/), '8.81');
  await user.click(screen.getByRole('button', { name: 'Add Location' }));
  expect(await screen.findByRole('button', { name: 'Location: Boulder' })).toBeVisible();
  expect(api.to('POST /locations')[0]?.body).toMatchObject({
    companyId: ironPeak.id,
    name: 'Boulder',
    salesTaxRate: 0.0881,
    country: 'USA',
    timezone: expect.any(String),
    isActive: true,
  });
  await waitFor(() => expect(window.location.pathname).toBe(`/location/${added.id}`));
  expect(await screen.findByText('Location added')).toBeVisible();
});

test('a location beside another one is selected at once', async () => {
  const { user } = openWith('/location/add', [buildLocation()]);
  expect(await screen.findByRole('button', { name: 'Location: Iron Peak Denver' })).toBeVisible();
  await user.type(await screen.findByLabelText(/Location Name/), 'Boulder');
  await user.click(screen.getByRole('button', { name: 'Add Location' }));
  await waitFor(() => expect(window.location.pathname).toBe(`/location/${added.id}`));
  expect(await screen.findByRole('button', { name: 'Location: Boulder' })).toBeVisible();
});

test('the location selector offers it to a company’s admin, also while there is no location, and to nobody else', async () => {
  const { user, unmount } = openEmpty('/dashboard');
  await user.click(await screen.findByRole('button', { name: 'Select a Location' }));
  expect(
    within(await screen.findByRole('menu', { name: 'Locations' })).getByRole('menuitem', { name: 'Add Location' }),
  ).toHaveAttribute('href', '/location/add');
  unmount();
  const manager = renderConsole('/contacts/import', {}, { level: 'manager' });
  await manager.user.click(await screen.findByRole('button', { name: /^Location: / }));
  expect(await screen.findByRole('menuitemradio')).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Add Location' })).toBeNull();
});

test('a manager who opens the address reads who can', async () => {
  const { api } = renderScreen('/location/add', {}, { level: 'manager' });
  expect(await screen.findByRole('heading', { name: 'Add Location is not available' })).toBeVisible();
  expect(api.to('POST /locations')).toEqual([]);
});

test('all time zones and countries are found by typing, the usual ones first', async () => {
  const { api, user } = openEmpty('/location/add', renderScreen);
  await user.type(await screen.findByLabelText(/Location Name/), 'Berlin');
  const timezone = screen.getByRole('combobox', { name: /Timezone/ });
  await user.click(timezone);
  expect(
    screen
      .getAllByRole('option')
      .slice(0, 2)
      .map(({ textContent }) => textContent),
  ).toEqual(['Eastern Time (New York)', 'Central Time (Chicago)']);
  await user.clear(timezone);
  await user.type(timezone, 'berl{Enter}');
  expect(timezone).toHaveValue('Central European Time (Berlin)');
  const country = screen.getByRole('combobox', { name: /Country/ });
  await user.clear(country);
  await user.type(country, 'nepal{Enter}');
  await user.click(screen.getByRole('button', { name: 'Add Location' }));
  await waitFor(() =>
    expect(api.to('POST /locations')[0]?.body).toMatchObject({ timezone: 'Europe/Berlin', country: 'Nepal' }),
  );
});
