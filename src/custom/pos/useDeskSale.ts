import { useState } from 'react';
import { useAsyncLock } from '#src/resources/invoices/payments/useAsyncLock.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { sendAttempt } from '#src/dataProvider/sendAttempt.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import type { DeskPayment } from './tillState.ts';
import { useFinishSale, useRefusedSale } from './useSaleOutcome.ts';
import { useTill } from './useTillState.ts';

const fallback = 'Failed to process purchase';

/** Sells the cart for cash or by another method. After a lost response, the next press sends the same sale again. */
export const useDeskSale = () => {
  const { openAttempt, dropAttempt } = useTill();
  const data = useAppDataProvider();
  const finish = useFinishSale();
  const explainRefusal = useRefusedSale();
  const { withLock, isBusy } = useAsyncLock();
  const [error, setError] = useState<string>();

  const complete = (payment: DeskPayment) =>
    withLock(async () => {
      const opened = openAttempt(payment);
      if (!opened) return;
      const { attempt, wasSent } = opened;
      setError(undefined);
      const sent = await sendAttempt({
        send: () => data.sellItems(attempt.body, attempt.key),
        ask: () => data.purchaseOutcome(attempt.key),
        wasSent,
      });
      if (sent.status === 'answered') finish(attempt, sent.response.invoice);
      if (sent.status === 'completed') finish(attempt, sent.invoice);
      if (sent.status === 'refused') {
        dropAttempt(attempt);
        setError(await explainRefusal(sent.error, fallback));
      }
      if (sent.status === 'unknown') setError(messageFrom(sent.error, fallback));
    });
  return { complete, isBusy, error };
};
