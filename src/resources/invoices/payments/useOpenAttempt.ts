import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SaleOutcome } from '#domain/invoices/saleOutcomeContract.ts';
import { posActions } from '#src/dataProvider/pos.ts';
import { purchaseActions } from '#src/dataProvider/purchase.ts';
import { getSaleOutcome } from '#src/dataProvider/saleOutcome.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { forgetAttempt, type OpenAttempt, type ItemSaleAttempt } from '#src/dataProvider/attempts.ts';
import { cancelAttempt, sendAttempt } from '#src/dataProvider/sendAttempt.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { type LastSale } from './Receipt.tsx';
import { useHandBack } from './useHandBack.ts';

type Invoice = LastSale['invoice'];

/** What became of an attempt whose response was lost, and what can be done about it. */
export const useOpenAttempt = (attempt: OpenAttempt) => {
  const { key } = attempt;
  const cache = useQueryClient();
  const sayHandBack = useHandBack();
  const queryKey = ['purchases', key];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => getSaleOutcome(key, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const setOutcome = (state: SaleOutcome['state'], invoice: Invoice | null, message: string | null = null) =>
    cache.setQueryData<SaleOutcome>(queryKey, { state, invoice, message });

  /** Sends the same sale again: the same key and body, so that it is made once. */
  const finish = async (sale: ItemSaleAttempt) => {
    const sent = await sendAttempt({
      send: async () => ({ status: 'succeeded', invoice: (await posActions.sellItems(sale.body, key)).invoice }),
      ask: () => getSaleOutcome(key),
      wasSent: true,
    });
    if (sent.status === 'succeeded') setOutcome('completed', sent.invoice ?? null);
    if (sent.status === 'refused') setOutcome('refused', null, messageFrom(sent.error, notProcessed));
    if (sent.status === 'unanswered') throw new Error(messageFrom(sent.error, notProcessed));
  };

  /** Cancels it on the server too, so that a late request finds its key used. */
  const discard = async () => {
    const invoice = await (attempt.kind === 'sale'
      ? posActions.cancelSale(attempt.body, key)
      : purchaseActions.cancelPurchase(attempt.body, key));
    const end = await cancelAttempt(() => Promise.resolve(invoice));
    if (end.status === 'succeeded') setOutcome('completed', invoice);
    else if (end.status === 'canceled') {
      forgetAttempt(key);
      sayHandBack(attempt.body);
    } else throw new Error('The bank is still processing this payment. Please try again in a moment.');
  };

  const { mutate, isPending, error } = useSingleMutation({
    mutationFn: async (action: 'finish' | 'discard') => {
      if (action === 'discard') return discard();
      return attempt.kind === 'sale' ? finish(attempt) : undefined;
    },
  });
  return {
    outcome: query.data,
    isAsking: query.isFetching,
    askAgain: () => void query.refetch(),
    finish: () => mutate('finish'),
    discard: () => mutate('discard'),
    isBusy: isPending,
    error: error && messageFrom(error, 'Failed to discard it. Please try again.'),
  };
};

const notProcessed = 'Failed to process purchase';
