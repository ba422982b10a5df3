import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Invoice } from '#domain/invoices/contract.ts';
import type { SaleOutcome } from '#domain/invoices/saleOutcomeContract.ts';
import { noteWrite } from '#src/dataProvider/http.ts';
import { business } from '#src/dataProvider/stale.ts';
import { askAboutAttempt, sendAttempt, type Outcome } from '#src/dataProvider/sendAttempt.ts';
import { retrieveIntent, confirmCard, type CardBilling, type IntentOutcome } from './confirmCard.ts';

/** The intent that the server made for an attempt; without its secret, the message says why it made none. */
export interface IntentResponse {
  readonly clientSecret?: string | undefined;
  readonly invoice?: Invoice | null;
  readonly message?: string;
}

interface CardPayment<A> {
  /** Asks the server for the intent. The same attempt gets the same intent, however often it is sent. */
  send: (attempt: A) => Promise<IntentResponse>;
  ask?: (attempt: A) => Promise<SaleOutcome>;
  /** Keeps an attempt whose outcome is known, to be tried again with the same key. */
  settle?: (attempt: A) => void;
  /** Forgets a finished attempt. The next one gets a key of its own. */
  drop?: (attempt: A, refusal?: unknown) => void;
  /** An attempt that a reload or an ended session interrupted. It is resumed once Stripe.js has loaded. */
  interrupted?: A | undefined;
  onResult: (result: Outcome, attempt: A) => void | Promise<void>;
  onError: (message: string) => void;
  failureMessage?: string;
}

/**
 * Takes a card payment: the server creates the intent, then Stripe charges the card. `start` sends an attempt that was stored
 * before; an interrupted one is resumed automatically. Only one runs at a time.
 */
export const useCardPayment = <A>(payment: CardPayment<A>) => {
  const stripe = useStripe();
  const elements = useElements();
  const { isBusy, withLock } = useLock();
  const [isCardReady, setCardReady] = useState(false);

  const finish = (result: Outcome, attempt: A) => {
    // Stripe's part comes after the server's response.
    noteWrite(business);
    if (result.status === 'refused') payment.drop?.(attempt, result.error);
    if (result.status === 'notRecorded') payment.drop?.(attempt);
    // Without the server's response there is no intent, so no card can have been charged.
    if (['declined', 'pending', 'notFound'].includes(result.status)) payment.settle?.(attempt);
    return payment.onResult(result, attempt);
  };

  /** `open` gives the attempt to send, and whether it was sent before; null when there is nothing to send. */
  const start = (open: () => Opened<A> | null | Promise<Opened<A> | null>, billing: CardBilling) =>
    withLock(async () => {
      const card = elements?.getElement(CardElement);
      if (!stripe) return payment.onError('Stripe not initialized');
      if (!card) return payment.onError('Card element not found');
      const opened = await open();
      if (!opened) return undefined;
      const result = await charge(payment, opened, (clientSecret) =>
        confirmCard(stripe, card, clientSecret, billing, payment.failureMessage),
      );
      return finish(result, opened.attempt);
    });

  /** It may be paid already, so the server and Stripe are asked before anyone types a card again. */
  const resume = useEffectEvent((attempt: A) =>
    withLock(async () => {
      if (!stripe) return undefined;
      const outcome = await askAboutAttempt(() => ask(payment, attempt));
      if (outcome.status !== 'pending') return finish(outcome, attempt);
      const result = await charge(payment, { attempt, wasSent: true }, (clientSecret) =>
        retrieveIntent(stripe, clientSecret),
      );
      return finish(result.status === 'declined' ? outcome : result, attempt);
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

/** The pages of links have no React Query, whose mutations are what else runs one thing at a time. */
export const useLock = () => {
  const isRunning = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const withLock = async (work: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(true);
    await work().finally(() => {
      isRunning.current = false;
      setBusy(false);
    });
  };
  return { isBusy, withLock };
};

interface Opened<A> {
  readonly attempt: A;
  readonly wasSent: boolean;
}

/** Without a record at the server, nothing is known of an attempt. */
const ask = async <A>({ ask: atServer }: CardPayment<A>, attempt: A): Promise<SaleOutcome> =>
  atServer ? await atServer(attempt) : { state: 'unknown', invoice: null, message: null };

const charge = <A>(
  payment: CardPayment<A>,
  { attempt, wasSent }: Opened<A>,
  atStripe: (clientSecret: string) => Promise<IntentOutcome>,
): Promise<Outcome> =>
  sendAttempt({
    send: async () => {
      const { clientSecret, message, invoice = null } = await payment.send(attempt);
      if (!clientSecret) return { status: 'refused', error: new Error(message) };
      const outcome = await atStripe(clientSecret);
      return outcome.status === 'canceled' ? afterCancel(payment, attempt) : { ...outcome, invoice };
    },
    ask: () => ask(payment, attempt),
    wasSent,
  });

/** Somebody abandoned the card payment: staff took the money in another way, or closed the invoice. */
async function afterCancel<A>(payment: CardPayment<A>, attempt: A): Promise<Outcome> {
  const outcome = await askAboutAttempt(() => ask(payment, attempt));
  if (outcome.status === 'succeeded' && outcome.invoice) return { status: 'paidOtherwise', invoice: outcome.invoice };
  if (outcome.status === 'unreachable' || (outcome.status === 'notRecorded' && outcome.message)) return outcome;
  return { status: 'notRecorded', message: 'This card payment was canceled. Please start again.' };
}
