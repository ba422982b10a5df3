import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildSalesItem } from '#tests/support/catalogue.ts';
import { lostOnce, readKeys, respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildLocation, createPage } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import { Screen } from '#tests/support/Screen.tsx';
import { render } from '#tests/support/unstyled.tsx';
import { App } from '#src/App.tsx';
import { responseLost } from '#src/dataProvider/sendAttempt.ts';

const denver = buildLocation();
const add = (routes: Routes = {}) =>
  renderScreen(
    '/sales-items/add',
    { 'GET /sales-items': () => ({ salesItems: [], pagination: createPage(0) }), ...routes },
    { locations: [denver] },
  );
const item = buildSalesItem({
  locationId: denver.id,
  name: 'Towel',
  description: 'Cotton',
  price: 9,
  isPhysicalItem: true,
  inventoryQuantity: 5,
});
const edit = (routes: Routes = {}) =>
  renderScreen(
    `/sales-items/${item.id}/edit`,
    { [`GET /sales-items/${item.id}`]: () => ({ salesItem: item }), ...routes },
    { locations: [denver] },
  );
const put = `PUT /sales-items/${item.id}`;

test('a new sales item is active, unpublished, not physical and has no stock', async () => {
  const { user, api } = add({ 'POST /sales-items': () => respond(201, { salesItem: item }) });
  await user.type(await screen.findByLabelText(/^Name/), 'Towel');
  await user.clear(screen.getByLabelText(/^Price/));
  await user.type(screen.getByLabelText(/^Price/), '9.5');
  await user.click(screen.getByRole('button', { name: 'Add sales item' }));
  expect(await screen.findByText('Sales item added')).toBeVisible();
  expect(window.location.pathname).toBe('/sales-items');
  expect(api.to('POST /sales-items')[0]?.body).toEqual({
    locationId: denver.id,
    name: 'Towel',
    price: 9.5,
    isActive: true,
    isPublished: false,
    isPhysicalItem: false,
    inventoryQuantity: 0,
    isFavorite: false,
  });
});

test("Name required ('Name is required'), and nothing is sent; the error clears when the field is edited", async () => {
  const { user, api } = add();
  await user.click(await screen.findByRole('button', { name: 'Add sales item' }));
  expect(await screen.findByText('Name is required')).toBeVisible();
  expect(api.to('POST /sales-items')).toHaveLength(0);
  await user.type(screen.getByLabelText(/^Name/), 'T');
  await waitFor(() => expect(screen.queryByText('Name is required')).not.toBeInTheDocument());
});

test('an edit sends only what was changed: stock that was not touched is not written back', async () => {
  const { user, api } = edit({ [put]: () => ({ salesItem: { ...item, name: 'Big Towel' } }) });
  const name = await screen.findByLabelText(/^Name/);
  await user.clear(name);
  await user.type(name, 'Big Towel');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Sales item updated')).toBeVisible();
  expect(api.to(put)[0]?.body).toEqual({ name: 'Big Towel', updatedAt: item.updatedAt });
  expect(window.location.pathname).toBe(`/sales-items/${item.id}`);
});

test('an edit that counted the stock anew sends it', async () => {
  const { user, api } = edit({ [put]: () => ({ salesItem: { ...item, inventoryQuantity: 50 } }) });
  await user.type(await screen.findByLabelText(/Inventory Quantity/), '0');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(api.to(put)[0]?.body).toEqual({ inventoryQuantity: 50, updatedAt: item.updatedAt }));
});

test('after a lost answer the item is added once: the next press carries the same key', async () => {
  const { user, api } = add({ 'POST /sales-items': lostOnce(() => respond(201, { salesItem: item })) });
  await user.type(await screen.findByLabelText(/^Name/), 'Towel');
  await user.click(screen.getByRole('button', { name: 'Add sales item' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(responseLost);
  await user.click(screen.getByRole('button', { name: 'Add sales item' }));
  expect(await screen.findByText('Sales item added')).toBeVisible();
  const [first, second] = readKeys(api.to('POST /sales-items'));
  expect(first).toMatch(/^[\da-f]{32}$/);
  expect(second).toBe(first);
});

test('an item whose answer was lost is added once, also when the page was left and opened again', async () => {
  const submit = async ({ user }: ReturnType<typeof add>) => {
    const name = await screen.findByLabelText(/^Name/);
    await user.clear(name);
    await user.type(name, 'Towel');
    await user.click(screen.getByRole('button', { name: 'Add sales item' }));
  };
  const page = add({ 'POST /sales-items': lostOnce(() => respond(201, { salesItem: item })) });
  await submit(page);
  expect(await screen.findByRole('alert')).toHaveTextContent(responseLost);
  page.unmount();
  render(<App layout={Screen} />);
  await submit(page);
  expect(await screen.findByText('Sales item added')).toBeVisible();
  const [first, second] = readKeys(page.api.to('POST /sales-items'));
  expect(second).toBe(first);
});

test('an edit whose answer was lost is not taken for somebody else’s: the next press finds it saved', async () => {
  let saved = item;
  const { user, api } = edit({
    [`GET /sales-items/${item.id}`]: () => ({ salesItem: saved }),
    [`GET /sales-items/${item.id}/stock`]: () => respond(404, {}),
    [put]: ({ body }) => {
      const { updatedAt, ...changes } = body as Partial<typeof item>;
      if (updatedAt !== saved.updatedAt) return respond(409, { message: 'This was changed by someone else' });
      saved = { ...saved, ...changes, updatedAt: '2026-02-01T12:00:00.000Z' };
      throw new TypeError('Failed to fetch');
    },
  });
  const name = await screen.findByLabelText(/^Name/);
  await user.clear(name);
  await user.type(name, 'Big Towel');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('An unexpected error occurred');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('Sales item updated')).toBeVisible();
  expect(api.to(put)).toHaveLength(2);
});
