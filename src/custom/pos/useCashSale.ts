import { useEffect, useRef, useState } from 'react';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useConsoleData } from '#src/dataProvider/useConsoleData.ts';
import { isRefusal } from '#src/custom/payments/isRefusal.ts';
import { useTill } from './tillContext.ts';
import { useFinishSale } from './useFinishSale.ts';
import { useOnce } from '#src/custom/payments/useOnce.ts';

/** Sells the cart for cash, once a press. Where a reload cut the answer off, the same sale is asked about again. */
export const useCashSale = () => {
  const { attempt: open, openAttempt, dropAttempt } = useTill();
  const data = useConsoleData();
  const finish = useFinishSale();
  const { once, isBusy } = useOnce();
  const [error, setError] = useState<string>();

  const complete = (receivedCents: number | null) =>
    once(async () => {
      const attempt = openAttempt(receivedCents);
      if (!attempt) return;
      setError(undefined);
      try {
        const { invoice } = await data.sellItems(attempt.body, attempt.key);
        finish(attempt, invoice);
      } catch (failure) {
        if (isRefusal(failure)) dropAttempt();
        setError(messageFrom(failure, 'Failed to process purchase'));
      }
    });

  const cutOff = useRef(open?.isUnsure ? open : null);
  const resume = useRef(complete);
  useEffect(() => {
    if (!cutOff.current) return;
    void resume.current(cutOff.current.receivedCents);
    cutOff.current = null;
  }, []);
  return { complete, isBusy, error };
};
