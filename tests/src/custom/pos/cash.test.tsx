import { setTimeout } from 'node:timers/promises';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { responseLost } from '#src/dataProvider/sendAttempt.ts';
import { maxGapMs } from '#src/custom/pos/scan.ts';
import { respond } from '#tests/support/consoleApi.ts';
import { buildLocation } from '#tests/support/records.ts';
import { cashResponse, maya, renderTill, getSales, toPayment, water } from './till.tsx';

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
  const location = buildLocation({ salesTaxRate: 0.08 });
  const till = renderTill({ locations: [location] });
  await toPayment(till.user);
  await till.user.dblClick(complete());
  await screen.findByText('Payment Successful!');
  expect(screen.getByText('Transaction completed successfully.')).toBeVisible();
  expect(getSales(till)).toEqual([
    {
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      body: {
        contactId: maya.id,
        locationId: location.id,
        items: [{ salesItemId: water.id, quantity: 1 }],
        notes: 'Point of Sale Transaction',
        expectedTotal: 2.7,
        paymentMethod: 'cash',
      },
    },
  ]);
});

test('a printed receipt has the legal name, the tax id and the footer of the settings', async () => {
  const { invoice, ...sold } = cashResponse();
  const receipt = { legalName: 'Iron Peak LLC', taxId: '84-1234567', footer: 'No refunds on supplements.' };
  const { user } = renderTill({
    routes: { 'POST /sales-items/purchase': () => ({ ...sold, invoice: { ...invoice, receipt } }) },
  });
  await toPayment(user);
  await user.click(complete());
  await user.click(await screen.findByRole('button', { name: 'Next customer' }));
  await user.click(await screen.findByRole('button', { name: 'Print receipt' }));
  const printed = await screen.findByRole('article', { name: 'Receipt', hidden: true });
  for (const text of ['Iron Peak LLC', 'Tax ID 84-1234567', 'No refunds on supplements.'])
    expect(printed).toHaveTextContent(text);
});

test('success returns to an empty cart after 2.5 seconds, with the last sale at hand until the next item', async () => {
  const { user } = renderTill();
  await toPayment(user);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  fireEvent.click(complete());
  await screen.findByText('Payment Successful!');
  act(() => vi.advanceTimersByTime(2400));
  expect(screen.getByText('Payment Successful!')).toBeVisible();
  act(() => vi.advanceTimersByTime(200));
  expect(await screen.findByText('The cart is empty')).toBeVisible();
  vi.useRealTimers();
  expect(screen.getByRole('region', { name: 'Last sale' })).toHaveTextContent('Maya Okafor');
  expect(screen.getByRole('link', { name: 'View invoice' })).toBeVisible();
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

test('where cash is rounded, the rounded total stands above the cash received, and change is counted from it', async () => {
  const { user } = renderTill({ locations: [buildLocation({ salesTaxRate: 0.09, cashRounding: 10 })] });
  await toPayment(user);
  await user.type(screen.getByLabelText('Cash received (optional)'), '5');
  expect(screen.getByText('Cash total $2.70, rounded from $2.73')).toBeVisible();
  expect(screen.getByText('Change $2.30')).toBeVisible();
});

test("the server's sentence shows in red above the actions, and a refused attempt gets a new key", async () => {
  const till = renderTill({
    routes: { 'POST /sales-items/purchase': () => respond(409, { message: 'Water is out of stock' }) },
  });
  await toPayment(till.user);
  await till.user.click(complete());
  expect(await screen.findByRole('alert')).toHaveTextContent('Water is out of stock');
  await till.user.click(complete());
  await waitFor(() => expect(getSales(till)).toHaveLength(2));
  const [first, second] = getSales(till);
  expect(second?.key).not.toBe(first?.key);
});

test.each([
  ['of a busy server', () => respond(503, { message: 'The database is busy' }), 'The database is busy'],
  [
    'that is lost',
    () => Promise.reject(new TypeError('Failed to fetch')),
    `An unexpected error occurred. ${responseLost}`,
  ],
])('an answer %s is asked for again with the same key', async (_what, first, said) => {
  const responses = [first, cashResponse];
  const till = renderTill({ routes: { 'POST /sales-items/purchase': () => responses.shift()?.() } });
  await toPayment(till.user);
  await till.user.click(complete());
  expect(await screen.findByRole('alert')).toHaveTextContent(said);
  await till.user.click(complete());
  await screen.findByText('Payment Successful!');
  const [sent, again] = getSales(till);
  expect(again).toEqual(sent);
});

test.each(['12abc'])('cash typed as %s is refused with a message, and nothing is sold', async (typed) => {
  const till = renderTill();
  await toPayment(till.user);
  await till.user.type(screen.getByLabelText('Cash received (optional)'), typed);
  // Typing by hand is slower than a scanner.
  await setTimeout(maxGapMs + 10);
  await till.user.keyboard('{Enter}');
  expect(screen.getByText('Enter an amount such as 12.50')).toBeVisible();
  expect(complete()).toBeDisabled();
  expect(getSales(till)).toEqual([]);
});

test('a total that has changed shows the new figures and asks again, with a new key', async () => {
  let price = 2.5;
  const routes = {
    'POST /sales-items/purchase': () =>
      price === 2.5 ? ((price = 5), respond(409, { message: 'The total has changed', total: 5.4 })) : cashResponse(),
    [`GET /sales-items/${water.id}`]: () => ({ salesItem: { ...water, price } }),
  };
  const till = renderTill({ routes });
  await toPayment(till.user);
  await till.user.click(complete());
  expect(
    await screen.findByText('The total has changed. It is $5.40 now. Please check it and complete the sale again.'),
  ).toBeVisible();
  expect(screen.getByText('Water costs $5.00 now. It was $2.50.')).toBeVisible();
  expect(screen.getByLabelText('Summary')).toHaveTextContent('Total$5.40');
  expect(getSales(till)).toHaveLength(1);
  await till.user.click(complete());
  await screen.findByText('Payment Successful!');
  const [first, second] = getSales(till);
  expect([first?.body.expectedTotal, second?.body.expectedTotal, first?.key === second?.key]).toEqual([
    2.7,
    5.4,
    false,
  ]);
});

test('Back in the browser leads from the payment to the cart, and not out of the till', async () => {
  const { user } = renderTill();
  await toPayment(user);
  await waitFor(() => expect(window.history.state?.usr).toEqual({ step: 'payment' }));
  act(() => window.history.back());
  expect(await screen.findByRole('button', { name: 'Proceed to Payment' })).toBeVisible();
  expect(window.location.pathname).toBe('/pos');
});

test('there is no invoice link at a level that may not read invoices', async () => {
  const { user } = renderTill({ level: 'point_of_sale' });
  await toPayment(user);
  await user.click(complete());
  await user.click(await screen.findByRole('button', { name: 'Next customer' }));
  expect(await screen.findByRole('region', { name: 'Last sale' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'View invoice' })).not.toBeInTheDocument();
});
