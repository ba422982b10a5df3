import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { createPortal } from 'react-dom';
import { lineItemsOf, lineItemTypeLabel } from '#domain/rules/invoiceDescription.ts';
import { invoiceNumber, printedStatus } from '#domain/rules/printedInvoice.ts';
import { longDate, shortDate } from '#domain/rules/dateText.ts';
import { formatMoney } from '#domain/rules/money.ts';
import { paymentStatusLabel } from '#domain/rules/paymentStatus.ts';
import { displayPhone } from '#domain/rules/phone.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { paperStyles, printStyles } from './paperStyles.ts';
import { paymentMethodLabel } from './paymentMethodLabel.ts';

/** The invoice as a sheet of paper, black on white in either theme, beside everything else of the page. */
export const InvoicePaper = ({ invoice }: { invoice: InvoiceRecord }) =>
  createPortal(
    <>
      <GlobalStyles styles={printStyles} />
      <Box component="article" className="invoice-paper" aria-label="Printed invoice" sx={paperStyles}>
        <Across invoice={invoice} />
        <Head invoice={invoice} />
        <Parties invoice={invoice} />
        <Lines invoice={invoice} />
        <Sums invoice={invoice} />
        <Payments invoice={invoice} />
        {invoice.description && <p className="note">{invoice.description}</p>}
        <p className="fine">Invoice ID {invoice.id}</p>
      </Box>
    </>,
    document.body,
  );

interface Part {
  invoice: InvoiceRecord;
}

const Across = ({ invoice }: Part) => {
  const { watermark } = printedStatus(invoice);
  return watermark && <p className="across">{watermark}</p>;
};

const Head = ({ invoice }: Part) => {
  const { isSettled, text } = printedStatus(invoice);
  return (
    <header>
      <div>
        <h1>Invoice #{invoiceNumber(invoice.id)}</h1>
        <p>{longDate(invoice.createdAt, zoneOf(invoice))}</p>
      </div>
      <p className={isSettled ? 'mark settled' : 'mark'}>{text}</p>
    </header>
  );
};

const Parties = ({ invoice: { company, location, contact } }: Part) => (
  <section className="parties">
    <div>
      <h2>From</h2>
      {company && <p className="name">{company.name}</p>}
      {location && <p>{location.name}</p>}
      {location && <p>{[location.city, location.state].filter(Boolean).join(', ')}</p>}
    </div>
    <div>
      <h2>Bill to</h2>
      <p className="name">{contact ? `${contact.firstName} ${contact.lastName}` : 'Unknown'}</p>
      <p>{contact?.email}</p>
      <p>{displayPhone(contact?.phone)}</p>
    </div>
  </section>
);

const Lines = ({ invoice }: Part) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Item</th>
        <th scope="col">Type</th>
        <th scope="col">Quantity</th>
        <th scope="col">Price</th>
        <th scope="col">Total</th>
      </tr>
    </thead>
    <tbody>
      {lineItemsOf(invoice).map((line, index) => (
        <tr key={index}>
          <td>
            {line.name}
            {line.description && <small>{line.description}</small>}
          </td>
          <td>{lineItemTypeLabel(line.type)}</td>
          <td>{line.quantity}</td>
          <td>{formatMoney(line.price, invoice.currency)}</td>
          <td>{formatMoney(line.total, invoice.currency)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const Sums = ({ invoice: { subtotal, tax, total, paid, due, currency } }: Part) => (
  <dl>
    <dt>Subtotal</dt>
    <dd>{formatMoney(subtotal, currency)}</dd>
    <dt>Tax</dt>
    <dd>{formatMoney(tax, currency)}</dd>
    <dt className="strong">Total ({currency.toUpperCase()})</dt>
    <dd className="strong">{formatMoney(total, currency)}</dd>
    <dt>Amount Paid</dt>
    <dd>{formatMoney(paid, currency)}</dd>
    <dt className="strong">Amount Due</dt>
    <dd className="strong">{formatMoney(due, currency)}</dd>
  </dl>
);

const Payments = ({ invoice }: Part) =>
  invoice.payments.length > 0 && (
    <section className="payments">
      <h2>Payments</h2>
      {invoice.payments.map(({ id, createdAt, method, status, amount }) => (
        <p key={id}>
          {shortDate(createdAt, zoneOf(invoice))} · {paymentMethodLabel(method)} · {paymentStatusLabel(status)} ·{' '}
          {formatMoney(amount, invoice.currency)}
        </p>
      ))}
    </section>
  );

const zoneOf = ({ location }: InvoiceRecord) => location?.timezone ?? 'UTC';
