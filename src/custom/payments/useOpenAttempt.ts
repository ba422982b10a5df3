import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PurchaseOutcome } from '#domain/contract/purchases.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { forgetAttempt, type OpenAttempt } from '#src/dataProvider/openAttempts.ts';
import { sendAttempt } from '#src/dataProvider/sendAttempt.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { useOnce } from './useOnce.ts';

/** What became of an open attempt, and what can be done about it. */
export const useOpenAttempt = (attempt: OpenAttempt) => {
  const { key } = attempt;
  const data = useAppDataProvider();
  const cache = useQueryClient();
  const queryKey = ['purchases', key];
  const query = useQuery({ queryKey, queryFn: ({ signal }) => data.purchaseOutcome(key, signal), staleTime: 0, gcTime: 0 });
  const { once, isBusy } = useOnce();
  const [error, setError] = useState<string>();
  const tell = (outcome: PurchaseOutcome) => cache.setQueryData(queryKey, outcome);
  const readAnew = () => {
    for (const resource of ['sales-items', 'invoices', 'contacts']) void cache.invalidateQueries({ queryKey: [resource] });
  };

  /** Sends the same cash sale again: the same key and body, so that it is made once. */
  const finish = () =>
    once(async () => {
      if (attempt.kind !== 'sale') return;
      setError(undefined);
      const sent = await sendAttempt({ send: () => data.sellItems(attempt.body, key), ask: () => data.purchaseOutcome(key), wasSent: true });
      if (sent.status === 'answered') tell({ state: 'completed', invoice: sent.answer.invoice, message: null });
      if (sent.status === 'completed') tell({ state: 'completed', invoice: sent.invoice, message: null });
      if (sent.status === 'refused') tell({ state: 'refused', invoice: null, message: messageFrom(sent.error, 'Failed to process purchase') });
      if (sent.status === 'unknown') setError(messageFrom(sent.error, 'Failed to process purchase'));
      readAnew();
    });

  /** Takes it back at the server too, so that a request still on its way finds its key used up. */
  const discard = () =>
    once(async () => {
      setError(undefined);
      try {
        const invoice = attempt.kind === 'sale' ? await data.cancelSale(attempt.body, key) : await data.cancelPurchase(attempt.body, key);
        if (invoice?.status === 'paid') tell({ state: 'completed', invoice, message: null });
        else if (invoice === null || invoice.status === 'void') forgetAttempt(key);
        else setError('The bank is still at work on this payment. Please try again in a moment.');
        readAnew();
      } catch (failure) {
        setError(messageFrom(failure, 'It could not be discarded. Please try again.'));
      }
    });

  return { outcome: query.data, isAsking: query.isFetching, askAgain: () => void query.refetch(), finish, discard, isBusy, error };
};
