import type { PaymentIntentResult } from '@stripe/stripe-js';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { later, respond, type Routes } from '#tests/support/consoleApi.ts';
import { createDecline, createIntentResult, installStripe } from '#tests/support/stripeJs/installStripe.ts';
import { cardResponse, cashResponse, getSales, outcomes, reload, renderTill, stripePath, toPayment } from './till.tsx';
import { enterCard } from '#tests/support/enterCard.ts';

const sale = 'POST /sales-items/purchase';
const cancel = 'POST /sales-items/purchase/cancel';
const asked = 'GET /purchases/:key';
const charge = (amount: string) => screen.findByRole('button', { name: `Charge ${amount}` });
const part = () => screen.findByRole('textbox', { name: 'Part in cash' });

const lastSale = async () => within(await screen.findByRole('region', { name: 'Last sale' }));

/** As the server answers once both parts are booked: $1.00 in cash of $2.70. */
const bothParts = () => ({
  ...outcomes.completed(),
  invoice: {
    ...outcomes.completed().invoice,
    paidBy: null,
    paidParts: [
      { method: 'card', otherMethod: null, amount: 1.7 },
      { method: 'cash', otherMethod: null, amount: 1 },
    ],
  },
});

const atSplit = async (routes: Routes = {}) => {
  const till = renderTill({ routes: { [sale]: () => cardResponse(), [asked]: bothParts, ...routes } });
  await toPayment(till.user);
  await till.user.click(screen.getByRole('button', { name: 'Split' }));
  return till;
};

const withParts = async (routes?: Routes) => {
  const till = await atSplit(routes);
  await till.user.type(await part(), '1');
  await till.user.type(screen.getByRole('textbox', { name: 'Cash received (optional)' }), '5');
  await enterCard(till.user);
  await waitFor(async () => expect(await charge('$1.70')).toBeEnabled());
  return till;
};

test('says what is paid in cash, what the card is charged, and the change', async () => {
  installStripe();
  await withParts();
  expect(screen.getByText('$1.00 cash + $1.70 card')).toBeVisible();
  expect(screen.getByText('Change $4.00')).toBeVisible();
});

test('sells once with both parts, and shows them in the success, the last sale and the receipt', async () => {
  const stripe = installStripe();
  const till = await withParts();
  await till.user.dblClick(await charge('$1.70'));
  await screen.findByText('Payment Successful!');
  expect(getSales(till).map(({ body }) => body)).toEqual([
    expect.objectContaining({ stripePayment: true, cash: { amount: 1, tendered: 5 }, expectedTotal: 2.7 }),
  ]);
  expect(getSales(till)[0]?.body).not.toHaveProperty('tendered');
  expect(stripe).toHaveBeenCalledOnce();
  expect((await lastSale()).getByText('Total $2.70 · Tendered $5.00 · Change $4.00')).toBeVisible();
  await till.user.click(screen.getByRole('button', { name: 'Next customer' }));
  const last = await lastSale();
  expect(last.getByText(/· Cash \+ Card$/)).toBeVisible();
  expect(last.getByText('$1.00 cash + $1.70 card')).toBeVisible();
  await till.user.click(last.getByRole('button', { name: 'Print receipt' }));
  const receipt = await screen.findByRole('article', { name: 'Receipt', hidden: true });
  for (const line of ['Paid by card$1.70', 'Paid in cash$1.00', 'Tendered$5.00', 'Change$4.00'])
    expect(receipt).toHaveTextContent(line);
});

test('the server that does not answer afterwards changes nothing: both parts are shown as they were sent', async () => {
  installStripe();
  const { user } = await withParts({ [asked]: () => respond(503, { message: 'Busy' }) });
  await user.click(await charge('$1.70'));
  await screen.findByText('Payment Successful!');
  expect((await lastSale()).getByText('$1.00 cash + $1.70 card')).toBeVisible();
});

test('a drawer that was closed meanwhile: the sale says what is still due', async () => {
  installStripe();
  const { invoice } = cashResponse();
  const { user } = await withParts({
    [asked]: () => ({
      state: 'completed',
      message: null,
      invoice: {
        ...invoice,
        status: 'partially_paid',
        paid: 1.7,
        due: 1,
        paidBy: { method: 'card', otherMethod: null },
      },
    }),
  });
  await user.click(await charge('$1.70'));
  await screen.findByText('Payment Successful!');
  expect(
    (await lastSale()).getByText(/^\$1\.00 is still due: its drawer was closed before the card was charged\./),
  ).toBeVisible();
});

