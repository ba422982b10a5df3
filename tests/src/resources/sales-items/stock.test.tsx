import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Level } from '#domain/shared/access.ts';
import '#src/resources/sales-items/StockDialog.tsx';
import { buildSalesItem } from '#tests/support/catalogue.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const place = buildLocation();
const towel = buildSalesItem({
  locationId: place.id,
  name: 'Towel',
  price: 10,
  isPhysicalItem: true,
  inventoryQuantity: 5,
  lowStockLevel: 6,
  cost: 4,
});
const delivery = {
  id: crypto.randomUUID(),
  kind: 'received',
  change: 24,
  quantityAfter: 29,
  unitCost: 4.5,
  note: 'Order 17',
  by: { id: crypto.randomUUID(), name: 'Sam Rivera' },
  at: '2026-01-05T22:05:00.000Z',
};
const open = (routes: Routes = {}, level: Level = 'admin', item: object = towel) =>
  renderScreen(
    `/sales-items/${towel.id}`,
    {
      [`GET /sales-items/${towel.id}`]: () => ({ salesItem: item }),
      [`GET /sales-items/${towel.id}/stock`]: () => ({ movements: [delivery] }),
      ...routes,
    },
    { level, locations: [place] },
  );
const stock = async () => within(await screen.findByRole('region', { name: 'Stock' }));

test('the stock says what is low, what was delivered, and to managers cost and margin', async () => {
  open();
  const details = within(await screen.findByRole('region', { name: 'Item Details' }));
  for (const text of ['Low', '$4.00', '$6.00 (60%)', '6']) expect(details.getByText(text)).toBeVisible();
  const row = await (await stock()).findByRole('row', { name: /Received 24/ });
  for (const text of ['Order 17', '29', '$4.50', 'Sam Rivera']) expect(within(row).getByText(text)).toBeVisible();
});

test('the cost is not shown to levels that may not know it', async () => {
  const { cost: _cost, ...item } = towel;
  open({}, 'point_of_sale', item);
  const details = within(await screen.findByRole('region', { name: 'Item Details' }));
  expect(details.queryByText('Cost')).toBeNull();
  expect(details.queryByText('Margin')).toBeNull();
});

test('a delivery says what there will be; opened and sent again after a lost answer it is the same', async () => {
  let isLost = true;
  const { user, api } = open({
    [`POST /sales-items/${towel.id}/stock`]: () => {
      if (isLost) throw new TypeError('The network is away');
      return respond(201, { salesItem: { ...towel, inventoryQuantity: 17 }, movement: delivery, message: '' });
    },
  });
  const receive = async () => {
    await user.click((await stock()).getByRole('button', { name: 'Receive' }));
    return within(await screen.findByRole('dialog', { name: 'Receive Towel' }));
  };
  const dialog = await receive();
  await user.type(dialog.getByLabelText(/Pieces received/), '12');
  const cost = dialog.getByLabelText(/Cost of one piece/);
  await user.clear(cost);
  await user.type(cost, '5.25');
  expect(dialog.getByText('Then 17 pieces in stock.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Receive' }));
  await dialog.findByRole('alert');
  isLost = false;
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  const opened = await receive();
  expect(opened.getByLabelText(/Pieces received/)).toHaveValue(12);
  expect(opened.getByLabelText(/Cost of one piece/)).toHaveDisplayValue('5.25');
  await user.click(opened.getByRole('button', { name: 'Receive' }));
  expect(await screen.findByText('17 pieces of Towel in stock')).toBeVisible();
  const sent = api.to(`POST /sales-items/${towel.id}/stock`);
  expect(sent.map(({ body }) => body)).toMatchObject([
    { kind: 'received', quantity: 12, unitCost: 5.25 },
    { kind: 'received', quantity: 12, unitCost: 5.25 },
  ]);
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

test('a count says what is missing', async () => {
  const { user } = open();
  await user.click((await stock()).getByRole('button', { name: 'Count' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Count Towel' }));
  expect(dialog.queryByLabelText(/Cost/)).toBeNull();
  await user.type(dialog.getByLabelText(/Pieces counted/), '3');
  expect(dialog.getByText('2 missing')).toBeVisible();
});

test('the list shows what is low, and only that when it is asked for', async () => {
  const { user, api } = renderScreen(
    '/sales-items',
    { 'GET /sales-items': () => ({ salesItems: [towel], pagination: createPage(1) }) },
    { locations: [place] },
  );
  expect(await screen.findByText('Low')).toBeVisible();
  await user.click(screen.getByRole('combobox', { name: /^Stock: / }));
  await user.click(screen.getByRole('option', { name: 'Low Stock' }));
  await expect.poll(() => api.to('GET /sales-items').at(-1)?.query.get('stock')).toBe('low');
});
