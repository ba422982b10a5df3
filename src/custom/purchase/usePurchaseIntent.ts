import { useQueryClient } from '@tanstack/react-query';
import { useStoreContext } from 'react-admin';
import { toCents } from '#domain/rules/money.ts';
import { isRefusal } from '#src/custom/payments/isRefusal.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useConsoleData } from '#src/dataProvider/useConsoleData.ts';
import { dropAttempt, type PurchaseAttempt } from './purchaseAttempt.ts';
import { useCancelPurchase } from './useCancelPurchase.ts';

/**
 * Gets the client secret of an attempt's intent, the same one however often the attempt is asked about; undefined, and
 * said why, when there is none to confirm. What is charged is what was shown, or nothing.
 */
export const usePurchaseIntent = (contactId: string, shownCents: number, setError: (text: string) => void) => {
  const data = useConsoleData();
  const store = useStoreContext();
  const cache = useQueryClient();
  const cancel = useCancelPurchase(contactId);
  return async (attempt: PurchaseAttempt): Promise<string | undefined> => {
    const refuse = (text: string) => {
      dropAttempt(store, contactId);
      setError(text);
      return undefined;
    };
    try {
      const answer = await data.purchaseMembership(attempt.body, attempt.key);
      if (!answer.success) return refuse(answer.message || answer.error || 'Failed to purchase membership');
      if (!answer.paymentIntent?.clientSecret) return refuse('Failed to initiate purchase');
      if (toCents(answer.totalAmount) === shownCents) return answer.paymentIntent.clientSecret;
      void cancel(attempt);
      void cache.invalidateQueries({ queryKey: ['memberships', 'preview'] });
      return refuse('The price has changed. Please check the new total.');
    } catch (failure) {
      const text = messageFrom(failure, 'Failed to initiate purchase');
      if (isRefusal(failure)) return refuse(text);
      setError(text);
      return undefined;
    }
  };
};
