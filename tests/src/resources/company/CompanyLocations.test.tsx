import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildCompany } from '#tests/support/bookkeeping.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildLocation, ironPeak } from '#tests/support/records.ts';
import { renderConsole } from '#tests/support/render.tsx';
import '#src/resources/company/CompanyPage.tsx';

const denver = buildLocation();
const boulder = buildLocation({
  id: '01890a5d-ac96-774b-bcce-b302099a8099',
  name: 'Boulder',
  city: 'Boulder',
  isActive: false,
});
const rows = [
  { location: denver, members: 1234 },
  { location: boulder, members: 0 },
];

const open = (archived: () => unknown, routes: Routes = {}) =>
  renderConsole(
    '/company/info',
    {
      [`GET /companies/${ironPeak.id}`]: () => ({ company: buildCompany() }),
      [`GET /companies/${ironPeak.id}/locations`]: () => ({ locations: rows }),
      [`DELETE /locations/${boulder.id}`]: archived,
      'GET /contacts': () => ({
        contacts: [],
        pagination: { page: 1, limit: 10, total: 0, totalPages: 0, hasNext: false, hasPrev: false },
      }),
      ...routes,
    },
    { locations: [denver, boulder] },
  );

test('a location is a link for who may open it there', async () => {
  const grants = [
    { location: denver, company: ironPeak, accessLevel: 'admin' },
    { location: boulder, company: ironPeak, accessLevel: 'operator' },
  ];
  open(() => undefined, { 'GET /locations': () => ({ companyLocations: [], directLocationAccess: grants }) });
  expect(await screen.findByRole('link', { name: 'Iron Peak Denver' })).toBeVisible();
  expect(within(screen.getByRole('row', { name: /^Boulder/ })).queryByRole('link')).not.toBeInTheDocument();
});

test('a row has the location, its city, its status and its members', async () => {
  open(() => ({ message: 'Location deleted' }));
  const row = within(await screen.findByRole('row', { name: /Iron Peak Denver/ }));
  for (const text of ['Denver, CO', 'Active', '1,234']) expect(row.getByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add Location' })).toHaveAttribute('href', '/location/add');
});

test('a location is archived after a question', async () => {
  const { api, user } = open(() => ({ message: 'Location deleted' }));
  await user.click(await screen.findByRole('button', { name: 'Archive Boulder' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Archive Boulder?' }));
  expect(api.to(`DELETE /locations/${boulder.id}`)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Archive' }));
  expect(await screen.findByText('Boulder was archived')).toBeVisible();
  expect(api.to(`DELETE /locations/${boulder.id}`)).toHaveLength(1);
});

test('one that contacts call home stays, and the page leads to them', async () => {
  const message = 'This location is the home location of 12 contacts. Give them another one first.';
  const { user } = open(() => respond(409, { message, contacts: 12 }));
  await user.click(await screen.findByRole('button', { name: 'Archive Boulder' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Archive' }));
  expect(await screen.findByText(`Boulder: ${message}`)).toBeVisible();
  await user.click(await screen.findByRole('link', { name: 'Show 12 contacts' }));
  await waitFor(() => expect(window.location.pathname).toBe('/contacts'));
  expect(await screen.findByRole('button', { name: 'Location: Boulder' })).toBeVisible();
});

test('one with open invoices and an open drawer stays, and the page leads to both', async () => {
  const message =
    'Its cash drawer is open. Count and close it first. 2 invoices are open here. Collect, void or write off what is due first.';
  const { user } = open(() => respond(409, { message, contacts: 0, drawers: 1, invoices: 2, parkedSales: 0 }));
  await user.click(await screen.findByRole('button', { name: 'Archive Boulder' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Archive' }));
  expect(await screen.findByText(`Boulder: ${message}`)).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Open Point of Sale' })).toHaveAttribute('href', '/pos');
  expect(screen.queryByRole('link', { name: /Show .* Contact/ })).not.toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Show 2 invoices' }));
  await waitFor(() => expect(window.location.pathname).toBe('/invoices'));
});
