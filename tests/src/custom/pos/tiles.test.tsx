import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import '#src/custom/pos/ItemTiles.tsx';
import '#src/custom/purchase/PurchaseDialog.tsx';
import { viewKey } from '#src/custom/pos/ItemsSection.tsx';
import { localStorage } from '#src/safeStorage.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { buildLocation, buildSalesItem, createMemberSummary, createPage, createPlan } from '#tests/support/records.ts';
import { maya, renderTill } from './till.tsx';

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

test('without categories and memberships there is no choice of them', async () => {
  await openTiles({ level: 'point_of_sale', routes: { 'GET /sales-items/categories': () => ({ categories: [] }) } });
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
  expect(screen.getByRole('link', { name: 'Add sales item' })).toHaveAttribute('href', '/sales-items/add');
  unmount();
  renderTill({ routes: { ...categories, 'GET /sales-items': () => respond(400, { message: 'No tiles today' }) } });
  expect(await screen.findByText('No tiles today')).toBeVisible();
});

test('memberships are a category of the tiles: one is sold to the customer, who is asked for first', async () => {
  const plan = createPlan({ name: 'Unlimited', price: 59 });
  const dayPass = createPlan({ name: 'Day Pass', billingFrequency: 'one_time', accessDurationDays: 1, price: 20 });
  const preview = { lineItems: [], subtotal: 59, tax: 4.72, total: 63.72 };
  const { user } = await openTiles({
    routes: {
      'GET /memberships': () => ({
        memberships: [plan, dayPass].map((membership) => ({ membership, location: null })),
        pagination: createPage(2),
      }),
      [`GET /memberships/${plan.id}/preview/${maya.id}`]: () => ({ preview }),
      [`GET /contacts/${maya.id}`]: () => ({ contact: maya, homeLocation: null }),
      [`GET /contacts/${maya.id}/memberships`]: () => ({ memberships: [], pagination: createPage(0) }),
      [`GET /contacts/${maya.id}/standing`]: () => createMemberSummary({ membership: null }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Memberships' }));
  expect(screen.queryByRole('list', { name: 'Sales items' })).not.toBeInTheDocument();
  const plans = within(await screen.findByRole('list', { name: 'Memberships' }));
  expect(plans.getAllByRole('button')).toHaveLength(2);
  await user.type(screen.getByRole('searchbox', { name: 'Search sales items' }), 'unlim');
  await waitFor(() => expect(plans.getAllByRole('button')).toHaveLength(1));
  await user.click(plans.getByRole('button', { name: 'Unlimited $59.00 Monthly' }));
  expect(await screen.findByText('Select the customer who buys Unlimited.')).toBeVisible();
  await user.type(screen.getByRole('combobox', { name: 'Search customers' }), 'maya');
  await user.click(await screen.findByRole('option', { name: /Maya/ }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Sell membership/ }));
  expect(await dialog.findByText(/Step 2 of 2: Payment/)).toBeVisible();
  // Drawn anew once it is known how it is paid.
  await waitFor(() => expect(dialog.getByText('$63.72')).toBeVisible());
});

test('a customer who cannot be loaded is said where a membership was pressed, and can be tried again', async () => {
  const plan = createPlan({ name: 'Unlimited', price: 59 });
  let answer: () => unknown = () => respond(503, { message: 'The database does not answer.' });
  const { user } = await openTiles({
    routes: {
      'GET /memberships': () => ({ memberships: [{ membership: plan, location: null }], pagination: createPage(1) }),
      [`GET /memberships/${plan.id}/preview/${maya.id}`]: () => ({
        preview: { lineItems: [], subtotal: 59, tax: 4.72, total: 63.72 },
      }),
      [`GET /contacts/${maya.id}`]: () => answer(),
      [`GET /contacts/${maya.id}/memberships`]: () => ({ memberships: [], pagination: createPage(0) }),
      [`GET /contacts/${maya.id}/standing`]: () => createMemberSummary({ membership: null }),
    },
  });
  await user.type(screen.getByRole('combobox', { name: 'Search customers' }), 'maya');
  await user.click(await screen.findByRole('option', { name: /Maya/ }));
  const section = within(screen.getByRole('region', { name: 'Customer Selection' }));
  expect(await section.findByText('The database does not answer.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Memberships' }));
  await user.click(await screen.findByRole('button', { name: /^Unlimited/ }));
  expect(await screen.findAllByText('The database does not answer.')).toHaveLength(2);
  answer = () => ({ contact: maya, homeLocation: null });
  await user.click(section.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('dialog', { name: /^Sell membership/ })).toBeVisible();
  expect(section.getByRole('button', { name: 'Sell membership', hidden: true })).toBeVisible();
});

test('those who may not sell memberships have no such category', async () => {
  await openTiles({ level: 'point_of_sale' });
  expect(await screen.findByRole('button', { name: 'Drinks' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Memberships' })).not.toBeInTheDocument();
});
