import type { Invoice } from '#domain/contract/invoices.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import type { TillAttempt } from './tillState.ts';

/**
 * Takes a sale back that is dropped here: its intent cancelled, its stock free at once. Gives what became of it;
 * 'unknown' when nobody could be asked, or the bank is at work on the payment: then the server sees to it.
 */
export const useCancelSale = () => {
  const data = useAppDataProvider();
  return async ({ body, key }: TillAttempt): Promise<{ paid: Invoice } | 'cancelled' | 'unknown'> => {
    try {
      const invoice = await data.cancelSale(body, key);
      if (invoice?.status === 'paid') return { paid: invoice };
      return invoice === null || invoice.status === 'void' ? 'cancelled' : 'unknown';
    } catch {
      return 'unknown';
    }
  };
};
