import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ItemSaleBody } from '#domain/pos/contract.ts';
import '#src/resources/invoices/payments/AlreadySentDialog.tsx';
import { responseLost } from '#src/dataProvider/sendAttempt.ts';
import { readAttempt, saveAttempt } from '#src/dataProvider/attempts.ts';
import { readSession } from '#src/authProvider/session.ts';
import { respond, type Routes } from '#tests/support/consoleApi.ts';
import { createDecline, installStripe } from '#tests/support/stripeJs/installStripe.ts';
import { unplug } from '#tests/support/unplug.ts';
import { cardResponse, cashResponse, getSales, maya, outcomes, renderTill, toPayment, water } from './till.tsx';

const sale = 'POST /sales-items/purchase';
const asked = 'GET /purchases/:key';
const reused = () => respond(422, { message: 'This Idempotency-Key was used for another request' });
const complete = () => screen.getByRole('button', { name: 'Complete Sale' });
const said = () => screen.findByRole('alertdialog', { name: 'Already sent' });

/** What the tab that this one is a copy of waits for. */
const firstTab = {
  kind: 'sale' as const,
  locationName: 'Denver',
  startedAt: Date.now(),
  isOutcomeUnknown: true,
  receivedCents: null,
  contact: { ...maya, homeLocation: null },
  cart: [{ item: water, quantity: 1 }],
};

const saleKey = () =>
  Object.values(sessionStorage)
    .join('')
    .match(/"saleKey":"(?<key>\w+)"/)?.groups?.['key'] ?? '';

/** The tab that this one is a copy of has sold the same cart, paid in another way. */
const atCopy = async (outcome: unknown, routes: Routes = {}) => {
  const replies = [reused(), cashResponse()];
  const till = renderTill({ routes: { [sale]: () => replies.shift(), [asked]: () => outcome, ...routes } });
  await toPayment(till.user);
  return till;
};

const completed = outcomes.completed();
const inParts = {
  ...completed.invoice,
  number: 'DEN-10423',
  paidBy: null,
  paidParts: [
    { method: 'card', otherMethod: null, amount: 1.7 },
    { method: 'cash', otherMethod: null, amount: 1 },
  ],
};

test.each<[string, unknown, string]>([
  [
    'went through',
    { ...completed, invoice: inParts },
    'The first went through: 1 × Water · $2.70 · $1.00 cash + $1.70 card · DEN-10423.',
  ],
  [
    'is not paid yet',
    outcomes.pending(),
    'The first is waiting for its card. Finish it in the other tab, or cancel it there.',
  ],
  ['was refused', outcomes.refused('Water is out of stock'), 'The first was not recorded: Water is out of stock'],
  [
    'is unknown',
    respond(503, { message: 'Busy' }),
    'We could not check what became of the first. Look for it before you press again.',
  ],
])('a sale sent with other amounts by a copy of the tab, which %s, is explained', async (_case, outcome, text) => {
  const { user } = await atCopy(outcome);
  await user.click(complete());
  const dialog = within(await said());
  expect(dialog.getByText(text)).toBeVisible();
  expect(dialog.getByText(/^Another tab, or an earlier press, already sent this with other details\./)).toBeVisible();
  expect(screen.queryByText(/Idempotency/)).not.toBeInTheDocument();
});

test('a double click sends no second sale; once it was read, the next press has a new key', async () => {
  const till = await atCopy(completed);
  await till.user.dblClick(complete());
  const dialog = within(await said());
  expect(getSales(till)).toHaveLength(1);
  expect(dialog.getByRole('link', { name: 'View invoice' })).toHaveAttribute(
    'href',
    `/invoices/${completed.invoice.id}`,
  );
  await till.user.click(dialog.getByRole('button', { name: 'Close' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Not sent: another tab or an earlier press already sent this with other details.',
  );
  await till.user.click(complete());
  await screen.findByText('Payment Successful!');
  const [first, second] = getSales(till);
  expect(second?.key).not.toBe(first?.key);
});

test('the cart in the first tab is still asked about after the copy was refused', async () => {
  const till = await atCopy(outcomes.pending());
  const key = saleKey();
  const first = {
    ...firstTab,
    key,
    userId: readSession()?.user.id ?? '',
    receivedCents: 2000,
    body: { contactId: maya.id, locationId: 'x', items: [], notes: 'Point of Sale Transaction', tendered: 20 },
  };
  saveAttempt(first);
  await till.user.click(complete());
  await said();
  expect(readAttempt(key)).toMatchObject({ receivedCents: 2000 });
  await till.user.click(screen.getByRole('button', { name: 'Close' }));
  await till.user.click(complete());
  await screen.findByText('Payment Successful!');
  expect(readAttempt(key)).toMatchObject({ receivedCents: 2000 });
});

test('a card is not charged, and the sale of the first tab is not canceled', async () => {
  const stripe = installStripe(async () => createDecline());
  const replies = [reused(), cardResponse()];
  const till = renderTill({ routes: { [sale]: () => replies.shift(), [asked]: () => outcomes.pending() } });
  await toPayment(till.user);
  await till.user.click(screen.getByRole('button', { name: 'Card' }));
  await till.user.type(await screen.findByLabelText('Card number'), '4242424242424242');
  const charge = screen.getByRole('button', { name: 'Complete Purchase' });
  await waitFor(() => expect(charge).toBeEnabled());
  await till.user.click(charge);
  expect(within(await said()).getByText(/^The first is waiting for its card\./)).toBeVisible();
  expect(stripe).not.toHaveBeenCalled();
  expect(till.api.to('POST /sales-items/purchase/cancel')).toEqual([]);
});

test('a copy that was offline sells under the key of the first tab, whose sale is still asked about', async () => {
  let isPlugged = true;
  const till = renderTill({
    routes: { [sale]: () => (isPlugged ? cashResponse() : Promise.reject(new TypeError('Failed to fetch'))) },
  });
  await toPayment(till.user);
  const key = saleKey();
  const plugIn = unplug();
  isPlugged = false;
  await till.user.click(complete());
  expect(await screen.findByText('You are offline.')).toBeVisible();
  const [{ body } = { body: {} }] = getSales(till);
  saveAttempt({ ...firstTab, key, userId: readSession()?.user.id ?? '', body: body as ItemSaleBody });
  await till.user.click(complete());
  expect(await screen.findByText(`You are offline. ${responseLost}`)).toBeVisible();
  expect(readAttempt(key)).toMatchObject({ isOutcomeUnknown: true });
  plugIn();
  isPlugged = true;
  await till.user.click(complete());
  await screen.findByText('Payment Successful!');
  expect(new Set(getSales(till).map((sent) => sent.key))).toEqual(new Set([key]));
});
