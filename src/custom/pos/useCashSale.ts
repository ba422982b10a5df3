import { useState } from 'react';
import { messageFrom } from '#src/dataProvider/http.ts';
import { sendAttempt } from '#src/dataProvider/sendAttempt.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { useOnce } from '#src/custom/payments/useOnce.ts';
import { useTill } from './tillContext.ts';
import { useFinishSale } from './useFinishSale.ts';
import { useRefusedSale } from './useRefusedSale.ts';

const fallback = 'Failed to process purchase';

/** Sells the cart for cash, once a press. Where the answer is lost, the next press asks for the same sale again. */
export const useCashSale = () => {
  const { openAttempt } = useTill();
  const data = useAppDataProvider();
  const finish = useFinishSale();
  const refuse = useRefusedSale();
  const { once, isBusy } = useOnce();
  const [error, setError] = useState<string>();

  const complete = (receivedCents: number | null) =>
    once(async () => {
      const opened = openAttempt(receivedCents);
      if (!opened) return;
      const { attempt, wasSent } = opened;
      setError(undefined);
      const sent = await sendAttempt({
        send: () => data.sellItems(attempt.body, attempt.key),
        ask: () => data.purchaseOutcome(attempt.key),
        wasSent,
      });
      if (sent.status === 'answered') finish(attempt, sent.answer.invoice);
      if (sent.status === 'completed') finish(attempt, sent.invoice);
      if (sent.status === 'refused') setError(await refuse(attempt, sent.error, fallback));
      if (sent.status === 'unknown') setError(messageFrom(sent.error, fallback));
    });
  return { complete, isBusy, error };
};
