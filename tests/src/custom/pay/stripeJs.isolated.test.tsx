import type { Stripe } from '@stripe/stripe-js';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import '#src/custom/pay/PayPage.tsx';
import { useStripeJs } from '#src/resources/invoices/payments/useStripeJs.ts';
import { stripeTimeoutMs } from '#src/limits.ts';
import { later } from '#tests/support/consoleApi.ts';
import { renderAuth } from '#tests/support/render.tsx';
import { makeStripe } from '#tests/support/stripeJs/makeStripe.ts';
import { createIntentResult } from '#tests/support/stripeJs/installStripe.ts';

const loading = vi.hoisted(() => vi.fn<() => Promise<Stripe>>());
vi.mock('@stripe/stripe-js/pure', () => ({ loadStripe: loading }));

const invoice = {
  company: { name: 'Iron Peak Fitness' },
  location: { name: 'Downtown' },
  lineItems: [],
  tax: 0,
  total: 108,
  paid: 0,
  due: 108,
  currency: 'USD',
  renews: false,
};
const open = () =>
  renderAuth('/pay?token=abc', { 'GET /payment-links/abc': () => ({ invoice, stripePublishableKey: 'pk_live_1' }) });
const stripe = makeStripe(async () => createIntentResult('succeeded'))() as unknown as Stripe;

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

test('a card form that cannot be loaded says so, and appears after Try Again', async () => {
  loading.mockRejectedValueOnce(new Error('Failed to load Stripe.js')).mockResolvedValue(stripe);
  const { user } = open();
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Couldn’t load the card form. Check your connection and try again.',
  );
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('button', { name: 'Charge $108.00' })).toBeVisible();
});

test('one that does not load in time says so, and is used if it loads later', async () => {
  const { promise, settle } = later<Stripe>();
  loading.mockReturnValue(promise);
  open();
  await screen.findByRole('heading', { name: 'Iron Peak Fitness' });
  await act(() => vi.advanceTimersByTimeAsync(stripeTimeoutMs));
  expect(screen.getByRole('alert')).toHaveTextContent('Couldn’t load the card form.');
  settle(stripe);
  expect(await screen.findByRole('button', { name: 'Charge $108.00' })).toBeVisible();
});

test('another key loads Stripe for its own account', async () => {
  const other = makeStripe(async () => createIntentResult('succeeded'))() as unknown as Stripe;
  loading.mockResolvedValueOnce(stripe).mockResolvedValueOnce(other);
  const { result, rerender } = renderHook(({ key }) => useStripeJs(key).stripe, { initialProps: { key: 'pk_live_1' } });
  await waitFor(() => expect(result.current).toBe(stripe));
  rerender({ key: 'pk_live_2' });
  expect(result.current).toBeUndefined();
  await waitFor(() => expect(result.current).toBe(other));
});
