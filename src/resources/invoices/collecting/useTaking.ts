import { useState } from 'react';
import { useNotify } from 'react-admin';
import type { InvoicePaymentBody } from '#domain/invoices/paymentsContract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { useAsyncLock } from '../payments/useAsyncLock.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { useInvoiceCall } from './useInvoiceCall.ts';

interface Outcome {
  onClose: () => void;
  onFailed: (error: unknown) => void;
}

/** Takes a payment on an invoice and shows the result. */
export const useTaking = (invoice: InvoiceRecord, { onClose, onFailed }: Outcome) => {
  const data = useAppDataProvider();
  const notify = useNotify();
  const { call } = useInvoiceCall(invoice.id);
  const { withLock, isBusy } = useAsyncLock();
  const [error, setError] = useState<string>();
  const taken = (message: string, type: 'success' | 'info' = 'success') => {
    notify(message, { type });
    onClose();
  };
  const take = (body: InvoicePaymentBody) =>
    withLock(async () => {
      setError(undefined);
      try {
        const { payment } = await call('payment', body, (key) => data.takeInvoicePayment(invoice.id, body, key));
        if (payment.status === 'pending') return taken('The bank is processing the payment', 'info');
        const change = payment.change ? `. Change ${formatMoney(payment.change, invoice.currency)}` : '';
        taken(`${formatMoney(payment.amount, invoice.currency)} taken${change}`);
      } catch (failure) {
        onFailed(failure);
        setError(messageFrom(failure, 'Failed to take the payment'));
      }
    });
  return { take, taken, isBusy, error, clear: () => setError(undefined) };
};
