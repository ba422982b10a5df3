import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answer, later } from '#tests/support/consoleApi.ts';
import { aLocation } from '#tests/support/records.ts';
import { cashAnswer, maya, reload, renderTill, salesOf, toPayment, water } from './till.tsx';

const complete = () => screen.getByRole('button', { name: 'Complete Sale' });

test("cash is the default: 'Cash payment will be processed immediately.' with Back to Cart and Complete Sale", async () => {
  const { user } = renderTill();
  await toPayment(user);
  expect(screen.getByText('Cash payment will be processed immediately.')).toBeVisible();
  expect(complete()).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Back to Cart' }));
  expect(await screen.findByRole('button', { name: 'Proceed to Payment' })).toBeVisible();
});

test('one press sells the cart, once, with the body the API takes and a key', async () => {
  const location = aLocation({ salesTaxRate: 0.08 });
  const till = renderTill({ locations: [location] });
  await toPayment(till.user);
  await till.user.dblClick(complete());
  expect(await screen.findByText('Payment Successful!')).toBeVisible();
  expect(screen.getByText('Transaction completed successfully.')).toBeVisible();
  expect(salesOf(till)).toEqual([
    {
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      body: {
        contactId: maya.id,
        locationId: location.id,
        items: [{ salesItemId: water.id, quantity: 1 }],
        notes: 'Point of Sale Transaction',
        paymentMethod: 'cash',
      },
    },
  ]);
});

test('success returns to an empty cart after 2.5 seconds, with the last sale at hand until the next item', async () => {
  const { user } = renderTill();
  await toPayment(user);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.click(complete());
  expect(await screen.findByText('Payment Successful!')).toBeVisible();
  act(() => vi.advanceTimersByTime(2400));
  expect(screen.getByText('Payment Successful!')).toBeVisible();
  act(() => vi.advanceTimersByTime(200));
  expect(await screen.findByText('The cart is empty')).toBeVisible();
  vi.useRealTimers();
  expect(screen.getByRole('region', { name: 'Last sale' })).toHaveTextContent('Maya Okafor');
  expect(screen.getByRole('link', { name: 'View Invoice' })).toBeVisible();
  expect(screen.getByRole('combobox', { name: 'Search customers' })).toHaveValue('');
  await user.click(await screen.findByRole('button', { name: 'Add Water' }));
  expect(screen.queryByRole('region', { name: 'Last sale' })).not.toBeInTheDocument();
});

test('cash received gives the change, by quick amount too; too little cannot be completed', async () => {
  const { user } = renderTill();
  await toPayment(user);
  await user.type(screen.getByLabelText('Cash received (optional)'), '2');
  expect(screen.getByText('Short by $0.70')).toBeVisible();
  expect(complete()).toBeDisabled();
  await user.click(screen.getByRole('button', { name: '$5.00' }));
  expect(screen.getByText('Change $2.30')).toBeVisible();
  await user.click(complete());
  expect(await screen.findByText(/Change \$2\.30/)).toBeVisible();
});

test("the server's sentence shows in red above the actions, and a refused attempt gets a new key", async () => {
  const till = renderTill({ routes: { 'POST /sales-items/purchase': () => answer(409, { message: 'Water is out of stock' }) } });
  await toPayment(till.user);
  await till.user.click(complete());
  expect(await screen.findByRole('alert')).toHaveTextContent('Water is out of stock');
  await till.user.click(complete());
  await waitFor(() => expect(salesOf(till)).toHaveLength(2));
  const [first, second] = salesOf(till);
  expect(second?.key).not.toBe(first?.key);
});

test('a lost answer is asked for again with the same key', async () => {
  const answers = [answer(503, { message: 'The database cannot be reached' }), cashAnswer()];
  const till = renderTill({ routes: { 'POST /sales-items/purchase': () => answers.shift() } });
  await toPayment(till.user);
  await till.user.click(complete());
  expect(await screen.findByRole('alert')).toHaveTextContent('The database cannot be reached');
  await till.user.click(complete());
  expect(await screen.findByText('Payment Successful!')).toBeVisible();
  const [first, second] = salesOf(till);
  expect(second).toEqual(first);
});

test('a sale whose answer was lost is not left without a question', async () => {
  const { user } = renderTill({ routes: { 'POST /sales-items/purchase': () => answer(503, { message: 'Gone' }) } });
  await toPayment(user);
  await user.click(complete());
  await screen.findByText('Gone');
  await user.click(screen.getByRole('button', { name: 'Back to Cart' }));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(await screen.findByRole('button', { name: 'Complete Sale' })).toBeVisible();
});

test('a reload in the middle of a slow answer ends the same sale with the same key', async () => {
  const answers = [later().promise, cashAnswer()];
  const till = renderTill({ routes: { 'POST /sales-items/purchase': () => answers.shift() } });
  await toPayment(till.user);
  await till.user.click(complete());
  await waitFor(() => expect(salesOf(till)).toHaveLength(1));
  reload(till);
  expect(await screen.findByText('Payment Successful!')).toBeVisible();
  const [first, second] = salesOf(till);
  expect(second).toEqual(first);
});

test('there is no invoice link at a level that may not read invoices', async () => {
  const { user } = renderTill({ level: 'point_of_sale' });
  await toPayment(user);
  await user.click(complete());
  await user.click(await screen.findByRole('button', { name: 'Next Customer' }));
  expect(await screen.findByRole('region', { name: 'Last sale' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'View Invoice' })).not.toBeInTheDocument();
});
