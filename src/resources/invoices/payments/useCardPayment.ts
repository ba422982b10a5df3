import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Invoice } from '#domain/invoices/contract.ts';
import type { PurchaseOutcome } from '#domain/pos/purchasesContract.ts';
import { askAboutAttempt, sendAttempt, type KnownOutcome } from '#src/dataProvider/sendAttempt.ts';
import { retrieveIntent, confirmCard, type Billing, type CardOutcome, type IntentOutcome } from './confirmCard.ts';
import { useAsyncLock } from './useAsyncLock.ts';

/** One press of a pay button: its request and its idempotency key. */
export interface Attempt<Body = unknown> {
  readonly key: string;
  readonly body: Body;
  readonly startedAt: number;
  /** The response has not arrived, or was lost. */
  readonly isOutcomeUnknown: boolean;
}

/** The intent that the server made for an attempt, or why it made none. */
export type IntentResponse =
  | { readonly clientSecret: string; readonly invoice: Invoice | null }
  | { readonly clientSecret: null; readonly message: string };

interface CardPayment<A extends Attempt> {
  /** Asks the server for the intent. The same attempt gets the same intent, however often it is sent. */
  send: (attempt: A) => Promise<IntentResponse>;
  /** Asks the server for the outcome of the attempt. */
  ask: (attempt: A) => Promise<PurchaseOutcome>;
  /** Keeps an attempt whose outcome is known, to be retried with the same key. */
  settle: (attempt: A) => void;
  /** Forgets a finished attempt. The next one gets a key of its own. */
  drop: (attempt: A) => void;
  /** An attempt that a reload or an ended session interrupted. It is resumed once Stripe.js has loaded. */
  interrupted: A | undefined;
  /** Called with the result of each attempt. The caller ends the attempt when it is paid. */
  onResult: (result: CardPaymentResult, attempt: A) => void | Promise<void>;
  /** The payment cannot start. */
  onError: (message: string) => void;
  /** The message when Stripe fails without one. */
  failureMessage?: string;
}

export type CardPaymentResult =
  /** Stripe or the server knows the payment's state. A declined attempt can be retried, an unconfirmed one stays open. */
  | (CardOutcome & { readonly invoice: Invoice | null })
  /** The card payment was abandoned, since the invoice was paid in another way. */
  | { readonly status: 'paidOtherwise'; readonly invoice: Invoice }
  /** The server refused the attempt, which is dropped. */
  | { readonly status: 'rejected'; readonly error: unknown }
  /** The server made no intent. The attempt is dropped. */
  | { readonly status: 'noIntent'; readonly message: string }
  /** The server did not answer. The attempt stays open. */
  | { readonly status: 'unanswered'; readonly error: unknown }
  /** Resumed: the server refused it and it is dropped, or has no record of it, or could not be reached. */
  | Exclude<KnownOutcome, { status: 'pending' | 'succeeded' }>
  /** Resumed: Stripe charged nothing, and the same attempt can be retried. */
  | { readonly status: 'notCharged' };

/**
 * Takes a card payment: the server creates the intent, then Stripe charges the card. `start` sends an attempt that was stored
 * before; an interrupted one is resumed automatically. Only one runs at a time.
 */
export const useCardPayment = <A extends Attempt>(payment: CardPayment<A>) => {
  const stripe = useStripe();
  const elements = useElements();
  const { withLock, isBusy } = useAsyncLock();
  const [isCardReady, setCardReady] = useState(false);

  /** `open` gives the attempt to send, and whether it was sent before; null when there is nothing to send. */
  const start = (open: () => Opened<A> | null | Promise<Opened<A> | null>, billing: Billing) =>
    withLock(async () => {
      const card = elements?.getElement(CardElement);
      if (!stripe) return payment.onError('Stripe not initialized');
      if (!card) return payment.onError('Card element not found');
      const opened = await open();
      if (!opened) return undefined;
      const { attempt, wasSent } = opened;
      const result = await charge(payment, attempt, wasSent, (clientSecret) =>
        confirmCard(stripe, card, clientSecret, billing, payment.failureMessage),
      );
      return payment.onResult(result, attempt);
    });

  /** It may be paid already, so the server and Stripe are asked before anyone types a card again. */
  const resume = useEffectEvent((attempt: A) =>
    withLock(async () => {
      if (!stripe) return undefined;
      const known = await askAboutAttempt(() => payment.ask(attempt));
      if (known.status === 'notRecorded') payment.drop(attempt);
      // Only the server's response brings the intent. Without it, no card can have been charged.
      if (known.status === 'notFound') payment.settle(attempt);
      if (known.status !== 'pending') return payment.onResult(known, attempt);
      const result = await charge(payment, attempt, true, (clientSecret) => retrieveIntent(stripe, clientSecret));
      return payment.onResult(result.status === 'declined' ? { status: 'notCharged' } : result, attempt);
    }),
  );
  const interrupted = useRef(payment.interrupted);
  useEffect(() => {
    const attempt = interrupted.current;
    if (!stripe || !attempt) return;
    interrupted.current = undefined;
    void resume(attempt);
  }, [stripe]);

  return { start, isReady: Boolean(stripe) && isCardReady, isBusy, onCardReady: () => setCardReady(true) };
};

interface Opened<A> {
  readonly attempt: A;
  readonly wasSent: boolean;
}

/** Gets the attempt's intent from the server and its state from Stripe. */
const charge = async <A extends Attempt>(
  { send, ask, settle, drop }: CardPayment<A>,
  attempt: A,
  wasSent: boolean,
  atStripe: (clientSecret: string) => Promise<IntentOutcome>,
): Promise<CardPaymentResult> => {
  const sent = await sendAttempt({ send: () => send(attempt), ask: () => ask(attempt), wasSent });
  if (sent.status === 'completed') return { status: 'succeeded', invoice: sent.invoice };
  if (sent.status === 'unknown') return { status: 'unanswered', error: sent.error };
  if (sent.status === 'refused') {
    drop(attempt);
    return { status: 'rejected', error: sent.error };
  }
  const { response } = sent;
  if (response.clientSecret === null) {
    drop(attempt);
    return { status: 'noIntent', message: response.message };
  }
  const outcome = await atStripe(response.clientSecret);
  if (outcome.status === 'canceled') return afterCancel(ask, drop, attempt);
  if (outcome.status === 'declined') settle(attempt);
  return { ...outcome, invoice: response.invoice };
};

/** Somebody abandoned the card payment: staff took the money in another way, or closed the invoice. */
async function afterCancel<A extends Attempt>(
  ask: CardPayment<A>['ask'],
  drop: CardPayment<A>['drop'],
  attempt: A,
): Promise<CardPaymentResult> {
  const known = await askAboutAttempt(() => ask(attempt));
  if (known.status === 'succeeded' && known.invoice) return { status: 'paidOtherwise', invoice: known.invoice };
  if (known.status === 'unreachable') return known;
  drop(attempt);
  return known.status === 'notRecorded' && known.message
    ? known
    : { status: 'notRecorded', message: 'This card payment was canceled. Please start again.' };
}
