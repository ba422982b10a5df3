import { useQueryClient } from '@tanstack/react-query';
import type { Invoice } from '#domain/contract/invoices.ts';
import type { TillAttempt } from './tillState.ts';
import { useTill } from './tillContext.ts';

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
