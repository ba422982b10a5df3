import { useState } from 'react';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { isClientError } from '#src/dataProvider/sendAttempt.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';

/** The key is kept after the page is left too, so that a retry happens only once. */
export const useInvoiceMutation = <Response, Body>(
  invoiceId: string,
  action: string,
  mutationFn: (body: Body, key: string) => Promise<Response>,
  handlers: { onSuccess?: (response: Response, body: Body) => unknown; onError?: (error: Error) => unknown } = {},
) => useIdempotentMutation({ name: `invoice.${invoiceId}.${action}`, mutationFn, ...handlers });

/**
 * The invoice of a dialog. After a lost response it stays as it was when the request was sent, so that the same request can be
 * repeated: a fresh read may show it paid or refunded by then.
 */
export const useInvoiceSnapshot = (invoice: InvoiceRecord) => {
  const [snapshot, setSnapshot] = useState<InvoiceRecord>();
  return {
    shown: snapshot ?? invoice,
    /** Called when a request failed. */
    keep: (error?: unknown) => setSnapshot(isClientError(error) ? undefined : (snapshot ?? invoice)),
    forget: () => setSnapshot(undefined),
  };
};
