import { paymentLinkDays } from '#domain/shared/limits.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { invoiceActions, type InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { LinkDialog } from './LinkDialog.tsx';
import { useInvoiceMutation } from '../useInvoiceMutation.ts';

export const PaymentLinkDialog = ({ invoice, onClose }: { invoice: InvoiceRecord; onClose: () => void }) => {
  const { mutateAsync: make } = useInvoiceMutation(invoice.id, 'payment-link', (body: { email?: string }, key) =>
    invoiceActions.createPaymentLink(invoice.id, body, key),
  );
  return (
    <LinkDialog
      title="Send Payment Link"
      name="Payment link"
      text={`Anyone with the link can see this invoice and pay ${formatMoney(invoice.due, invoice.currency)} by card. It works for ${paymentLinkDays} days, or until a newer link is made.`}
      email={invoice.contact?.email ?? ''}
      draftOf={`payment link of ${invoice.id}`}
      companyId={invoice.company?.id}
      timezone={invoice.location?.timezone ?? 'UTC'}
      make={make}
      onClose={onClose}
    />
  );
};
