import { setTimeout } from 'node:timers/promises';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { responseLost } from '#src/dataProvider/sendAttempt.ts';
import { maxGapMs } from '#src/custom/pos/scan.ts';
import { respond, later } from '#tests/support/consoleApi.ts';
import { buildLocation } from '#tests/support/records.ts';
import { unplug } from '#tests/support/unplug.ts';
import { cashResponse, maya, outcomes, reload, renderTill, getSales, toPayment, water } from './till.tsx';

const openKeys = () => Object.keys(localStorage).filter((name) => name.startsWith('openAttempt.'));
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

const lose = () => Promise.reject(new TypeError('Failed to fetch'));

test('a sale that began offline was not made: the cart stays, can be changed, and is not offered again', async () => {
  const { user } = renderTill({ routes: { 'POST /sales-items/purchase': lose } });
  await toPayment(user);
  unplug();
  await user.click(complete());
  expect(await screen.findByText('You are offline.')).toBeVisible();
  expect(openKeys()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Back to Cart' }));
  expect(await screen.findByRole('textbox', { name: 'Quantity of Water' })).toBeEnabled();
});

test('a sale whose answer was lost may have been made, also when the next press finds no network', async () => {
  const { user } = renderTill({ routes: { 'POST /sales-items/purchase': lose } });
  await toPayment(user);
  await user.click(complete());
  await screen.findByText(`An unexpected error occurred. ${responseLost}`);
  const before = openKeys();
  unplug();
  await user.click(complete());
  expect(await screen.findByText(`You are offline. ${responseLost}`)).toBeVisible();
  expect(openKeys()).toEqual(before);
  expect(before).toHaveLength(1);
});

test('a sale whose answer was lost is not left without a question', async () => {
  const { user } = renderTill({ routes: { 'POST /sales-items/purchase': () => respond(503, { message: 'Gone' }) } });
  await toPayment(user);
  await user.click(complete());
  await screen.findByText('Gone');
  await user.click(screen.getByRole('button', { name: 'Back to Cart' }));
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(await screen.findByRole('button', { name: 'Complete Sale' })).toBeVisible();
});

/** Complete Sale was pressed, no response came, and the page was reloaded. */
const cutOff = async (outcome: unknown, ...responses: unknown[]) => {
  const replies = [later().promise, ...responses];
  const till = renderTill({
    routes: { 'POST /sales-items/purchase': () => replies.shift(), 'GET /purchases/:key': () => outcome },
  });
  await toPayment(till.user);
  await till.user.click(complete());
  await waitFor(() => expect(getSales(till)).toHaveLength(1));
  reload(till);
  return till;
};

test('a sale whose outcome is unknown is sent again as it was, though the tax rate changed meanwhile', async () => {
  const place = buildLocation({ salesTaxRate: 0.08 });
  const replies = [respond(503, { message: 'Gone' }), cashResponse()];
  const till = renderTill({
    locations: [place],
    routes: { 'POST /sales-items/purchase': () => replies.shift(), 'GET /purchases/:key': () => outcomes.unknown },
  });
  await toPayment(till.user);
  await till.user.click(complete());
  await screen.findByText('Gone');
  Object.assign(place, { salesTaxRate: 0.1 });
  reload(till);
  await screen.findByText('This sale was interrupted and is not recorded. Complete it now or go back to the cart.');
  expect(await screen.findAllByText('$2.75')).not.toHaveLength(0);
  await till.user.click(complete());
  await screen.findByText('Payment Successful!');
  const [first, second] = getSales(till);
  expect(second).toEqual(first);
});

test('a sale that a reload interrupted and that went through is shown, and not sent again', async () => {
  const till = await cutOff(outcomes.completed());
  await screen.findByText('Payment Successful!');
  expect(getSales(till)).toHaveLength(1);
  expect(till.api.calls.map(({ path }) => path)).toContain(`/purchases/${getSales(till)[0]?.key}`);
  expect(openKeys()).toEqual([]);
});

test('a sale that a reload cut off and that is not recorded is finished with the same key and body', async () => {
  const till = await cutOff(outcomes.unknown, cashResponse());
  expect(
    await screen.findByText('This sale was interrupted and is not recorded. Complete it now or go back to the cart.'),
  ).toBeVisible();
  expect(getSales(till)).toHaveLength(1);
  await till.user.click(complete());
  await screen.findByText('Payment Successful!');
  const [first, second] = getSales(till);
  expect(second).toEqual(first);
});

test('a sale that a reload cut off and that was refused may be sold again, with a new key', async () => {
  const till = await cutOff(outcomes.refused('Water is out of stock'), cashResponse());
  expect(await screen.findByText('The sale was not recorded: Water is out of stock')).toBeVisible();
  await till.user.click(complete());
  await screen.findByText('Payment Successful!');
  const [first, second] = getSales(till);
  expect(second?.key).not.toBe(first?.key);
});

test('a cash sale is kept on the device from before it is sent until its answer', async () => {
  const sent = later<unknown>();
  const { user } = renderTill({ routes: { 'POST /sales-items/purchase': () => sent.promise } });
  await toPayment(user);
  expect(openKeys()).toEqual([]);
  await user.click(complete());
  await waitFor(() => expect(openKeys()).toHaveLength(1));
  sent.settle(cashResponse());
  await screen.findByText('Payment Successful!');
  expect(openKeys()).toEqual([]);
});

test('what is kept of a customer on the device is no more than the till shows', async () => {
  const { user } = renderTill({ routes: { 'POST /sales-items/purchase': () => later().promise } });
  await toPayment(user);
  await user.click(complete());
  await waitFor(() => expect(openKeys()).toHaveLength(1));
  const { contact } = JSON.parse(localStorage.getItem(openKeys()[0] ?? '') ?? '{}');
  expect(Object.keys(contact)).not.toContain('dateOfBirth');
  expect(Object.keys(contact)).not.toContain('notes');
});

test.each([401, 403])('%i after a lost answer does not count as a refusal: the sale stays open', async (status) => {
  const replies = [respond(503, { message: 'Gone' }), respond(status, { message: 'No' })];
  const { user } = renderTill({
    routes: { 'POST /sales-items/purchase': () => replies.shift(), 'GET /purchases/:key': () => outcomes.unknown },
  });
  await toPayment(user);
  await user.click(complete());
  await screen.findByText('Gone');
  const before = openKeys();
  await user.click(complete());
  await waitFor(() => expect(replies).toEqual([]));
  if (status !== 401) await screen.findByText('No');
  expect(openKeys()).toEqual(before);
});

test('a refusal after a try that had gone through ends as the sale it was', async () => {
  const replies = [respond(503, { message: 'Gone' }), respond(403, { message: 'Your access level cannot do this' })];
  const { user } = renderTill({
    routes: { 'POST /sales-items/purchase': () => replies.shift(), 'GET /purchases/:key': () => outcomes.completed() },
  });
  await toPayment(user);
  await user.click(complete());
  await screen.findByText('Gone');
  await user.click(complete());
  await expect(screen.findByText('Payment Successful!')).resolves.toBeInstanceOf(HTMLElement);
});

test.each([
  ['12,50', 'Change $9.80'],
  ['.50', 'Short by $2.20'],
])('cash typed as %s is parsed correctly', async (typed, text) => {
  const { user } = renderTill();
  await toPayment(user);
  await user.type(screen.getByLabelText('Cash received (optional)'), typed);
  expect(screen.getByText(text)).toBeVisible();
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
