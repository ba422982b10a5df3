import type { PaymentIntentResult } from '@stripe/stripe-js';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
// The page's own chunk, so that no test waits for it.
import '#src/custom/pay/PayPage.tsx';
import type { PayableInvoice } from '#domain/invoices/paymentLinkContract.ts';
import { respond, later, type Routes } from '#tests/support/consoleApi.ts';
import { renderAuth } from '#tests/support/render.tsx';
import { createDecline, createIntentResult, installStripe } from '#tests/support/stripeJs/installStripe.ts';

const payable = (change: Partial<PayableInvoice['invoice']> = {}): PayableInvoice => ({
  invoice: {
    company: { name: 'Iron Peak Fitness' },
    location: { name: 'Downtown' },
    lineItems: [
      {
        name: 'Monthly Unlimited',
        description: 'Nov 24 – Dec 23, 2026',
        type: 'membership',
        quantity: 1,
        price: 100,
        total: 100,
      },
    ],
    tax: 8,
    total: 108,
    paid: 0,
    due: 108,
    currency: 'USD',
    renews: false,
    ...change,
  },
  stripePublishableKey: 'pk_test_1',
});
/** Stripe's answer to a card for an intent that another card has paid. */
const refusedAsPaid = {
  error: {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message: 'You cannot confirm this PaymentIntent because it has a status of succeeded.',
  },
} as PaymentIntentResult;
const link = 'GET /payment-links/abc';
const paying = 'POST /payment-links/abc/pay';
const buildIntent = { paymentIntent: { id: 'pi_1', clientSecret: 'pi_1_secret', status: 'requires_payment_method' } };
const open = (routes: Routes = {}, path = '/pay?token=abc') =>
  renderAuth(path, { [link]: () => payable(), [paying]: () => buildIntent, ...routes });

const enterCard = async ({ user }: ReturnType<typeof open>, number = '4242424242424242') => {
  const field = await screen.findByLabelText('Card number');
  await user.clear(field);
  await user.click(field);
  await user.paste(number);
};
const press = async ({ user }: ReturnType<typeof open>, name = 'Charge $108.00') =>
  user.click(await screen.findByRole('button', { name }));

const answerReload = () => {
  const reload = { type: 'reload' } as PerformanceNavigationTiming;
  return vi.spyOn(window.performance, 'getEntriesByType').mockReturnValue([reload]);
};

