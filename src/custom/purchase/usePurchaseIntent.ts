import { useQueryClient } from '@tanstack/react-query';
import { useStoreContext } from 'react-admin';
import { messageFrom } from '#src/dataProvider/http.ts';
import { changedTotal, sendAttempt } from '#src/dataProvider/sendAttempt.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { dropAttempt, type PurchaseAttempt } from './purchaseAttempt.ts';

/** The secret of the intent to confirm; or the purchase is paid already; or there is none, and the form says why. */
export type Intent = { readonly clientSecret: string } | 'paid' | undefined;

/** Gets an attempt's intent, the same one however often the attempt is asked about. */
export const usePurchaseIntent = (setError: (text: string) => void) => {
  const data = useAppDataProvider();
  const store = useStoreContext();
  const cache = useQueryClient();
  return async (attempt: PurchaseAttempt, wasSent: boolean): Promise<Intent> => {
    const refuse = (text: string) => {
      dropAttempt(store, attempt);
      setError(text);
      return undefined;
    };
    const sent = await sendAttempt({
      send: () => data.purchaseMembership(attempt.body, attempt.key),
      ask: () => data.purchaseOutcome(attempt.key),
      wasSent,
    });
    if (sent.status === 'completed') return 'paid';
    if (sent.status !== 'answered') {
      const hasChanged = changedTotal(sent.error) !== undefined;
      const text = hasChanged ? 'The total has changed. Please check the new total.' : messageFrom(sent.error, 'Failed to initiate purchase');
      if (hasChanged) void cache.invalidateQueries({ queryKey: ['memberships', 'preview'] });
      if (sent.status === 'refused') return refuse(text);
      setError(text);
      return undefined;
    }
    const { answer } = sent;
    if (!answer.success) return refuse(answer.message || answer.error || 'Failed to purchase membership');
    return answer.paymentIntent?.clientSecret ? { clientSecret: answer.paymentIntent.clientSecret } : refuse('Failed to initiate purchase');
  };
};
