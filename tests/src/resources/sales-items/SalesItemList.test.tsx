import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildSalesItem } from '#tests/support/catalogue.ts';
import { createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';

const page = (...salesItems: ReturnType<typeof buildSalesItem>[]) => ({
  salesItems,
  pagination: createPage(salesItems.length),
});
const open = (list: () => unknown, path = '/sales-items') => renderScreen(path, { 'GET /sales-items': list });
const cells = async (name: string) => {
  const row = await screen.findByRole('row', { name: new RegExp(name) });
  return within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
};

test("/sales-items: 'Manage your products and services for sale', searched 'by name or description'", async () => {
  const { user, api } = open(() => page(buildSalesItem()));
  expect(await screen.findByRole('heading', { name: 'Sales Items' })).toBeVisible();
  expect(screen.getByText('Manage your products and services for sale')).toBeVisible();
  await user.type(screen.getByPlaceholderText('Search by name or description...'), 'bar');
  await waitFor(() => expect(api.to('GET /sales-items').at(-1)?.query.get('search')).toBe('bar'));
});

test('Columns: Item, Description, Price, Status, Published, Type, Inventory and Created', async () => {
  const physical = buildSalesItem({
    name: 'Towel',
    description: 'Cotton',
    price: 1234.5,
    isPhysicalItem: true,
    inventoryQuantity: 12,
  });
  open(() => page(physical, buildSalesItem({ name: 'Coaching', isActive: false, isPublished: true })));
  expect(await cells('Towel')).toEqual([
    'Towel',
    'Cotton',
    '$1,234.50',
    'Active',
    'Unpublished',
    'Physical',
    '12',
    'Jan 5, 2026',
  ]);
  expect(await cells('Coaching')).toEqual([
    'Coaching',
    '',
    '$3.00',
    'Inactive',
    'Published',
    'Digital',
    'N/A',
    'Jan 5, 2026',
  ]);
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  expect(heads).toEqual(['Item', 'Description', 'Price', 'Status', 'Published', 'Type', 'Inventory', 'Created']);
});

test('Sortable on name, price and createdAt', async () => {
  const { user, api } = open(() => page(buildSalesItem()));
  await cells('Water');
  expect(Object.fromEntries(api.to('GET /sales-items')[0]?.query ?? [])).toMatchObject({
    limit: '10',
    sortBy: 'createdAt',
    sortOrder: 'desc',
  });
  for (const [label, sortBy] of [
    ['Item', 'name'],
    ['Price', 'price'],
    ['Created', 'createdAt'],
  ] as const) {
    await user.click(screen.getByRole('button', { name: label }));
    await waitFor(() => expect(api.to('GET /sales-items').at(-1)?.query.get('sortBy')).toBe(sortBy));
  }
  expect(screen.queryByRole('button', { name: 'Type' })).not.toBeInTheDocument();
});

test("A row click goes to /sales-items/{id}; pagination shows '(N items)'", async () => {
  const item = buildSalesItem();
  const { user } = renderScreen('/sales-items', {
    'GET /sales-items': () => ({ salesItems: [item], pagination: createPage(25) }),
    [`GET /sales-items/${item.id}`]: () => ({ salesItem: item }),
  });
  expect(await screen.findByText('Page 1 of 3 (25 items)')).toBeVisible();
  await user.click(screen.getByText('$3.00'));
  expect(await screen.findByRole('heading', { name: 'Water Bottle' })).toBeVisible();
  expect(window.location.pathname).toBe(`/sales-items/${item.id}`);
});

test('an empty list says so, and how to begin or that the search found nothing', async () => {
  open(() => page());
  expect(await screen.findByText('No sales items found')).toBeVisible();
  expect(screen.getByText('Create your first sales item to get started.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Create a sales item' })).toHaveAttribute('href', '/sales-items/add');
});

test('a search that finds nothing says so', async () => {
  open(() => page(), '/sales-items?filter={"search":"zzz"}');
  expect(await screen.findByText('No sales items match your search criteria.')).toBeVisible();
});
