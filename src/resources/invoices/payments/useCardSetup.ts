import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import { useState } from 'react';
import type { CardSetup } from '#domain/saved-cards/contract.ts';
import { isUnanswered, messageFrom } from '#src/dataProvider/http.ts';
import type { CardBilling } from './confirmCard.ts';
import { useLock } from './useCardPayment.ts';

interface CardSetupCalls<Saved> {
  start: () => Promise<CardSetup>;
  /** The server asks Stripe what became of it. */
  save: (setupIntentId: string) => Promise<Saved>;
  onSaved: (saved: Saved) => void;
  onError: (error: unknown, message: string) => void;
}

/** Saves a card without charging it: the server begins, Stripe confirms what was typed, and the server asks Stripe. */
export const useCardSetup = <Saved>({ start, save, onSaved, onError }: CardSetupCalls<Saved>) => {
  const stripe = useStripe();
  const elements = useElements();
  const { isBusy, withLock } = useLock();
  const [isCardReady, setCardReady] = useState(false);
  const submit = (billing: CardBilling) =>
    withLock(async () => {
      const card = elements?.getElement(CardElement);
      if (!stripe || !card) return;
      try {
        const { setupIntent } = await start();
        const refusal = await confirmSetup(stripe, card, setupIntent.clientSecret, billing);
        if (refusal === undefined) onSaved(await save(setupIntent.id));
        else onError(undefined, refusal);
      } catch (error) {
        onError(error, isUnanswered(error) ? lost : messageFrom(error, lost));
      }
    });
  return { submit, isBusy, isReady: Boolean(stripe) && isCardReady, onCardReady: () => setCardReady(true) };
};

const lost = 'The connection was lost, so the card may not be saved. Please try again.';

/** Why the card is not good. A lost answer says nothing about it. */
async function confirmSetup(
  stripe: Stripe,
  card: StripeCardElement,
  clientSecret: string,
  billing: CardBilling,
): Promise<string | undefined> {
  try {
    const { error } = await stripe.confirmCardSetup(clientSecret, {
      payment_method: { card, billing_details: billing },
    });
    const isFinal = error?.type === 'card_error' || error?.type === 'validation_error';
    return isFinal ? (error.message ?? 'The card was declined') : undefined;
  } catch {
    return undefined;
  }
}
