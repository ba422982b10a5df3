import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'react-admin';
import type { Invoice } from '#domain/invoices/contract.ts';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { posActions } from '#src/dataProvider/pos.ts';
import { messageFrom, nullIfNotFound } from '#src/dataProvider/http.ts';
import { cancelAttempt, changedTotal, isClientError } from '#src/dataProvider/sendAttempt.ts';
import type { ItemSaleAttempt } from '#src/dataProvider/attempts.ts';
import { findPayment } from '#src/resources/invoices/payments/salePayment.ts';
import type { CartLine } from './cart.ts';
import { useTill } from './useTillState.ts';

export const useFinishSale = () => {
  const { contact, finish } = useTill();
  return (attempt: ItemSaleAttempt, invoice: Invoice) =>
    finish(attempt, {
      invoice,
      customer: contact ? fullName(contact) : '',
      email: contact?.email ?? '',
      ...findPayment(invoice, attempt),
    });
};

/** Cancels a dropped sale: its intent is canceled and its stock released at once, or later by the server. */
export const cancelItemSale = ({ body, key }: ItemSaleAttempt) => cancelAttempt(() => posActions.cancelSale(body, key));

/** The message for a refused sale. The cart's items are fetched again and, if the total has changed, the tax rate. */
export const useRefusedSale = () => {
  const freshen = useFreshPrices();
  const cache = useQueryClient();
  return async (refusal: unknown, fallback: string): Promise<string> => {
    // A lost response says nothing about the cart, and is told at once.
    if (!isClientError(refusal)) return messageFrom(refusal, fallback);
    const total = changedTotal(refusal);
    await Promise.all([freshen(), total !== undefined && cache.refetchQueries({ queryKey: ['location', 'getList'] })]);
    if (total === undefined) return messageFrom(refusal, fallback);
    return `The total has changed. It is ${formatMoney(total)} now. Please check it and complete the sale again.`;
  };
};

export const notRecordedText = (message: string | null) => `The sale was not recorded${message ? `: ${message}` : '.'}`;

/** Fetches the cart's items again, so that the shown total is the one charged. What cannot be fetched stays as it was. */
export const useFreshPrices = () => {
  const { cart, refresh } = useTill();
  const data = useDataProvider();
  return async () => {
    const rows: SalesItem[] = [];
    const gone: string[] = [];
    const fetchItem = async ({ item: { id } }: CartLine) => {
      const item = await data.getOne<SalesItem>('sales-items', { id }).catch(nullIfNotFound);
      if (item) rows.push(item.data);
      else gone.push(id);
    };
    await Promise.allSettled(cart.map(fetchItem));
    refresh(rows, gone);
  };
};
