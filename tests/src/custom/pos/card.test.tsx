import type { PaymentIntentResult } from '@stripe/stripe-js';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createDecline, createIntentResult, installStripe } from '#tests/support/stripeJs/installStripe.ts';
import { respond, later, type Routes } from '#tests/support/consoleApi.ts';
import { cardResponse, outcomes, reload, renderTill, getSales, stripePath, toPayment } from './till.tsx';
import { enterCard } from '#tests/support/enterCard.ts';

const sale = 'POST /sales-items/purchase';
const complete = () => screen.getByRole('button', { name: 'Complete Purchase' });

const atCard = async (routes: Routes = {}) => {
  const till = renderTill({ routes: { [sale]: () => cardResponse(), ...routes } });
  await toPayment(till.user);
  await till.user.click(screen.getByRole('button', { name: 'Card' }));
  return till;
};

const withCard = async (routes?: Routes, number = '4242424242424242') => {
  const till = await atCard(routes);
  await enterCard(till.user, number);
  await waitFor(() => expect(complete()).toBeEnabled());
  return till;
};

test('no configuration: the banner, and Use Cash Instead switches to cash', async () => {
  const { user } = await atCard({ [`GET ${stripePath}`]: () => respond(404, { message: 'Not found' }) });
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Stripe Not Configured: Card payments are not available. Please configure Stripe in company settings.',
  );
  await user.click(screen.getByRole('button', { name: 'Use Cash Instead' }));
  expect(await screen.findByText('Cash payment will be processed immediately.')).toBeVisible();
});

test('a configuration that cannot be loaded means that card is not configured', async () => {
  await atCard({ [`GET ${stripePath}`]: () => respond(500, {}) });
  expect(await screen.findByText('Stripe Not Configured:')).toBeVisible();
});

test('while the configuration loads nothing can be completed', async () => {
  await atCard({ [`GET ${stripePath}`]: () => later().promise });
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Complete Purchase' })).not.toBeInTheDocument();
});

