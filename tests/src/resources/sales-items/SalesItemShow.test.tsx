import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildSalesItem } from '#tests/support/catalogue.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const place = buildLocation();
const item = buildSalesItem({
  locationId: place.id,
  name: 'Towel',
  description: 'Cotton',
  isPhysicalItem: true,
  inventoryQuantity: 5,
});
const getRoutes = (one: () => unknown, routes: Routes): Routes => ({
  [`GET /sales-items/${item.id}`]: one,
  'GET /sales-items': () => ({ salesItems: [], pagination: createPage(0) }),
  ...routes,
});
const open = (one: () => unknown = () => ({ salesItem: item }), routes: Routes = {}) =>
  renderScreen(`/sales-items/${item.id}`, getRoutes(one, routes), { locations: [place] });

test('shows everything about the item, with Edit and the way back', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Towel' })).toBeVisible();
  for (const text of ['Cotton', '$3.00', 'Physical', '5', 'Unpublished']) expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/sales-items/${item.id}/edit`);
  expect(screen.getByRole('link', { name: 'Back to Sales Items' })).toHaveAttribute('href', '/sales-items');
});

test("Load error: 'Error loading sales item: ...'", async () => {
  open(() => respond(500, { message: 'Out of order' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading sales item: Out of order');
});

test("a missing item says 'Error loading sales item: Sales item not found', with a link back", async () => {
  open(() => respond(404, { message: 'Sales item not found' }));
  expect(await screen.findByText('Error loading sales item: Sales item not found')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Back to Sales Items' })).not.toHaveLength(0);
});

test('Delete asks first, then goes to the list', async () => {
  const { user, api } = open(undefined, {
    [`DELETE /sales-items/${item.id}`]: () => ({ message: 'Sales item deleted' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Towel?' });
  expect(api.to(`DELETE /sales-items/${item.id}`)).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Sales item deleted')).toBeVisible();
  expect(window.location.pathname).toBe('/sales-items');
});

test('a Delete that is refused says why and stays', async () => {
  const { user } = open(undefined, {
    [`DELETE /sales-items/${item.id}`]: () => respond(409, { message: 'Still in use' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Still in use')).toBeVisible();
  await waitFor(() => expect(window.location.pathname).toBe(`/sales-items/${item.id}`));
});

test('an operator at the item’s location is offered no change, whatever the level at the selected one', async () => {
  const routes = getRoutes(() => ({ salesItem: item }), {});
  const locations = [
    { location: buildLocation({ name: 'A' }), level: 'manager' },
    { location: place, level: 'operator' },
  ] as const;
  renderScreen(`/sales-items/${item.id}`, routes, { level: 'operator', locations });
  expect(await screen.findByRole('heading', { name: 'Towel' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
});
