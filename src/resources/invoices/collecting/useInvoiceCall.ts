import { useQueryClient } from '@tanstack/react-query';
import { useStoreContext } from 'react-admin';
import { isSameBody } from '#src/custom/payments/keptAttempt.ts';
import { createIdempotencyKey } from '#src/dataProvider/http.ts';
import { isClientError } from '#src/dataProvider/sendAttempt.ts';

interface Kept {
  readonly key: string;
  readonly body: unknown;
}

/**
 * Sends what staff do about an invoice. Its key is kept until the answer is known, also when the page is left: the same thing
 * asked again happens once. What is shown of the invoice is read again in any case.
 */
export const useInvoiceCall = (invoiceId: string) => {
  const store = useStoreContext();
  const cache = useQueryClient();
  const refresh = () => Promise.all(['invoices', 'contacts'].map((resource) => cache.invalidateQueries({ queryKey: [resource] })));
  const call = async <Answer>(action: string, body: unknown, send: (key: string) => Promise<Answer>): Promise<Answer> => {
    const place = `invoice.${invoiceId}.${action}`;
    const kept = store.getItem<Kept>(place);
    const key = kept && isSameBody(kept.body, body) ? kept.key : createIdempotencyKey();
    store.setItem(place, { key, body });
    try {
      const answer = await send(key);
      store.removeItem(place);
      return answer;
    } catch (error) {
      if (isClientError(error)) store.removeItem(place);
      throw error;
    } finally {
      void refresh();
    }
  };
  return { call, refresh };
};
