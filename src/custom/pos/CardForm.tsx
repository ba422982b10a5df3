import Box from '@mui/material/Box';
import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useEffect, useRef, useState } from 'react';
import { HttpError } from 'react-admin';
import { CardElements, CardField, CardNotice } from '#src/custom/payments/CardField.tsx';
import { askStripe, confirmCard, type CardOutcome } from '#src/custom/payments/confirmCard.ts';
import { useAsyncLock } from '#src/custom/payments/useAsyncLock.ts';
import { TestModeBadge } from '#src/custom/payments/useStripeConfig.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import type { SaleAnswer } from '#src/dataProvider/sales-items.ts';
import { sendAttempt } from '#src/dataProvider/sendAttempt.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { PaymentActions } from './PaymentActions.tsx';
import type { TillAttempt } from './tillState.ts';
import { useCancelSale, useFinishSale, useRefusedSale } from './useSaleOutcome.ts';
import { useTill } from './useTillState.ts';

/** The card entry of the till. A chunk of its own, with all of Stripe's code, fetched when Card is chosen. */
export const CardForm = ({ publishableKey, onBack }: { publishableKey: string; onBack: () => void }) => (
  <CardElements publishableKey={publishableKey}>
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ justifySelf: 'start', '&:empty': { display: 'none' } }}>
        <TestModeBadge publishableKey={publishableKey} />
      </Box>
      <CardNotice text="The card is securely processed by Stripe and saved for future purchases." />
      <CardSale onBack={onBack} />
    </Box>
  </CardElements>
);

const CardSale = ({ onBack }: { onBack: () => void }) => {
  const { complete, isReady, isBusy, error, onCardReady } = useCardSale();
  return (
    <Box component="form" noValidate onSubmit={(event) => (event.preventDefault(), void complete())} sx={{ display: 'grid', gap: 2 }}>
      <CardField onReady={onCardReady} />
      <PaymentActions label="Complete Purchase" error={error} isBusy={isBusy} isBlocked={!isReady} onBack={onBack} onGo={() => void complete()} />
    </Box>
  );
};

/** Sells the cart by card: the intent first, then Stripe's word on the card, and nothing is sold before that word. */
const useCardSale = () => {
  const { attempt: open, contact, openAttempt, settleAttempt, dropAttempt } = useTill();
  const stripe = useStripe();
  const elements = useElements();
  const data = useAppDataProvider();
  const finish = useFinishSale();
  const cancel = useCancelSale();
  const refuse = useRefusedSale();
  const { withLock, isBusy } = useAsyncLock();
  const [error, setError] = useState<string>();
  const [isReady, setReady] = useState(false);

  /** The sale's intent, the same one for the same attempt; undefined, and said why, when there is none to confirm. */
  const intentOf = async (attempt: TillAttempt, wasSent: boolean) => {
    const sent = await sendAttempt({ send: () => data.sellItems(attempt.body, attempt.key), ask: () => data.purchaseOutcome(attempt.key), wasSent });
    if (sent.status === 'completed') finish(attempt, sent.invoice);
    if (sent.status === 'refused') setError(await refuse(attempt, sent.error, 'Failed to initiate purchase'));
    if (sent.status === 'unknown') setError(sent.error instanceof HttpError ? messageFrom(sent.error, 'Failed to initiate purchase') : 'Failed to initiate payment');
    if (sent.status !== 'answered') return undefined;
    const { answer } = sent;
    const clientSecret = 'paymentIntent' in answer ? answer.paymentIntent?.clientSecret : undefined;
    if (clientSecret) return { clientSecret, invoice: answer.invoice };
    dropAttempt(attempt);
    void cancel(attempt);
    setError('Failed to initiate Stripe payment');
    return undefined;
  };

  const conclude = (attempt: TillAttempt, invoice: SaleAnswer['invoice'], outcome: CardOutcome) => {
    if (outcome.status === 'succeeded') return finish(attempt, invoice);
    if (outcome.status === 'refused') settleAttempt(attempt);
    return setError(outcome.status === 'processing' ? 'Payment was not completed successfully' : outcome.message);
  };

  const complete = () =>
    withLock(async () => {
      const card = elements?.getElement(CardElement);
      if (!stripe) return setError('Stripe not initialized');
      if (!card) return setError('Card element not found');
      const opened = contact && openAttempt(null);
      if (!opened) return undefined;
      const { attempt, wasSent } = opened;
      setError(undefined);
      const sale = await intentOf(attempt, wasSent);
      if (!sale) return undefined;
      const billing = { name: `${contact.firstName} ${contact.lastName}`, email: contact.email };
      return conclude(attempt, sale.invoice, await confirmCard(stripe, card, sale.clientSecret, billing));
    });

  /** A reload cut the sale off: it may be paid already, so Stripe is asked before anyone types a card again. */
  const resume = () =>
    withLock(async () => {
      if (!stripe || !open) return undefined;
      const sale = await intentOf(open, true);
      if (!sale) return undefined;
      const outcome = await askStripe(stripe, sale.clientSecret);
      return outcome.status === 'refused' ? settleAttempt(open) : conclude(open, sale.invoice, outcome);
    });
  const wasCutOff = useRef(open?.isOutcomeUnknown === true);
  const latestResume = useRef(resume);
  useEffect(() => {
    latestResume.current = resume;
  });
  useEffect(() => {
    if (!stripe || !wasCutOff.current) return;
    wasCutOff.current = false;
    void latestResume.current();
  }, [stripe]);

  return { complete, isReady: Boolean(stripe) && isReady, isBusy, error, onCardReady: () => setReady(true) };
};
