import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Action } from '#domain/shared/access.ts';
import { useLocationScope, useMayAt } from '#src/location-scope/useLocationScope.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { isClientError } from '#src/dataProvider/sendAttempt.ts';
import { useStoredKeyedCall } from '#src/dataProvider/useKeyedCall.ts';

/** Whether this person may do something about an invoice. An invoice of an archived location belongs to the company as a whole. */
export const useMayForInvoice = ({ locationId, company }: InvoiceRecord, action: Action): boolean => {
  const { locations } = useLocationScope();
  const isOpen = locations.some(({ id }) => id === locationId);
  return useMayAt({ locationId: isOpen ? locationId : null, companyId: company?.id }, action);
};

/**
 * Sends what staff do about an invoice. Its key is kept until the response is known, even after the page is left, so that a retry
 * happens only once. The invoice is refetched in any case.
 */
export const useInvoiceCall = (invoiceId: string) => {
  const keyed = useStoredKeyedCall();
  const cache = useQueryClient();
  const refresh = () =>
    Promise.all(['invoices', 'contacts'].map((resource) => cache.invalidateQueries({ queryKey: [resource] })));
  const call = async <Response>(
    action: string,
    body: unknown,
    send: (key: string) => Promise<Response>,
  ): Promise<Response> => {
    try {
      return await keyed(`invoice.${invoiceId}.${action}`, body, send);
    } finally {
      void refresh();
    }
  };
  return { call, refresh };
};

/**
 * The invoice of a dialog. After a lost response it stays as it was when the request was sent, so that the same request can be
 * repeated: a fresh read may show it paid or refunded by then.
 */
export const useInvoiceSnapshot = (invoice: InvoiceRecord) => {
  const [snapshot, setSnapshot] = useState<InvoiceRecord>();
  return {
    shown: snapshot ?? invoice,
    /** To be called when a request failed. */
    keep: (error?: unknown) => setSnapshot(isClientError(error) ? undefined : (snapshot ?? invoice)),
    /** To be called when a different request follows. */
    forget: () => setSnapshot(undefined),
  };
};
