import { useQueryClient } from '@tanstack/react-query';
import { formatMoney } from '#domain/rules/money.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { changedTotal } from '#src/dataProvider/sendAttempt.ts';
import { useTill } from './tillContext.ts';
import type { TillAttempt } from './tillState.ts';
import { useFreshPrices } from './useFreshPrices.ts';

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
