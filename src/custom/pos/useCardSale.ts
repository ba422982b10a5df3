import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useEffect, useRef, useState } from 'react';
import { HttpError } from 'react-admin';
import { toCents } from '#domain/rules/money.ts';
import { askStripe, confirmCard, type CardOutcome } from '#src/custom/payments/confirmCard.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import type { SaleAnswer } from '#src/dataProvider/pos.ts';
import { useConsoleData } from '#src/dataProvider/useConsoleData.ts';
import { isRefusal } from '#src/custom/payments/isRefusal.ts';
import type { SaleAttempt } from './tillState.ts';
import { useTill } from './tillContext.ts';
import { useCancelSale } from './useCancelSale.ts';
import { useFinishSale } from './useFinishSale.ts';
import { useFreshPrices } from './useFreshPrices.ts';
import { useOnce } from '#src/custom/payments/useOnce.ts';

/** Sells the cart by card: the intent first, then Stripe's word on the card, and nothing is sold before that word. */
export const useCardSale = () => {
  const { attempt: open, contact, totals, openAttempt, settleAttempt, dropAttempt } = useTill();
  const stripe = useStripe();
  const elements = useElements();
  const data = useConsoleData();
  const finish = useFinishSale();
  const cancel = useCancelSale();
  const freshen = useFreshPrices();
  const { once, isBusy } = useOnce();
  const [error, setError] = useState<string>();
  const [isReady, setReady] = useState(false);

  /** The sale's intent, the same one for the same attempt; undefined, and said why, when there is none to confirm. */
  const intentOf = async (attempt: SaleAttempt) => {
    try {
      const answer: SaleAnswer = await data.sellItems(attempt.body, attempt.key);
      const clientSecret = 'paymentIntent' in answer ? answer.paymentIntent?.clientSecret : undefined;
      if (clientSecret && toCents(answer.invoice.total) === totals.total) return { clientSecret, invoice: answer.invoice };
      dropAttempt();
      void cancel(attempt);
      if (clientSecret) void freshen();
      setError(clientSecret ? 'Prices have changed. Please check the new total.' : 'Failed to initiate Stripe payment');
    } catch (failure) {
      if (isRefusal(failure)) dropAttempt();
      setError(failure instanceof HttpError ? messageFrom(failure, 'Failed to initiate purchase') : 'Failed to initiate payment');
    }
    return undefined;
  };

  const conclude = (attempt: SaleAttempt, invoice: SaleAnswer['invoice'], outcome: CardOutcome) => {
    if (outcome.status === 'succeeded') return finish(attempt, invoice);
    if (outcome.status === 'refused') settleAttempt();
    return setError(outcome.status === 'processing' ? 'Payment was not completed successfully' : outcome.message);
  };

  const complete = () =>
    once(async () => {
      const card = elements?.getElement(CardElement);
      if (!stripe) return setError('Stripe not initialized');
      if (!card) return setError('Card element not found');
      const attempt = openAttempt(null);
      if (!attempt || !contact) return undefined;
      setError(undefined);
      const sale = await intentOf(attempt);
      if (!sale) return undefined;
      const billing = { name: `${contact.firstName} ${contact.lastName}`, email: contact.email };
      return conclude(attempt, sale.invoice, await confirmCard(stripe, card, sale.clientSecret, billing));
    });

  /** A reload cut the sale off: it may be paid already, so Stripe is asked before anyone types a card again. */
  const resume = () =>
    once(async () => {
      if (!stripe || !open) return undefined;
      const sale = await intentOf(open);
      if (!sale) return undefined;
      const outcome = await askStripe(stripe, sale.clientSecret);
      return outcome.status === 'refused' ? settleAttempt() : conclude(open, sale.invoice, outcome);
    });
  const wasCutOff = useRef(open?.isUnsure === true);
  const latestResume = useRef(resume);
  useEffect(() => {
    latestResume.current = resume;
  });
  useEffect(() => {
    if (!stripe || !wasCutOff.current) return;
    wasCutOff.current = false;
    void latestResume.current();
  }, [stripe]);

  return { complete, isReady: Boolean(stripe) && isReady, isBusy, error, hear: () => setReady(true) };
};
