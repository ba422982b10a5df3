import { useQueryClient } from '@tanstack/react-query';
import { useStoreContext } from 'react-admin';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { dropAttempt, type PurchaseAttempt } from './purchaseAttempt.ts';

/**
 * Takes an unpaid purchase back that is given up here, so that no open invoice stays behind, and tells what became of
 * it. Where the server cannot be asked, or the bank is at work on it, the attempt is kept: opening the purchase again
 * asks about it.
 */
export const useCancelPurchase = () => {
  const data = useAppDataProvider();
  const store = useStoreContext();
  const cache = useQueryClient();
  return async (attempt: PurchaseAttempt): Promise<'paid' | 'cancelled' | 'unknown'> => {
    const invoice = await data.cancelPurchase(attempt.body, attempt.key).catch(() => undefined);
    if (invoice === undefined || invoice?.status === 'open') return 'unknown';
    dropAttempt(store, attempt);
    for (const resource of ['contacts', 'invoices']) void cache.invalidateQueries({ queryKey: [resource] });
    return invoice?.status === 'paid' ? 'paid' : 'cancelled';
  };
};
