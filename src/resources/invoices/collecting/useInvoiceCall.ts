import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Action } from '#domain/rules/access.ts';
import { useLocationScope, useMayAt } from '#src/custom/location-scope/useLocationScope.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { isClientError } from '#src/dataProvider/sendAttempt.ts';
import { useStoredKeyedCall } from '#src/dataProvider/useKeyedCall.ts';

/** Whether this person may do something about an invoice. One of a location that is archived belongs to the company as a whole. */
export const useMayForInvoice = ({ locationId, company }: InvoiceRecord, action: Action): boolean => {
  const { locations } = useLocationScope();
  const isOpen = locations.some(({ id }) => id === locationId);
  return useMayAt({ locationId: isOpen ? locationId : null, companyId: company?.id }, action);
};

/**
 * Sends what staff do about an invoice. Its key is kept until the answer is known, also when the page is left: the same thing
 * asked again happens once. What is shown of the invoice is read again in any case.
 */
export const useInvoiceCall = (invoiceId: string) => {
  const keyed = useStoredKeyedCall();
  const cache = useQueryClient();
  const refresh = () => Promise.all(['invoices', 'contacts'].map((resource) => cache.invalidateQueries({ queryKey: [resource] })));
  const call = async <Answer>(action: string, body: unknown, send: (key: string) => Promise<Answer>): Promise<Answer> => {
    try {
      return await keyed(`invoice.${invoiceId}.${action}`, body, send);
    } finally {
      void refresh();
    }
  };
  return { call, refresh };
};

/**
 * The invoice that a dialog is about. When an answer is lost it stays as it was when that was asked, so that the same can be asked
 * again: read again, it may be paid or refunded by then.
 */
export const useInvoiceAsAsked = (invoice: InvoiceRecord) => {
  const [asked, setAsked] = useState<InvoiceRecord>();
  return {
    shown: asked ?? invoice,
    /** After a call that failed. */
    keep: (error?: unknown) => setAsked(isClientError(error) ? undefined : (asked ?? invoice)),
    /** Something else is going to be asked. */
    forget: () => setAsked(undefined),
  };
};
