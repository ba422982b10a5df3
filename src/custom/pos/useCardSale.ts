import { useState } from 'react';
import { HttpError, useNotify } from 'react-admin';
import type { Invoice } from '#domain/invoices/contract.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { useCardPayment } from '#src/resources/invoices/payments/useCardPayment.ts';
import { posActions } from '#src/dataProvider/pos.ts';
import { getSaleOutcome } from '#src/dataProvider/saleOutcome.ts';
import type { ItemSaleAttempt } from '#src/dataProvider/attempts.ts';
import { askAboutAttempt, type Outcome } from '#src/dataProvider/sendAttempt.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import type { DeskPayment } from './tillState.ts';
import { notRecordedText, cancelItemSale, useFinishSale, useRefusedSale } from './useFinishSale.ts';
import { useTill } from './useTillState.ts';

/** Sells the cart by card: nothing is sold before Stripe says so. */
export const useCardSale = () => {
  const { attempt: open, contact, openAttempt, settleAttempt, dropAttempt } = useTill();
  const finish = useFinishSale();
  const explainRefusal = useRefusedSale();
  const notify = useNotify();
  const [error, setError] = useState<string>();

  const toText = async (result: Outcome): Promise<string | undefined> => {
    switch (result.status) {
      case 'processing':
        return 'Payment was not completed successfully';
      case 'declined':
      case 'unconfirmed':
        return result.message;
      case 'refused':
        return explainRefusal(result.error, failed);
      case 'unanswered':
        return result.error instanceof HttpError ? messageFrom(result.error, failed) : 'Failed to initiate payment';
      case 'notRecorded':
        return notRecordedText(result.message);
      default:
        // An interrupted sale: the payment step already says so, or simply asks for the card again.
        return undefined;
    }
  };

  /** Asked once the card is charged, so that the cash beside it is booked now; else the server finds out by itself. */
  const paidInvoice = async ({ key }: ItemSaleAttempt, invoice: Invoice): Promise<Invoice> => {
    const outcome = await askAboutAttempt(() => getSaleOutcome(key));
    return outcome.status === 'succeeded' && outcome.invoice ? outcome.invoice : invoice;
  };

  const payment = useCardPayment<ItemSaleAttempt>({
    send: async ({ body, key }) => {
      const response = await posActions.sellItems(body, key);
      const clientSecret = 'paymentIntent' in response ? response.paymentIntent.clientSecret : undefined;
      return { clientSecret, invoice: response.invoice, message: 'Failed to initiate Stripe payment' };
    },
    ask: ({ key }) => getSaleOutcome(key),
    settle: settleAttempt,
    drop: dropAttempt,
    interrupted: open?.isOutcomeUnknown ? open : undefined,
    onResult: async (result, attempt) => {
      if (result.status === 'succeeded' && result.invoice)
        finish(attempt, attempt.body.cash ? await paidInvoice(attempt, result.invoice) : result.invoice);
      if (result.status === 'paidOtherwise') {
        finish(attempt, result.invoice);
        notify('This sale has been paid on its invoice. The card was not charged.', { type: 'info' });
      }
      // The server sold it without an intent.
      if (result.status === 'refused' && !(result.error instanceof HttpError)) void cancelItemSale(attempt);
      setError(await toText(result));
    },
    onError: setError,
  });

  const complete = async (desk: DeskPayment = { receivedCents: null }) => {
    if (!contact) return;
    const billing = contact.email === '' ? {} : { name: fullName(contact), email: contact.email };
    await payment.start(() => {
      setError(undefined);
      return openAttempt(desk);
    }, billing);
  };
  return { ...payment, complete, error, forgetError: () => setError(undefined) };
};

const failed = 'Failed to initiate purchase';
