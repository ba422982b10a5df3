import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useDataProvider } from 'react-admin';
import type { Invoice } from '#domain/contract/invoices.ts';
import type { SalesItem } from '#domain/contract/sales-items.ts';
import { formatMoney } from '#domain/rules/money.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { changedTotal } from '#src/dataProvider/sendAttempt.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import type { TillAttempt } from './tillState.ts';
import { useTill } from './useTillState.ts';

/** Ends a sale that was made: the till is empty again, and stock and invoices are read anew. */
export const useFinishSale = () => {
  const { contact, finish } = useTill();
  const cache = useQueryClient();
  return (attempt: TillAttempt, invoice: Invoice) => {
    finish(attempt, {
      invoice,
      customer: contact ? `${contact.firstName} ${contact.lastName}` : '',
      method: attempt.body.stripePayment ? 'card' : 'cash',
      receivedCents: attempt.receivedCents,
    });
    void cache.invalidateQueries({ queryKey: ['sales-items'] });
    void cache.invalidateQueries({ queryKey: ['invoices'] });
  };
};

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

/** Ends an attempt that was refused, and gives what to say. Where the total has changed, prices and the tax rate are read anew. */
export const useRefusedSale = () => {
  const { dropAttempt } = useTill();
  const freshen = useFreshPrices();
  const cache = useQueryClient();
  return async (attempt: TillAttempt, error: unknown, fallback: string): Promise<string> => {
    dropAttempt(attempt);
    const total = changedTotal(error);
    if (total === undefined) return messageFrom(error, fallback);
    await Promise.all([freshen(), cache.invalidateQueries({ queryKey: ['location', 'getList'] })]);
    return `The total has changed. It is ${formatMoney(total)} now. Please check it and complete the sale again.`;
  };
};

/** Reads the cart's items again, so that what is shown is what will be charged. What cannot be read stays as it was. */
export const useFreshPrices = () => {
  const { cart, refresh } = useTill();
  const data = useDataProvider();
  return useCallback(async () => {
    const answers = await Promise.allSettled(cart.map(({ item }) => data.getOne<SalesItem>('sales-items', { id: item.id })));
    refresh(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.data] : [])));
  }, [cart, refresh, data]);
};
