import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpError } from 'react-admin';
import { expect, test, vi } from 'vitest';
import type { SaleOutcome } from '#domain/invoices/saleOutcomeContract.ts';
import { CardElements } from '#src/resources/invoices/payments/CardElements.tsx';
import { CardFields } from '#src/resources/invoices/payments/CardFields.tsx';
import { useCardPayment, type IntentResponse } from '#src/resources/invoices/payments/useCardPayment.ts';
import type { Outcome } from '#src/dataProvider/sendAttempt.ts';
import { createInvoice } from '#tests/support/records.ts';
import { createDecline, createIntentResult, installStripe } from '#tests/support/stripeJs/installStripe.ts';
import { render } from '#tests/support/unstyled.tsx';
import { enterCard } from '#tests/support/enterCard.ts';

const attempt = { key: 'k1' };
type Attempt = typeof attempt;
const invoice = createInvoice();
const intent: IntentResponse = { clientSecret: 'pi_1_secret_1', invoice };
const outcome = (state: SaleOutcome['state'], message: string | null = null): SaleOutcome => ({
  state,
  invoice: state === 'completed' ? invoice : null,
  message,
});

interface Server {
  send?: () => Promise<IntentResponse>;
  ask?: () => Promise<SaleOutcome>;
}

/** A card field and a button over a server with these responses; records the calls and the result. */
const pay = ({ send = async () => intent, ask = async () => outcome('pending') }: Server, interrupted?: Attempt) => {
  const calls = {
    send: vi.fn(send),
    ask: vi.fn(ask),
    settle: vi.fn<(attempt: Attempt) => void>(),
    drop: vi.fn<(attempt: Attempt) => void>(),
  };
  const results: Outcome[] = [];
  const Pay = () => {
    const payment = useCardPayment<Attempt>({
      ...calls,
      interrupted,
      onResult: (result) => void results.push(result),
      onError: () => undefined,
    });
    return (
      <>
        <CardFields publishableKey="pk_test_1" note="" onReady={payment.onCardReady} />
        <button
          disabled={!payment.isReady}
          onClick={() => void payment.start(() => ({ attempt, wasSent: false }), { name: 'Maya' })}
        >
          Pay
        </button>
      </>
    );
  };
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CardElements publishableKey="pk_test_1">
        <Pay />
      </CardElements>
    </QueryClientProvider>,
  );
  return { calls, results };
};

const press = async () => {
  const user = userEvent.setup();
  await enterCard(user);
  await waitFor(() => expect(screen.getByRole('button')).toBeEnabled());
  await user.dblClick(screen.getByRole('button'));
};

const refusal = new HttpError('Sold out', 409, { message: 'Sold out' });
const failure = new HttpError('Gone', 503);

test.each<[string, Server, Parameters<typeof installStripe>[0], Outcome, 'settle' | 'drop' | 'keep']>([
  ['charged', {}, async () => createIntentResult('succeeded'), { status: 'succeeded', invoice }, 'keep'],
  [
    'declined',
    {},
    async () => createDecline('No funds'),
    { status: 'declined', message: 'No funds', invoice },
    'settle',
  ],
  ['still processing', {}, async () => createIntentResult('processing'), { status: 'processing', invoice }, 'keep'],
  [
    'canceled, since it was paid in another way',
    { ask: async () => outcome('completed') },
    async () => createIntentResult('canceled'),
    { status: 'paidOtherwise', invoice },
    'keep',
  ],
  [
    'canceled with its invoice',
    { ask: async () => outcome('refused', 'Void') },
    async () => createIntentResult('canceled'),
    { status: 'notRecorded', message: 'Void' },
    'drop',
  ],
  [
    'refused by the server',
    { send: () => Promise.reject(refusal) },
    undefined,
    { status: 'refused', error: refusal },
    'drop',
  ],
  [
    'not answered by the server',
    { send: () => Promise.reject(failure) },
    undefined,
    { status: 'unanswered', error: failure },
    'keep',
  ],
  [
    'without an intent',
    { send: async () => ({ message: 'Not for sale' }) },
    undefined,
    { status: 'refused', error: new Error('Not for sale') },
    'drop',
  ],
])('A payment that is %s', async (_case, server, stripe, result, end) => {
  installStripe(stripe);
  const { calls, results } = pay(server);
  await press();
  await waitFor(() => expect(results[0]).toEqual(result));
  expect(calls.settle).toHaveBeenCalledTimes(end === 'settle' ? results.length : 0);
  expect(calls.drop).toHaveBeenCalledTimes(end === 'drop' ? results.length : 0);
});

test.each<[string, () => Promise<SaleOutcome>, Outcome, 'settle' | 'drop' | 'keep', number]>([
  ['was paid meanwhile', async () => outcome('completed'), { status: 'succeeded', invoice }, 'keep', 0],
  [
    'was refused',
    async () => outcome('refused', 'Sold out'),
    { status: 'notRecorded', message: 'Sold out' },
    'drop',
    0,
  ],
  ['the server has no record of', async () => outcome('unknown'), { status: 'notFound' }, 'settle', 0],
  ['cannot be asked about', () => Promise.reject(failure), { status: 'unreachable' }, 'keep', 0],
  ['is open and not charged', async () => outcome('pending'), { status: 'pending' }, 'settle', 1],
])('An interrupted payment that %s, without a card being charged', async (_case, ask, result, end, sent) => {
  const stripe = installStripe(async () => createIntentResult('requires_payment_method'));
  const { calls, results } = pay({ ask }, attempt);
  await waitFor(() => expect(results).toEqual([result]));
  expect(calls.send).toHaveBeenCalledTimes(sent);
  expect(calls.settle.mock.calls).toEqual(end === 'settle' ? [[attempt]] : []);
  expect(calls.drop.mock.calls).toEqual(end === 'drop' ? [[attempt]] : []);
  expect(stripe.mock.calls.filter(([verb]) => verb === 'confirm')).toEqual([]);
});

test('An interrupted payment that Stripe charged is paid', async () => {
  installStripe(async () => createIntentResult('succeeded'));
  const { results } = pay({}, attempt);
  await waitFor(() => expect(results).toEqual([{ status: 'succeeded', invoice }]));
});
