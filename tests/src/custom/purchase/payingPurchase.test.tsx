import type { PaymentIntentResult } from '@stripe/stripe-js';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { App } from '#src/App.tsx';
import { respond, later } from '#tests/support/consoleApi.ts';
import { renderConsole } from '#tests/support/render.tsx';
import {
  answered,
  choose,
  home,
  maya,
  open,
  pay,
  purchase,
  sent,
  today,
  unlimited,
  withCard,
} from '#tests/support/purchaseDesk.ts';
import { createInvoice, createPage } from '#tests/support/records.ts';
import { createDecline, createIntentResult, installStripe } from '#tests/support/stripeJs/installStripe.ts';
import { Screen } from '#tests/support/Screen.tsx';
import { render } from '#tests/support/unstyled.tsx';
import { enterCard } from '#tests/support/enterCard.ts';

test('a paid purchase: one call for a double click, billing details sent to Stripe, history refetched, dialog closed', async () => {
  const calls = installStripe();
  const page = await withCard();
  const before = page.api.to(`GET /contacts/${maya.id}/memberships`).length;
  await page.user.dblClick(pay());
  await screen.findByText('Payment Successful!');
  expect(sent(page)).toEqual([
    {
      key: expect.stringMatching(/^[0-9a-f]{32}$/),
      body: {
        contactId: maya.id,
        membershipId: unlimited.id,
        locationId: home.id,
        startDate: today,
        autoRenew: true,
        expectedTotal: 69.12,
      },
    },
  ]);
  expect(calls.mock.calls).toEqual([['confirm', 'pi_1_secret_1', 'pm_card_visa']]);
  await waitFor(() => expect(page.api.to(`GET /contacts/${maya.id}/memberships`).length).toBeGreaterThan(before));
  await page.user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test("a declined card stays with Stripe's message, and Try Again uses the same intent", async () => {
  const results = [createDecline(), createIntentResult('succeeded')];
  installStripe(async () => results.shift() ?? createDecline());
  const page = await withCard();
  await page.user.click(pay());
  expect(await screen.findByText('Your card was declined.')).toBeVisible();
  expect(screen.queryByText('Payment Successful!')).not.toBeInTheDocument();
  await page.user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(screen.getByLabelText('Card number')).toHaveValue('4242424242424242');
  await page.user.click(pay());
  await screen.findByText('Payment Successful!');
  const [first, second] = sent(page);
  expect(second).toEqual(first);
});

test('a payment that is still processing is called that, and the dialog stays', async () => {
  installStripe(async () => createIntentResult('processing'));
  const { user } = await withCard();
  await user.click(pay());
  expect(await screen.findByText('Payment processing')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test.each<[string, unknown, string]>([
  [
    'refused',
    respond(409, { success: false, error: 'x', message: 'This membership is not for sale' }),
    'This membership is not for sale',
  ],
  ['refused with 200', { success: false, error: 'Not for sale', message: '' }, 'Not for sale'],
  ['refused without a word', { success: false, error: '', message: '' }, 'Failed to purchase membership'],
  [
    'sold without an intent',
    { ...answered(), paymentIntent: { id: 'pi_1', clientSecret: '', status: 'canceled' } },
    'Failed to initiate purchase',
  ],
  [
    'another price',
    respond(409, { success: false, error: 'x', message: 'The total has changed', total: 80 }),
    'The total has changed. Please check the new total.',
  ],
])('%s: reported above the buttons, and no card is charged', async (_case, response, text) => {
  const calls = installStripe();
  const { user } = await withCard({ [purchase]: () => response });
  await user.click(pay());
  expect(await screen.findByText(text)).toBeVisible();
  expect(calls).not.toHaveBeenCalled();
});

test("closing before the payment completes asks: 'Close Without Purchasing'", async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Continue purchase' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Close Without Purchasing' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('leaving the page before the payment completes asks the same', async () => {
  const noInvoices = { 'GET /invoices': () => ({ invoices: [], pagination: createPage(0) }) };
  const { user } = await choose(/Unlimited/, noInvoices, undefined, undefined, renderConsole);
  await screen.findByRole('button', { name: 'Back' });
  const away = screen.getByRole('link', { name: 'Invoices', hidden: true });
  await user.click(away);
  await user.click(await screen.findByRole('button', { name: 'Continue purchase' }));
  expect(window.location.pathname).toBe(`/contacts/${maya.id}`);
  await user.click(away);
  await user.click(await screen.findByRole('button', { name: 'Close Without Purchasing' }));
  await waitFor(() => expect(window.location.pathname).toBe('/invoices'));
});

const cancel = 'POST /memberships/purchase/cancel';

test('closing after a declined card takes the purchase back on the server, by its key', async () => {
  installStripe(async () => createDecline());
  const page = await withCard({ [cancel]: () => ({ invoice: createInvoice({ status: 'void' }) }) });
  await page.user.click(pay());
  await page.user.click(await screen.findByRole('button', { name: 'Close' }));
  await page.user.click(await screen.findByRole('button', { name: 'Close Without Purchasing' }));
  await waitFor(() =>
    expect(page.api.to(cancel).map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([sent(page)[0]?.key]),
  );
  expect(page.api.to(cancel)[0]?.body).toEqual({ contactId: maya.id, membershipId: unlimited.id });
});

/** Pay was pressed, Stripe has not answered, and the contact is opened again: in this tab, or in another after the first was closed. */
const cutOff = async (outcome: unknown, isOtherTab = false) => {
  const stripe = installStripe((verb) =>
    verb === 'confirm' ? later<PaymentIntentResult>().promise : Promise.resolve(createIntentResult('succeeded')),
  );
  const page = await withCard({ 'GET /purchases/:key': () => outcome });
  await page.user.click(pay());
  await waitFor(() => expect(stripe).toHaveBeenCalledOnce());
  page.unmount();
  if (isOtherTab) sessionStorage.clear();
  window.history.replaceState(null, '', `/contacts/${maya.id}`);
  render(<App layout={Screen} />);
  return page;
};

test.each([false, true])(
  'an interrupted purchase resumes when its contact is opened again, and is reported as paid: in another tab %s',
  async (isOtherTab) => {
    const page = await cutOff(
      { state: 'pending', invoice: createInvoice({ status: 'open' }), message: null },
      isOtherTab,
    );
    await waitFor(() => expect(sent(page)).toHaveLength(2));
    const [first, second] = sent(page);
    expect(second).toEqual(first);
    await screen.findByText('Payment Successful!');
    expect(Object.keys(localStorage).filter((name) => name.startsWith('openAttempt.'))).toEqual([]);
  },
);

test('a purchase that went through meanwhile is shown as paid and not sent again', async () => {
  const page = await cutOff({ state: 'completed', invoice: createInvoice({ status: 'paid' }), message: null });
  await screen.findByText('Payment Successful!');
  expect(sent(page)).toHaveLength(1);
});

test('a purchase the server never saw was not charged, and the next press sends the same again', async () => {
  const page = await cutOff({ state: 'unknown', invoice: null, message: null });
  expect(
    await screen.findByText('This purchase was interrupted and is not recorded. Nothing was charged.'),
  ).toBeVisible();
  await enterCard(page.user);
  await waitFor(() => expect(pay()).toBeEnabled());
  await page.user.click(pay());
  await waitFor(() => expect(sent(page)).toHaveLength(2));
  const [first, second] = sent(page);
  expect(second).toEqual(first);
});
