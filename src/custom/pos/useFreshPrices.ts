import { useCallback } from 'react';
import { useDataProvider } from 'react-admin';
import type { SalesItem } from '#domain/contract/sales-items.ts';
import { useTill } from './tillContext.ts';

/** Reads the cart's items again, so that what is shown is what will be charged. What cannot be read stays as it was. */
export const useFreshPrices = () => {
  const { cart, refresh } = useTill();
  const data = useDataProvider();
  return useCallback(async () => {
    const answers = await Promise.allSettled(cart.map(({ item }) => data.getOne<SalesItem>('sales-items', { id: item.id })));
    refresh(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.data] : [])));
  }, [cart, refresh, data]);
};