test('ready: the card entry, its notice, the test-mode badge; no intent before Complete Purchase', async () => {
  installStripe();
  const till = await withCard();
  expect(screen.getByText('The card is securely processed by Stripe and saved for future purchases.')).toBeVisible();
  expect(screen.getByText(/^Test mode/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Back to Cart' })).toBeVisible();
  expect(getSales(till)).toEqual([]);
});

test('a card that Stripe charges ends in success, with one intent for a double click', async () => {
  const stripe = installStripe();
  const till = await withCard();
  await till.user.dblClick(complete());
  await screen.findByText('Payment Successful!');
  expect(getSales(till)).toHaveLength(1);
  expect(getSales(till)[0]?.body).toMatchObject({ stripePayment: true });
  expect(stripe.mock.calls).toEqual([['confirm', 'pi_1_secret_1', 'pm_card_visa']]);
});

test.each<[string, PaymentIntentResult, string]>([
  ["the provider's message", createDecline('Your card has insufficient funds.'), 'Your card has insufficient funds.'],
  ['a status that is not succeeded', createIntentResult('requires_action'), 'Payment was not completed successfully'],
  ['still processing', createIntentResult('processing'), 'Payment was not completed successfully'],
])('%s: the screen does not say paid', async (_case, result, text) => {
  installStripe(async () => result);
  const { user } = await withCard();
  await user.click(complete());
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(screen.queryByText('Payment Successful!')).not.toBeInTheDocument();
});

test('a declined card is tried again on the same intent', async () => {
  const results = [createDecline(), createIntentResult('succeeded')];
  installStripe(async () => results.shift() ?? createDecline());
  const till = await withCard();
  await till.user.click(complete());
  await screen.findByText('Your card was declined.');
  await till.user.click(complete());
  await screen.findByText('Payment Successful!');
  const [first, second] = getSales(till);
  expect(second?.key).toBe(first?.key);
});

test('a changed method drops the intent: the next purchase has a key of its own', async () => {
  installStripe(async () => createDecline());
  const till = await withCard();
  await till.user.click(complete());
  await screen.findByText('Your card was declined.');
  await till.user.click(screen.getByRole('button', { name: 'Cash' }));
  await till.user.click(screen.getByRole('button', { name: 'Card' }));
  await enterCard(till.user);
  await waitFor(() => expect(complete()).toBeEnabled());
  await till.user.click(complete());
  await waitFor(() => expect(getSales(till)).toHaveLength(2));
  const [first, second] = getSales(till);
  expect(second?.key).not.toBe(first?.key);
});

const cancel = 'POST /sales-items/purchase/cancel';
const canceledKeys = ({ api }: ReturnType<typeof renderTill>) =>
  api.to(cancel).map(({ headers }) => headers.get('Idempotency-Key'));

test.each(['Cash', 'Back to Cart'])('%s cancels a declined sale on the server at once, by its key', async (name) => {
  installStripe(async () => createDecline());
  const till = await withCard({ [cancel]: () => ({ invoice: { ...cardResponse().invoice, status: 'void' } }) });
  await till.user.click(complete());
  await screen.findByText('Your card was declined.');
  await till.user.click(screen.getByRole('button', { name }));
  await waitFor(() => expect(canceledKeys(till)).toEqual([getSales(till)[0]?.key]));
  expect(
    await screen.findByRole('button', { name: name === 'Cash' ? 'Complete Sale' : 'Proceed to Payment' }),
  ).toBeVisible();
});

test('a sale that turns out to be paid when it is left is a sale', async () => {
  installStripe(async () => createDecline());
  const till = await withCard({ [cancel]: () => ({ invoice: { ...cardResponse().invoice, status: 'paid' } }) });
  await till.user.click(complete());
  await screen.findByText('Your card was declined.');
  await till.user.click(screen.getByRole('button', { name: 'Back to Cart' }));
  await expect(screen.findByText('Payment Successful!')).resolves.toBeInstanceOf(HTMLElement);
});

test.each([
  ['in cash', { method: 'cash', otherMethod: null }, 'Cash'],
  ['by check', { method: 'other', otherMethod: 'Check' }, 'Check'],
  ['in several ways', null, 'On its invoice'],
] as const)(
  'a sale that was paid on its invoice meanwhile, %s, is not charged to the card, and is a sale',
  async (_case, paidBy, shown) => {
    const results = [createDecline(), createIntentResult('canceled')];
    installStripe(async () => results.shift() ?? createDecline());
    const till = await withCard({
      'GET /purchases/:key': () => ({ ...outcomes.completed(), invoice: { ...outcomes.completed().invoice, paidBy } }),
    });
    await till.user.click(complete());
    await screen.findByText('Your card was declined.');
    await till.user.click(complete());
    expect(await screen.findByText('This sale has been paid on its invoice. The card was not charged.')).toBeVisible();
    expect(screen.getByText('Payment Successful!')).toBeVisible();
    await till.user.click(screen.getByRole('button', { name: 'Next customer' }));
    expect(await screen.findByText(new RegExp(`· ${shown}$`))).toBeVisible();
  },
);

test('before anything was asked of the server, leaving the payment cancels nothing', async () => {
  const till = await withCard();
  await till.user.click(screen.getByRole('button', { name: 'Back to Cart' }));
  expect(await screen.findByRole('button', { name: 'Proceed to Payment' })).toBeVisible();
  expect(canceledKeys(till)).toEqual([]);
});

test.each<[string, unknown, string]>([
  ['no intent in the answer', { ...cardResponse(), paymentIntent: undefined }, 'Failed to initiate Stripe payment'],
  ["the server's message", respond(409, { message: 'Water is out of stock' }), 'Water is out of stock'],
  ['a failure without a message', respond(500, {}, 'Internal Server Error'), 'HTTP 500: Internal Server Error'],
  [
    'a total that is not the one shown',
    respond(409, { message: 'The total has changed', total: 3.7 }),
    'The total has changed. It is $3.70 now. Please check it and complete the sale again.',
  ],
])('%s: %j is said, and no card is charged', async (_case, response, text) => {
  const stripe = installStripe();
  const { user } = await withCard({ [sale]: () => response });
  await user.click(complete());
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  expect(stripe).not.toHaveBeenCalled();
});

test('a line to Stripe that breaks is asked about, and a payment that went through is not called failed', async () => {
  const lost = { error: { type: 'api_connection_error', message: 'Connection lost' } } as PaymentIntentResult;
  installStripe(async (verb) => (verb === 'confirm' ? lost : createIntentResult('succeeded')));
  const { user } = await withCard();
  await user.click(complete());
  await expect(screen.findByText('Payment Successful!')).resolves.toBeInstanceOf(HTMLElement);
});

test('a reload while Stripe confirms: Stripe is asked, and a paid sale is shown as paid without another card', async () => {
  const stripe = installStripe((verb) =>
    verb === 'confirm' ? later<PaymentIntentResult>().promise : Promise.resolve(createIntentResult('succeeded')),
  );
  const till = await withCard({ 'GET /purchases/:key': () => outcomes.pending() });
  await till.user.click(complete());
  await waitFor(() => expect(stripe).toHaveBeenCalledOnce());
  reload(till);
  await screen.findByText('Payment Successful!');
  const [first, second] = getSales(till);
  expect(second).toEqual(first);
});

test('a reload before Stripe was asked: nothing was charged, and the card is asked for again with the same key', async () => {
  installStripe();
  const replies = [later().promise, cardResponse()];
  const till = await withCard({ [sale]: () => replies.shift(), 'GET /purchases/:key': () => outcomes.unknown });
  await till.user.click(complete());
  await waitFor(() => expect(getSales(till)).toHaveLength(1));
  reload(till);
  expect(
    await screen.findByText('This sale was interrupted and is not recorded. Complete it now or go back to the cart.'),
  ).toBeVisible();
  await enterCard(till.user);
  await waitFor(() => expect(complete()).toBeEnabled());
  await till.user.click(complete());
  await screen.findByText('Payment Successful!');
  const [first, second] = getSales(till);
  expect(second).toEqual(first);
});

test('what Stripe says of a mistyped number stands under the card', async () => {
  installStripe();
  const { user } = await atCard();
  await enterCard(user, '1111111111111111');
  expect(await screen.findByText('Your card number is invalid.')).toBeVisible();
});
