import { act, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { tillPollMs } from '#src/limits.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { createPage } from '#tests/support/records.ts';
import { setWidth } from '#tests/support/width.ts';
import { chooseMaya, reload, renderTill, towel, toPayment, water } from './till.tsx';

/** Water as the server has it now; null once it is deleted. */
function changing() {
  const server: { water: SalesItem | null } = { water };
  const till = renderTill({
    routes: {
      'GET /sales-items': () => ({
        salesItems: server.water ? [server.water, towel] : [towel],
        pagination: createPage(2, 1, 20),
      }),
      [`GET /sales-items/${water.id}`]: () =>
        server.water ? { salesItem: server.water } : respond(404, { message: 'Sales item not found' }),
      'POST /sales-items/purchase': () => respond(404, { message: 'Sales item not found' }),
    },
  });
  return { server, till };
}
const total = () => within(screen.getByLabelText('Summary')).getByText('Total').nextSibling;

test('an item that was deleted since has left the cart when the till is opened again, and the cart says so', async () => {
  const { server, till } = changing();
  await till.user.click(await screen.findByRole('button', { name: 'Add Water' }));
  await till.user.click(screen.getByRole('button', { name: 'Add Towel' }));
  server.water = null;
  reload(till);
  expect(await screen.findByText('Water is no longer sold.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: `Quantity of ${towel.name}` })).toHaveValue('1');
  expect(screen.queryByRole('textbox', { name: 'Quantity of Water' })).toBeNull();
  await till.user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByText('Water is no longer sold.')).toBeNull();
});

test('a price that somebody changes while the item stands in the cart is said before it is paid', async () => {
  const { server, till } = changing();
  await chooseMaya(till.user);
  await till.user.click(await screen.findByRole('button', { name: 'Add Water' }));
  server.water = { ...water, price: 3 };
  await till.user.click(screen.getByRole('button', { name: 'Proceed to Payment' }));
  expect(await screen.findByText('Water costs $3.00 now. It was $2.50.')).toBeVisible();
  expect(total()).toHaveTextContent('$3.24');
});

test('a cart whose only item is deleted while it is paid is empty again, and says why', async () => {
  const { server, till } = changing();
  await toPayment(till.user);
  const complete = await screen.findByRole('button', { name: 'Complete Sale' });
  server.water = null;
  await till.user.click(complete);
  expect(await screen.findByText('Water is no longer sold.')).toBeVisible();
  expect(screen.getByText('The cart is empty')).toBeVisible();
});

test('a till that stays open learns of a change by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { server, till } = changing();
  await till.user.click(await screen.findByRole('button', { name: 'Add Water' }));
  server.water = null;
  act(() => vi.advanceTimersByTime(tillPollMs));
  vi.useRealTimers();
  expect(await screen.findByText('Water is no longer sold.')).toBeVisible();
});

test('a change that comes during the payment does not change the amount until the way back', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { server, till } = changing();
  await toPayment(till.user);
  await screen.findByRole('button', { name: 'Complete Sale' });
  server.water = { ...water, price: 3 };
  const asked = () => till.api.to(`GET /sales-items/${water.id}`).length;
  const before = asked();
  await act(async () => vi.advanceTimersByTime(2 * tillPollMs));
  vi.useRealTimers();
  expect(asked()).toBe(before);
  expect(total()).toHaveTextContent('$2.70');
  await till.user.click(screen.getByRole('button', { name: 'Back to Cart' }));
  expect(await screen.findByText('Water costs $3.00 now. It was $2.50.')).toBeVisible();
  expect(total()).toHaveTextContent('$3.24');
});

test('on a phone a change is said once, at the payment', async () => {
  setWidth(390);
  const { server, till } = changing();
  server.water = { ...water, price: 3 };
  await toPayment(till.user);
  const payment = within(await screen.findByRole('region', { name: 'Payment' }));
  expect(await payment.findByText('Water costs $3.00 now. It was $2.50.')).toBeVisible();
  expect(screen.getAllByText(/^Water costs/)).toHaveLength(1);
});

test('of a price that changes twice in a row, only the newest is said', async () => {
  const { server, till } = changing();
  server.water = { ...water, price: 3 };
  await toPayment(till.user);
  expect(await screen.findByText('Water costs $3.00 now. It was $2.50.')).toBeVisible();
  server.water = { ...water, price: 3.5 };
  await till.user.click(await screen.findByRole('button', { name: 'Back to Cart' }));
  expect(await screen.findByText('Water costs $3.50 now. It was $3.00.')).toBeVisible();
  expect(screen.getAllByText(/^Water costs/)).toHaveLength(1);
});

test('an older price of the cached items does not come back with the cart', async () => {
  const newer = { ...water, price: 3, updatedAt: '2026-03-01T12:00:00.000Z' };
  const one = vi.fn((): unknown => new Promise(() => undefined));
  const till = renderTill({ routes: { [`GET /sales-items/${water.id}`]: one } });
  await chooseMaya(till.user);
  await till.user.click(await screen.findByRole('button', { name: 'Add Water' }));
  one.mockImplementationOnce(() => ({ salesItem: newer }));
  await till.user.click(screen.getByRole('button', { name: 'Proceed to Payment' }));
  expect(await screen.findByText('Water costs $3.00 now. It was $2.50.')).toBeVisible();
  await till.user.click(await screen.findByRole('button', { name: 'Back to Cart' }));
  expect(await screen.findByRole('button', { name: 'Add Water' })).toBeVisible();
  expect(total()).toHaveTextContent('$3.24');
  expect(screen.getByText('Water costs $3.00 now. It was $2.50.')).toBeVisible();
});

test('a page of a proxy with 404, as while the server restarts, takes nothing out of the cart', async () => {
  const restarting = () => respond(404, '<html>404 page not found</html>', 'Not Found');
  let isRestarting = false;
  const till = renderTill({
    routes: {
      [`GET /sales-items/${water.id}`]: () => (isRestarting ? restarting() : { salesItem: water }),
      'POST /sales-items/purchase': () => respond(409, { message: 'Water is out of stock' }),
    },
  });
  await toPayment(till.user);
  isRestarting = true;
  await till.user.click(await screen.findByRole('button', { name: 'Complete Sale' }));
  expect(await screen.findByText('Water is out of stock')).toBeVisible();
  expect(screen.queryByText('Water is no longer sold.')).toBeNull();
  expect(screen.queryByText('The cart is empty')).toBeNull();
});

test('a sale that was not answered is told at once, without waiting for the prices', async () => {
  const till = renderTill({
    routes: {
      [`GET /sales-items/${water.id}`]: () => new Promise(() => undefined),
      'POST /sales-items/purchase': () => respond(503, { message: 'The database does not answer.' }),
    },
  });
  await toPayment(till.user);
  await till.user.click(await screen.findByRole('button', { name: 'Complete Sale' }));
  expect(await screen.findByText(/The database does not answer/)).toBeVisible();
});