test.each([
  ['2.70', 'The cash must be less than the total of $2.70'],
  ['2.21', 'At least $0.50 must be left for the card'],
  ['0', 'The cash must be more than 0'],
  ['1.234', 'Enter an amount such as 12.50'],
])('%s in cash cannot be charged: %s', async (typed, message) => {
  installStripe();
  const { user } = await atSplit();
  await user.type(await part(), typed);
  await enterCard(user);
  expect(screen.getByText(message)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Charge the rest' })).toBeDisabled();
});

test('less cash received than the part cannot be charged', async () => {
  installStripe();
  const { user } = await withParts();
  const received = screen.getByRole('textbox', { name: 'Cash received (optional)' });
  await user.clear(received);
  await user.type(received, '0.50');
  expect(screen.getByText('Short by $0.50')).toBeVisible();
  expect(await charge('$1.70')).toBeDisabled();
});

const voided = () => ({ invoice: { ...cardResponse().invoice, status: 'void' } });

test('a declined card: the parts stay as they were sent, another card is charged under the same key', async () => {
  const results = [createDecline(), createIntentResult('succeeded')];
  installStripe(async () => results.shift() ?? createDecline());
  const till = await withParts();
  await till.user.click(await charge('$1.70'));
  expect(await screen.findByText('Your card was declined.')).toBeVisible();
  expect(
    screen.getByText(/^Nothing is booked until the card is charged\. If it is not, hand back \$1\.00\./),
  ).toBeVisible();
  expect(await part()).toBeDisabled();
  await till.user.click(await charge('$1.70'));
  await screen.findByText('Payment Successful!');
  const [first, second] = getSales(till);
  expect(second).toEqual(first);
});

test('left after a declined card, the sale is canceled and the cash is to be handed back', async () => {
  installStripe(async () => createDecline());
  const till = await withParts({ [cancel]: voided });
  await till.user.click(await charge('$1.70'));
  await screen.findByText('Your card was declined.');
  await till.user.click(screen.getByRole('button', { name: 'Back to Cart' }));
  expect(await screen.findByText('The sale was canceled. Hand back $1.00 in cash.')).toBeVisible();
  expect(till.api.to(cancel).map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([getSales(till)[0]?.key]);
});

test('Change amount cancels what was sent, keeps the cash, and the next charge has a key of its own', async () => {
  const results = [createDecline(), createIntentResult('succeeded')];
  installStripe(async () => results.shift() ?? createDecline());
  const till = await withParts({ [cancel]: voided });
  await till.user.click(await charge('$1.70'));
  await till.user.click(await screen.findByRole('button', { name: 'Change amount' }));
  await waitFor(async () => expect(await part()).toBeEnabled());
  expect(screen.queryByText(/Hand back/)).not.toBeInTheDocument();
  expect(screen.queryByText('Your card was declined.')).not.toBeInTheDocument();
  await till.user.clear(await part());
  await till.user.type(await part(), '2');
  await till.user.click(await charge('$0.70'));
  await screen.findByText('Payment Successful!');
  const [first, second] = getSales(till);
  expect(second?.body).toMatchObject({ cash: { amount: 2, tendered: 5 } });
  expect(second?.key).not.toBe(first?.key);
  expect(till.api.to(cancel)).toHaveLength(1);
});

test('a reload while Stripe confirms: the same parts are resumed, and a paid sale is shown as paid', async () => {
  const stripe = installStripe((verb) =>
    verb === 'confirm' ? later<PaymentIntentResult>().promise : Promise.resolve(createIntentResult('succeeded')),
  );
  const answers = [outcomes.pending(), outcomes.pending()];
  const till = await withParts({ [asked]: () => answers.shift() ?? bothParts() });
  await till.user.click(await charge('$1.70'));
  await waitFor(() => expect(stripe).toHaveBeenCalledOnce());
  reload(till);
  await screen.findByText('Payment Successful!');
  expect((await lastSale()).getByText('Total $2.70 · Tendered $5.00 · Change $4.00')).toBeVisible();
  const [first, second] = getSales(till);
  expect(second).toEqual(first);
});

test('without a card account there is only cash', async () => {
  const { user } = await atSplit({ [`GET ${stripePath}`]: () => respond(404, { message: 'Not found' }) });
  await user.click(await screen.findByRole('button', { name: 'Use Cash Instead' }));
  expect(await screen.findByText('Cash payment will be processed immediately.')).toBeVisible();
});
