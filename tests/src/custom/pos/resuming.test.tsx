import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readSession } from '#src/authProvider/session.ts';
import { responseLost } from '#src/dataProvider/sendAttempt.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { buildContact, buildLocation } from '#tests/support/records.ts';
import { chooseMaya, maya, parked, renderTill, towel, water } from './till.tsx';
import '#src/custom/pos/ParkedSalesDialog.tsx';

test('a resumed sale has the prices and the stock of today, and says what has changed', async () => {
  const resumed = {
    parkedSale: parked,
    contact: maya,
    discount: null,
    items: [
      { salesItemId: water.id, name: 'Water', price: 2, quantity: 1 },
      { salesItemId: towel.id, name: 'Towel', price: 10, quantity: 4 },
    ],
  };
  const { user } = renderTill({
    routes: {
      'GET /parked-sales': () => ({ parkedSales: [parked] }),
      [`POST /parked-sales/${parked.id}/resume`]: () => resumed,
      [`GET /sales-items/${water.id}`]: () => ({ salesItem: water }),
      [`GET /sales-items/${towel.id}`]: () => ({ salesItem: towel }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Parked (1)' }));
  await user.click(await screen.findByRole('button', { name: 'Resume the sale of Maya Okafor' }));
  expect(await screen.findByText('Water costs $2.50 now. It was $2.00.')).toBeVisible();
  expect(screen.getByText('Only 2 of Towel are in stock.')).toBeVisible();
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Quantity of Towel' })).toHaveValue('2'));
  expect(screen.getByText('Maya Okafor')).toBeVisible();
});

test('of several parked sales none is filled as the one to resume', async () => {
  const other = { ...parked, id: '01900000-0000-7000-8000-0000000000e9', customer: 'Omar Haddad' };
  const { user } = renderTill({ routes: { 'GET /parked-sales': () => ({ parkedSales: [parked, other] }) } });
  await user.click(await screen.findByRole('button', { name: 'Parked (2)' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Parked sales' }));
  expect(await dialog.findAllByRole('button', { name: /^Resume/ })).toHaveLength(2);
  const filled = dialog.getAllByRole('button').filter(({ className }) => className.includes('MuiButton-contained'));
  expect(filled).toEqual([]);
});

test('a resumed sale of which nothing is sold any more leaves no discount for the next one', async () => {
  const discount = { percent: 10, reason: 'Staff' };
  const resumed = {
    parkedSale: parked,
    contact: maya,
    discount,
    items: [{ salesItemId: towel.id, name: 'Towel', price: 10, quantity: 1 }],
  };
  const { user } = renderTill({
    routes: {
      'GET /parked-sales': () => ({ parkedSales: [parked] }),
      [`POST /parked-sales/${parked.id}/resume`]: () => resumed,
      [`GET /sales-items/${towel.id}`]: () => ({ salesItem: { ...towel, isActive: false } }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Parked (1)' }));
  await user.click(await screen.findByRole('button', { name: 'Resume the sale of Maya Okafor' }));
  expect(await screen.findByText('Towel is no longer sold.')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  expect(await screen.findByRole('button', { name: 'Add discount' })).toBeVisible();
});

test('a parked sale whose answer was lost stays, also over a reload when the server has it no more, and is resumed with the same key', async () => {
  let sales = [parked];
  const routes = {
    'GET /parked-sales': () => ({ parkedSales: sales }),
    [`POST /parked-sales/${parked.id}/resume`]: () => {
      if (sales.length === 0)
        return {
          parkedSale: parked,
          contact: maya,
          discount: null,
          items: [{ salesItemId: water.id, name: 'Water', price: 2.5, quantity: 1 }],
        };
      sales = [];
      throw new TypeError('The answer is lost');
    },
  };
  const locations = [buildLocation()];
  const { user, api, unmount } = renderTill({ routes, locations });
  await user.click(await screen.findByRole('button', { name: 'Parked (1)' }));
  const before = api.to('GET /parked-sales').length;
  await user.click(await screen.findByRole('button', { name: 'Resume the sale of Maya Okafor' }));
  expect(await screen.findByText(responseLost)).toBeVisible();
  await waitFor(() => expect(api.to('GET /parked-sales').length).toBeGreaterThan(before));
  // After a reload the page still has it.
  unmount();
  const again = renderTill({ routes, locations, account: readSession()?.user });
  await again.user.click(await screen.findByRole('button', { name: 'Parked (1)' }));
  await again.user.click(await screen.findByRole('button', { name: 'Resume the sale of Maya Okafor' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Quantity of Water' })).toHaveValue('1'));
  const keys = [api, again.api]
    .flatMap((one) => one.to(`POST /parked-sales/${parked.id}/resume`))
    .map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(screen.queryByRole('button', { name: /^Parked/ })).not.toBeInTheDocument();
});

test('a parked sale whose answer comes when another sale is in the cart stays parked, and is resumed with the same key', async () => {
  const resumed = {
    parkedSale: parked,
    contact: maya,
    discount: null,
    items: [{ salesItemId: water.id, name: 'Water', price: 2.5, quantity: 3 }],
  };
  let respondFirst: (response: unknown) => void = () => undefined;
  const first = new Promise((resolve) => (respondFirst = resolve));
  let sales = [parked];
  const { user, api } = renderTill({
    routes: {
      'GET /parked-sales': () => ({ parkedSales: sales }),
      [`POST /parked-sales/${parked.id}/resume`]: () => {
        sales = [];
        return api.to(`POST /parked-sales/${parked.id}/resume`).length === 1 ? first : resumed;
      },
      [`GET /sales-items/${water.id}`]: () => ({ salesItem: water }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Parked (1)' }));
  await user.click(await screen.findByRole('button', { name: 'Resume the sale of Maya Okafor' }));
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Add Towel' }));
  respondFirst(resumed);
  await waitFor(() => expect(api.to(`GET /sales-items/${water.id}`)).toHaveLength(1));
  expect(await screen.findByRole('button', { name: 'Parked (1)' })).toBeVisible();
  expect(screen.queryByRole('textbox', { name: 'Quantity of Water' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Remove Towel' }));
  await user.click(screen.getByRole('button', { name: 'Parked (1)' }));
  await user.click(await screen.findByRole('button', { name: 'Resume the sale of Maya Okafor' }));
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Quantity of Water' })).toHaveValue('3'));
  const keys = api.to(`POST /parked-sales/${parked.id}/resume`).map(({ headers }) => headers.get('Idempotency-Key'));
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('a sale parked without a customer keeps the customer who is chosen at the till, and one parked with a customer brings its own', async () => {
  const other = buildContact({ firstName: 'Omar', lastName: 'Haddad' });
  const unnamed = { ...parked, id: crypto.randomUUID(), customer: null };
  const items = [{ salesItemId: water.id, name: 'Water', price: 2.5, quantity: 1 }];
  const { user } = renderTill({
    routes: {
      'GET /parked-sales': () => ({ parkedSales: [unnamed, { ...parked, customer: 'Omar Haddad' }] }),
      [`POST /parked-sales/${unnamed.id}/resume`]: () => ({
        parkedSale: unnamed,
        contact: null,
        discount: null,
        items,
      }),
      [`POST /parked-sales/${parked.id}/resume`]: () => ({ parkedSale: parked, contact: other, discount: null, items }),
    },
  });
  await chooseMaya(user);
  await user.click(await screen.findByRole('button', { name: 'Parked (2)' }));
  await user.click(await screen.findByRole('button', { name: 'Resume the sale of No customer' }));
  expect(await screen.findByRole('textbox', { name: 'Quantity of Water' })).toHaveValue('1');
  expect(screen.getByText('Maya Okafor')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove Water' }));
  await user.click(await screen.findByRole('button', { name: /^Parked/ }));
  await user.click(await screen.findByRole('button', { name: 'Resume the sale of Omar Haddad' }));
  expect(await screen.findByText('Omar Haddad')).toBeVisible();
  expect(screen.queryByText('Maya Okafor')).not.toBeInTheDocument();
});

test('a parked sale that another till was first to resume says so', async () => {
  const { user } = renderTill({
    routes: {
      'GET /parked-sales': () => ({ parkedSales: [parked] }),
      [`POST /parked-sales/${parked.id}/resume`]: () =>
        respond(409, { message: 'This sale has already been resumed or discarded, maybe at another till' }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Parked (1)' }));
  await user.click(await screen.findByRole('button', { name: 'Resume the sale of Maya Okafor' }));
  expect(
    await screen.findByText('This sale has already been resumed or discarded, maybe at another till'),
  ).toBeVisible();
});

test('a parked sale that was not resumed because the session had ended is not asked for again', async () => {
  let sales = [parked];
  const routes: Routes = {
    'GET /parked-sales': () => ({ parkedSales: sales }),
    [`POST /parked-sales/${parked.id}/resume`]: () => respond(401, { message: 'Session expired' }),
  };
  const locations = [buildLocation()];
  const { user, api, unmount } = renderTill({ routes, locations });
  const account = readSession()?.user;
  await user.click(await screen.findByRole('button', { name: 'Parked (1)' }));
  await user.click(await screen.findByRole('button', { name: 'Resume the sale of Maya Okafor' }));
  await waitFor(() => expect(api.to(`POST /parked-sales/${parked.id}/resume`)).toHaveLength(1));
  await waitFor(() => expect(readSession()).toBeNull());
  unmount();
  sales = [];
  const again = renderTill({ routes, locations, account });
  await waitFor(() => expect(again.api.to('GET /parked-sales')).not.toEqual([]));
  expect(await screen.findByRole('button', { name: 'Add Water' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Parked/ })).not.toBeInTheDocument();
});
