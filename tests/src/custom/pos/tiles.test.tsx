import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import '#src/custom/pos/ItemTiles.tsx';
import { viewKey } from '#src/custom/pos/ItemsSection.tsx';
import { localStorage } from '#src/safeStorage.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { buildLocation, createPage, buildSalesItem } from '#tests/support/records.ts';
import { renderTill } from './till.tsx';

const water = buildSalesItem({
  name: 'Water Bottle',
  price: 2.5,
  category: 'Drinks',
  isFavorite: true,
  isPhysicalItem: true,
  inventoryQuantity: 2,
  previewUrl: '/api/files/water.webp',
});
const towel = buildSalesItem({ name: 'Towel', price: 10, category: 'Rental' });
const categories = { 'GET /sales-items/categories': () => ({ categories: ['Drinks', 'Rental'] }) };

beforeEach(() => localStorage.removeItem(viewKey));

const tiles = async () => within(await screen.findByRole('list', { name: 'Sales items' }));
const openTiles = async (till: Parameters<typeof renderTill>[0] = {}) => {
  const opened = renderTill({ items: [water, towel], ...till, routes: { ...categories, ...till.routes } });
  await opened.user.click(await screen.findByRole('button', { name: 'Tiles' }));
  return opened;
};

test('the till opens as a table; tiles are chosen and remembered in this browser', async () => {
  const { user, unmount } = renderTill({ items: [water], routes: categories });
  expect(await screen.findByRole('table', { name: 'Sales items' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Tiles' }));
  expect(await screen.findByRole('list', { name: 'Sales items' })).toBeVisible();
  unmount();
  renderTill({ items: [water], routes: categories });
  expect(await screen.findByRole('list', { name: 'Sales items' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Tiles' })).toHaveAttribute('aria-pressed', 'true');
});

test('tiles are asked for a hundred at once, favorites first, of the selected location', async () => {
  const location = buildLocation();
  const { api } = await openTiles({ locations: [location] });
  await tiles();
  const query = Object.fromEntries(api.to('GET /sales-items').at(-1)?.query ?? []);
  expect(query).toMatchObject({
    limit: '100',
    page: '1',
    sortBy: 'favorites',
    sortOrder: 'asc',
    locationId: location.id,
  });
});

test('a tile says name, price and stock, adds one at a press, and shows how many are in the cart', async () => {
  const { user } = await openTiles();
  const tile = (await tiles()).getByRole('button', { name: 'Add Water Bottle $2.50 2 in stock' });
  expect((await tiles()).getByRole('button', { name: 'Add Towel $10.00' })).toHaveTextContent(/^T/);
  await user.click(tile);
  expect(
    (await tiles()).getByRole('button', { name: 'Add Water Bottle $2.50 2 in stock 1 in cart' }),
  ).toHaveTextContent('1');
  expect(screen.getByRole('textbox', { name: 'Quantity of Water Bottle' })).toHaveValue('1');
  await user.keyboard('{Enter}');
  expect((await tiles()).getByRole('button', { name: 'Water Bottle $2.50 All in cart 2 in cart' })).toBeDisabled();
});

test('what cannot be sold is disabled with its word', async () => {
  await openTiles({
    items: [
      { ...water, inventoryQuantity: 0 },
      { ...towel, isActive: false },
    ],
  });
  expect((await tiles()).getByRole('button', { name: 'Water Bottle $2.50 Out of stock' })).toBeDisabled();
  expect((await tiles()).getByRole('button', { name: 'Towel $10.00 Inactive' })).toBeDisabled();
});

test('a category shows its items alone, and All shows them all again', async () => {
  const { user, api } = await openTiles({
    routes: {
      'GET /sales-items': ({ query }) => {
        const found = [water, towel].filter(
          ({ category }) => !query.get('category') || category === query.get('category'),
        );
        return { salesItems: found, pagination: createPage(found.length, 1, 100) };
      },
    },
  });
  const chosen = within(await screen.findByRole('group', { name: 'Categories' }));
  expect(chosen.getByRole('button', { name: 'All' })).toHaveAttribute('aria-pressed', 'true');
  await user.click(chosen.getByRole('button', { name: 'Rental' }));
  await waitFor(async () => expect((await tiles()).getAllByRole('button')).toHaveLength(1));
  expect(api.to('GET /sales-items').at(-1)?.query.get('category')).toBe('Rental');
  await user.click(chosen.getByRole('button', { name: 'All' }));
  await waitFor(async () => expect((await tiles()).getAllByRole('button')).toHaveLength(2));
});

test('without categories there is no choice of them', async () => {
  await openTiles({ routes: { 'GET /sales-items/categories': () => ({ categories: [] }) } });
  await tiles();
  expect(screen.queryByRole('group', { name: 'Categories' })).not.toBeInTheDocument();
});

test('more than one page of tiles is loaded on', async () => {
  const { user, api } = await openTiles({
    routes: {
      'GET /sales-items': ({ query }) => {
        const limit = Number(query.get('limit'));
        return { salesItems: limit > 100 ? [water, towel] : [water], pagination: createPage(2, 1, limit) };
      },
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Load more (1)' }));
  await waitFor(async () => expect((await tiles()).getAllByRole('listitem')).toHaveLength(2));
  expect(api.to('GET /sales-items').at(-1)?.query.get('limit')).toBe('200');
  expect(screen.queryByRole('button', { name: /^Load more/ })).not.toBeInTheDocument();
});

test('no items, and a failure, are said as in the table', async () => {
  const { unmount } = await openTiles({ items: [] });
  expect(await screen.findByText('No sales items found')).toBeVisible();
  expect(screen.getByText('Create your first sales item to get started.')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Add Sales Item' })).toHaveAttribute('href', '/sales-items/add');
  unmount();
  renderTill({ routes: { ...categories, 'GET /sales-items': () => respond(400, { message: 'No tiles today' }) } });
  expect(await screen.findByText('No tiles today')).toBeVisible();
});
