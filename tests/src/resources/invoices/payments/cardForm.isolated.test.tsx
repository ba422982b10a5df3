import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import '#src/resources/invoices/InvoiceShow.tsx';
import { createInvoiceDetail } from '#tests/support/bookkeeping.ts';
import { buildLocation, ironPeak } from '#tests/support/records.ts';
import { renderScreen } from '#tests/support/render.tsx';
import { renderTill, toPayment } from '#tests/src/custom/pos/till.tsx';

const loading = vi.hoisted(() => vi.fn<() => Promise<never>>());
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: loading }));

beforeEach(() => void loading.mockRejectedValue(new Error('Failed to load Stripe.js')));

const id = '018f0000-0000-7000-9000-0000abcd1234';

test('a card form that did not load has Retry and Cancel in a payment of an invoice', async () => {
  const location = buildLocation();
  const { user } = renderScreen(
    `/invoices/${id}`,
    {
      [`GET /invoices/${id}`]: () => createInvoiceDetail({ id, status: 'open', total: 108, paid: 0, due: 108 }),
      [`GET /companies/${ironPeak.id}/stripe`]: () => ({
        stripeConfig: {
          hasStripeKeys: true,
          stripePublishableKey: 'pk_test_1',
          maskedSecretKey: null,
          hasWebhook: true,
        },
      }),
    },
    { level: 'manager', locations: [location] },
  );
  await user.click(await screen.findByRole('button', { name: 'Take Payment' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Take Payment' }));
  await user.click(await dialog.findByRole('button', { name: 'Card' }));
  expect(await dialog.findByText('Stripe not initialized')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Retry' })).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('and Retry and Back to Cart at the till', async () => {
  const { user } = renderTill({});
  await toPayment(user);
  await user.click(screen.getByRole('button', { name: 'Card' }));
  expect(await screen.findByText('Stripe not initialized')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to Cart' }));
  expect(await screen.findByRole('button', { name: /Proceed|Payment|Charge/ })).toBeVisible();
});
