import { cardMethod } from '#domain/invoices/paymentMethods.ts';
import { Box } from '@mui/material';
import type { Payment } from '#domain/invoices/contract.ts';
import { dateTimeText, longDate } from '#domain/shared/dateText.ts';
import { getLineItems, lineTitle } from '#domain/invoices/invoiceDescription.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { shortInvoiceId } from '#domain/invoices/printedInvoice.ts';
import { PrintAlone } from '#src/ui/PrintAlone.tsx';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { paperStyles, Parties, printStyles, getInvoiceZone } from '../InvoicePaper.tsx';

interface RefundReceiptProps {
  invoice: InvoiceRecord;
  payment: Payment;
  onDone: () => void;
}

export const RefundReceipt = ({ invoice, payment, onDone }: RefundReceiptProps) => (
  <PrintAlone styles={printStyles} onDone={onDone}>
    <Box component="article" className="invoice-paper" aria-label="Refund receipt" sx={paperStyles}>
      <Receipt invoice={invoice} payment={payment} />
    </Box>
  </PrintAlone>
);

const Receipt = ({ invoice, payment }: Omit<RefundReceiptProps, 'onDone'>) => {
  // A refund to several cards has a row for each, but one receipt.
  const refund = invoice.refunds?.find(({ id }) => id === payment.refundId);
  const money = (amount: number) => formatMoney(amount, invoice.currency);
  const amount = refund?.amount ?? -payment.amount;
  const items = getLineItems(invoice);
  return (
    <>
      <header>
        <div>
          <h1>Refund #{shortInvoiceId(refund?.id ?? payment.id)}</h1>
          <p>{dateTimeText(payment.postedAt ?? payment.createdAt, getInvoiceZone(invoice))}</p>
        </div>
        <p className="mark">Refunded {money(amount)}</p>
      </header>
      <Parties invoice={invoice} toLabel="Refunded to" />
      {refund && refund.lines.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Refunded item</th>
              <th scope="col">Quantity</th>
            </tr>
          </thead>
          <tbody>
            {refund.lines.map(({ position, quantity }) => (
              <tr key={position}>
                <td>{lineTitle(items[position]?.name ?? '', items[position]?.member)}</td>
                <td>{quantity}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl>
        <dt>Invoice</dt>
        <dd>
          #{shortInvoiceId(invoice.id)} of {longDate(invoice.createdAt, getInvoiceZone(invoice))}
        </dd>
        <dt>Invoice total</dt>
        <dd>{money(invoice.total)}</dd>
        <dt className="strong">{payment.method === cardMethod ? 'Refunded to the card' : 'Refunded in cash'}</dt>
        <dd className="strong">{money(amount)}</dd>
      </dl>
      {refund && <p className="note">Reason: {refund.reason}</p>}
      {invoice.receipt?.footer && <p className="note">{invoice.receipt.footer}</p>}
      <p className="fine">Refund ID {refund?.id ?? payment.id}</p>
    </>
  );
};
