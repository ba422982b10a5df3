import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { responseLost } from '#src/dataProvider/sendAttempt.ts';
import { respond, later } from '#tests/support/consoleApi.ts';
import { buildLocation } from '#tests/support/records.ts';
import { unplug } from '#tests/support/unplug.ts';
import { cashResponse, outcomes, reload, renderTill, getSales, toPayment } from './till.tsx';

const openKeys = () => Object.keys(localStorage).filter((name) => name.startsWith('openAttempt.'));
const complete = () => screen.getByRole('button', { name: 'Complete Sale' });

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
  await screen.findByText('Gone. It is done only once.');
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
  await screen.findByText('Gone. It is done only once.');
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
  await screen.findByText('Gone. It is done only once.');
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
  await screen.findByText('Gone. It is done only once.');
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
