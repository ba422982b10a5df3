import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aSalesItem } from '#tests/support/catalogue.ts';
import { answer, type Routes } from '#tests/support/consoleApi.ts';
import { aPage } from '#tests/support/records.ts';
import { renderConsole } from '#tests/support/render.tsx';

const item = aSalesItem({ name: 'Towel', description: 'Cotton', isPhysicalItem: true, inventoryQuantity: 5 });
const open = (one: () => unknown = () => ({ salesItem: item }), routes: Routes = {}) =>
  renderConsole(`/sales-items/${item.id}`, {
    [`GET /sales-items/${item.id}`]: one,
    'GET /sales-items': () => ({ salesItems: [], pagination: aPage(0) }),
    ...routes,
  });

test('shows everything about the item, with Edit and the way back', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Towel' })).toBeVisible();
  for (const text of ['Cotton', '$3.00', 'Physical', '5', 'Unpublished']) expect(screen.getByText(text)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Edit' })).toHaveAttribute('href', `/sales-items/${item.id}/edit`);
  expect(screen.getByRole('link', { name: 'Back to Sales Items' })).toHaveAttribute('href', '/sales-items');
});

test("Load error: 'Error loading sales item: ...'", async () => {
  open(() => answer(500, { message: 'Out of order' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Error loading sales item: Out of order');
});

test('an item that is not there is said to be not found, with the way back', async () => {
  open(() => answer(404, { message: 'Sales item not found' }));
  expect(await screen.findByText('Sales item not found')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Back to Sales Items' })).not.toHaveLength(0);
});

test('Delete asks first, then goes to the list', async () => {
  const { user, api } = open(undefined, { [`DELETE /sales-items/${item.id}`]: () => ({ message: 'Sales item deleted' }) });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Towel?' });
  expect(api.to(`DELETE /sales-items/${item.id}`)).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Sales item deleted')).toBeVisible();
  expect(window.location.pathname).toBe('/sales-items');
});

test('a Delete that is refused says why and stays', async () => {
  const { user } = open(undefined, { [`DELETE /sales-items/${item.id}`]: () => answer(409, { message: 'Still in use' }) });
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Still in use')).toBeVisible();
  await waitFor(() => expect(window.location.pathname).toBe(`/sales-items/${item.id}`));
});
