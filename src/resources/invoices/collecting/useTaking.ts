import { useNotify } from 'react-admin';
import type { InvoicePaymentBody } from '#domain/invoices/paymentsContract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { invoiceActions, type InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { useInvoiceMutation } from '../useInvoiceMutation.ts';

interface Outcome {
  onClose: () => void;
  onFailed: (error: unknown) => void;
}

export const useTaking = (invoice: InvoiceRecord, { onClose, onFailed }: Outcome) => {
  const notify = useNotify();
  const taken = (message: string, type: 'success' | 'info' = 'success') => {
    notify(message, { type });
    onClose();
  };
  const {
    mutate: take,
    isPending: isBusy,
    error,
    reset: clear,
  } = useInvoiceMutation(
    invoice.id,
    'payment',
    (body: InvoicePaymentBody, key) => invoiceActions.takeInvoicePayment(invoice.id, body, key),
    {
      onSuccess: ({ payment }) => {
        if (payment.status === 'pending') return taken('The bank is processing the payment', 'info');
        const change = payment.change ? `. Change ${formatMoney(payment.change, invoice.currency)}` : '';
        return taken(`${formatMoney(payment.amount, invoice.currency)} taken${change}`);
      },
      onError: onFailed,
    },
  );
  return { take, taken, isBusy, error: error ? messageFrom(error, 'Failed to take the payment') : undefined, clear };
};