test('shows the gym, the lines and the amount; the token has left the address bar', async () => {
  installStripe();
  open({ [link]: () => payable({ paid: 20, due: 88 }) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Iron Peak Fitness' })).toBeVisible();
  const invoice = within(screen.getByRole('region', { name: 'Invoice' }));
  expect(invoice.getByText('Downtown')).toBeVisible();
  expect(invoice.getByRole('listitem')).toHaveTextContent('Monthly UnlimitedNov 24 – Dec 23, 2026$100.00');
  expect(invoice.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Tax', 'Total', 'Paid', 'Due']);
  expect(invoice.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '$8.00',
    '$108.00',
    '−$20.00',
    '$88.00',
  ]);
  expect(await screen.findByRole('button', { name: 'Charge $88.00' })).toBeVisible();
  expect(screen.getByText('Test mode: no money is charged')).toBeVisible();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(window.location.search).toBe('');
  expect(document.title).toBe('Pay Iron Peak Fitness · Spotter');
});

test('pays, says thank you, and makes the server read the payment from Stripe', async () => {
  installStripe();
  const page = open();
  await enterCard(page);
  await press(page);
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toHaveFocus();
  expect(screen.getByText('Your payment of $108.00 to Iron Peak Fitness was received.')).toBeVisible();
  expect(page.api.to(paying).map(({ body }) => body)).toEqual([{ saveCard: false, expectedDue: 108 }]);
  await waitFor(() => expect(page.api.to(link)).toHaveLength(2));
});

test('the card is saved only for a plan that renews, and only when ticked', async () => {
  installStripe();
  const page = open({ [link]: () => payable({ renews: true }) });
  await enterCard(page);
  await page.user.click(screen.getByRole('checkbox', { name: /^Save this card for renewals/ }));
  await press(page);
  await screen.findByRole('heading', { name: 'Thank you' });
  expect(page.api.to(paying)[0]?.body).toEqual({ saveCard: true, expectedDue: 108 });
});

test('a declined card is reported, and another one pays', async () => {
  let tries = 0;
  installStripe(async () => (tries++ === 0 ? createDecline() : createIntentResult('succeeded')));
  const page = open();
  await enterCard(page);
  await press(page);
  expect(await screen.findByRole('alert')).toHaveTextContent('Your card was declined.');
  await press(page);
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeVisible();
});

test('a slow bank is not an error', async () => {
  installStripe(async () => createIntentResult('processing'));
  const page = open();
  await enterCard(page);
  await press(page);
  expect(await screen.findByRole('heading', { name: 'Your bank is processing the payment' })).toBeVisible();
});

test('repeated presses pay once', async () => {
  installStripe();
  const { promise, settle } = later<typeof buildIntent>();
  const page = open({ [paying]: () => promise });
  await enterCard(page);
  await press(page);
  const button = screen.getByRole('button', { name: 'Charge $108.00' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  // A disabled one would lose it.
  expect(button).toHaveFocus();
  await page.user.keyboard('{Enter}');
  settle(buildIntent);
  await screen.findByRole('heading', { name: 'Thank you' });
  expect(page.api.to(paying)).toHaveLength(1);
});

test.each([
  ['paid', 'This invoice is already paid. Nothing more is owed.', 'Paid already'],
  ['void', 'This invoice was canceled. Nothing is owed on it.', 'Nothing to pay'],
  ['replaced', 'A newer payment link was sent for this invoice. Please use that one.', 'There is a newer link'],
])('a link that can no longer be used, %s, says so', async (state, message, title) => {
  open({ [link]: () => respond(410, { message, state }) });
  expect(await screen.findByRole('heading', { name: title })).toHaveFocus();
  expect(screen.getByText(message)).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test('a link that has expired says so once, and whom to ask', async () => {
  open({
    [link]: () =>
      respond(410, {
        message: 'This payment link has expired. Please ask the gym for a new one.',
        state: 'expired',
        company: { name: 'Iron Peak', email: 'desk@ironpeak.test' },
      }),
  });
  expect(await screen.findByRole('heading', { name: 'This payment link has expired' })).toHaveFocus();
  expect(screen.getByText('Please ask the gym for a new one.')).toBeVisible();
  expect(screen.getAllByText(/has expired/)).toHaveLength(1);
  expect(screen.getByText('Iron Peak')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Email Iron Peak' })).toHaveAttribute('href', 'mailto:desk@ironpeak.test');
});

test('a link that does not exist, or is cut off, says so', async () => {
  const { unmount } = open({ [link]: () => respond(404, { message: 'Payment link not found' }) });
  expect(await screen.findByRole('heading', { name: 'This payment link is not valid' })).toBeVisible();
  unmount();
  open({}, '/pay');
  expect(await screen.findByRole('heading', { name: 'This payment link is incomplete' })).toBeVisible();
});

test('without a connection it can be tried again', async () => {
  installStripe();
  let tries = 0;
  const page = open({ [link]: () => (tries++ === 0 ? Promise.reject(new TypeError('Failed to fetch')) : payable()) });
  expect(await screen.findByRole('heading', { name: 'Couldn’t load the invoice' })).toBeVisible();
  // Whether it was paid is not known.
  expect(screen.getByText('Check your connection and try again.')).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'Iron Peak Fitness' })).toBeVisible();
});

test('when the server cannot be reached, nothing was charged, and it can be tried again', async () => {
  const stripe = installStripe();
  let tries = 0;
  const page = open({
    [paying]: () => (tries++ === 0 ? Promise.reject(new TypeError('Failed to fetch')) : buildIntent),
  });
  await enterCard(page);
  await press(page);
  expect(await screen.findByRole('alert')).toHaveTextContent('You have not been charged.');
  expect(stripe).not.toHaveBeenCalled();
  await press(page);
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeVisible();
});

test('a payer who has paid elsewhere in the meantime sees that it is paid', async () => {
  installStripe();
  const over = respond(410, { message: 'This invoice is already paid. Nothing more is owed.', state: 'paid' });
  let reads = 0;
  const page = open({ [link]: () => (reads++ === 0 ? payable() : over), [paying]: () => over });
  await enterCard(page);
  await press(page);
  expect(await screen.findByRole('heading', { name: 'Paid already' })).toBeVisible();
});

test('one of two who pay the same link at once is not thanked for the card of the other', async () => {
  installStripe(async (verb) => (verb === 'confirm' ? refusedAsPaid : createIntentResult('succeeded')));
  const over = respond(410, { message: 'This invoice is already paid. Nothing more is owed.', state: 'paid' });
  let reads = 0;
  const page = open({ [link]: () => (reads++ === 0 ? payable() : over) });
  await enterCard(page);
  await press(page);
  expect(await screen.findByRole('heading', { name: 'Paid already' })).toBeVisible();
});

test('a payer whose answer from Stripe is lost is thanked once Stripe says that it is paid', async () => {
  const lost = { error: { type: 'api_connection_error', message: 'No connection' } } as PaymentIntentResult;
  installStripe(async (verb) => (verb === 'confirm' ? lost : createIntentResult('succeeded')));
  const page = open();
  await enterCard(page);
  await press(page);
  expect(await screen.findByRole('heading', { name: 'Thank you' })).toBeVisible();
});

test('a reload opens the link again, also after one that the browser answered with its error page', async () => {
  installStripe();
  const page = open();
  await screen.findByRole('button', { name: 'Charge $108.00' });
  page.unmount();
  const entries = answerReload();
  // The error page takes the entry without its state.
  open({}, '/pay');
  expect(await screen.findByRole('button', { name: 'Charge $108.00' })).toBeVisible();
  entries.mockRestore();
});

test('an address without its token opens no earlier link, and its reload opens none either', async () => {
  installStripe();
  const page = open();
  await screen.findByRole('button', { name: 'Charge $108.00' });
  page.unmount();
  const typed = open({}, '/pay');
  expect(await screen.findByRole('heading', { name: 'This payment link is incomplete' })).toBeVisible();
  typed.unmount();
  const entries = answerReload();
  open({}, '/pay');
  expect(await screen.findByRole('heading', { name: 'This payment link is incomplete' })).toBeVisible();
  entries.mockRestore();
});

test('a changed amount is shown before it is charged', async () => {
  const stripe = installStripe();
  let reads = 0;
  const page = open({
    [link]: () => (reads++ === 0 ? payable() : payable({ paid: 50, due: 58 })),
    [paying]: () => respond(409, { message: 'The amount has changed', due: 58 }),
  });
  await enterCard(page);
  await press(page);
  expect(await screen.findByRole('button', { name: 'Charge $58.00' })).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('The amount has changed since you opened this page.');
  expect(stripe).not.toHaveBeenCalled();
});
