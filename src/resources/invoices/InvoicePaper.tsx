import { Box, GlobalStyles } from '@mui/material';
import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { longDate, shortDate } from '#domain/shared/dateText.ts';
import { discountText, getLineItems, lineItemTypeLabel, lineTitle } from '#domain/invoices/invoiceDescription.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { displayPhone } from '#domain/shared/phone.ts';
import { shortInvoiceId, printedStatus } from '#domain/invoices/printedInvoice.ts';
import { fullName } from '#domain/shared/fullName.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { paymentLabel, paymentText } from './PaymentHistory.tsx';

/** The invoice as a printed sheet, black on white in either theme, separate from the rest of the page. */
export const InvoicePaper = ({ invoice }: { invoice: InvoiceRecord }) =>
  createPortal(
    <>
      <GlobalStyles styles={printStyles} />
      <Box component="article" className="invoice-paper" aria-label="Printed invoice" sx={paperStyles}>
        <Watermark invoice={invoice} />
        <Head invoice={invoice} />
        <Parties invoice={invoice} />
        <Lines invoice={invoice} />
        <Sums invoice={invoice} />
        <Payments invoice={invoice} />
        {invoice.description && <p className="note">{invoice.description}</p>}
        {invoice.receipt?.footer && <p className="note">{invoice.receipt.footer}</p>}
        <p className="fine">Invoice ID {invoice.id}</p>
      </Box>
    </>,
    document.body,
  );

interface Part {
  invoice: InvoiceRecord;
}

const Watermark = ({ invoice }: Part) => {
  const { watermark } = printedStatus(invoice);
  return watermark && <p className="across">{watermark}</p>;
};

const Head = ({ invoice }: Part) => {
  const { isSettled, text } = printedStatus(invoice);
  return (
    <header>
      <div>
        <h1>Invoice #{shortInvoiceId(invoice.id)}</h1>
        {invoice.number && <p>{invoice.number}</p>}
        <p>{longDate(invoice.createdAt, getInvoiceZone(invoice))}</p>
      </div>
      <p className={isSettled ? 'mark settled' : 'mark'}>{text}</p>
    </header>
  );
};

export const Parties = ({
  invoice: { company, location, contact, receipt },
  toLabel = 'Bill to',
}: Part & { toLabel?: string }) => (
  <section className="parties">
    <div>
      <h2>From</h2>
      {company && <p className="name">{company.name}</p>}
      {receipt?.legalName && receipt.legalName !== company?.name && <p>{receipt.legalName}</p>}
      {location && <p>{location.name}</p>}
      {location && <p>{[location.city, location.state].filter(Boolean).join(', ')}</p>}
      {receipt?.taxId && <p>Tax ID {receipt.taxId}</p>}
    </div>
    <div>
      <h2>{toLabel}</h2>
      <p className="name">{contact ? fullName(contact) : 'Unknown'}</p>
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
      {getLineItems(invoice).map((line, index) => (
        <tr key={index}>
          <td>
            {lineTitle(line.name, line.member)}
            {line.description && <small>{line.description}</small>}
            {line.discount !== undefined && <small>{discountText(line, invoice.currency)}</small>}
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

const Sums = ({
  invoice: { subtotal, tax, total, paid, due, refunded = 0, writtenOff = 0, cashRounding = 0, currency },
}: Part) => (
  <dl>
    <dt>Subtotal</dt>
    <dd>{formatMoney(subtotal, currency)}</dd>
    <dt>Tax</dt>
    <dd>{formatMoney(tax, currency)}</dd>
    <dt className="strong">Total ({currency.toUpperCase()})</dt>
    <dd className="strong">{formatMoney(total, currency)}</dd>
    {cashRounding !== 0 && <dt>Cash Rounding</dt>}
    {cashRounding !== 0 && <dd>{formatMoney(cashRounding, currency)}</dd>}
    <dt>Amount Paid</dt>
    <dd>{formatMoney(paid, currency)}</dd>
    {refunded > 0 && <dt>Refunded</dt>}
    {refunded > 0 && <dd>{formatMoney(-refunded, currency)}</dd>}
    {writtenOff > 0 && <dt>Written Off</dt>}
    {writtenOff > 0 && <dd>{formatMoney(writtenOff, currency)}</dd>}
    <dt className="strong">Amount Due</dt>
    <dd className="strong">{formatMoney(due, currency)}</dd>
  </dl>
);

const Payments = ({ invoice }: Part) =>
  invoice.payments.length > 0 && (
    <section className="payments">
      <h2>Payments</h2>
      {invoice.payments.map((payment) => (
        <p key={payment.id}>
          {shortDate(payment.postedAt ?? payment.createdAt, getInvoiceZone(invoice))} · {paymentText(payment)} ·{' '}
          {paymentLabel(payment)} · {formatMoney(payment.amount, invoice.currency)}
        </p>
      ))}
    </section>
  );

export const getInvoiceZone = ({ location }: InvoiceRecord) => location?.timezone ?? 'UTC';

/** Only the invoice is printed, without the console around it. */
export const printStyles = {
  '@page': { margin: '16mm' },
  '@media screen': { '.invoice-paper': { display: 'none' } },
  '@media print': {
    ':root': { colorScheme: 'light' },
    'html, body': { background: '#fff !important' },
    'body > :not(.invoice-paper)': { display: 'none !important' },
  },
} as const;

const ink = '#111';
const pale = '#555';
const hairline = '1px solid #999';

export const paperStyles = {
  position: 'relative',
  color: ink,
  background: '#fff',
  font: '11pt/1.45 var(--font)',
  overflowWrap: 'anywhere',
  '& p, & h1, & h2, & dl, & dd': { m: 0 },
  '& h1': { fontSize: '20pt', fontWeight: 700 },
  '& h2': { fontSize: '9pt', fontWeight: 600, color: pale, mb: '4px' },
  '& header': { display: 'flex', justifyContent: 'space-between', alignItems: 'flex-start', gap: '24px', mb: '28px' },
  '& .mark': {
    flexShrink: 0,
    border: `3px double ${ink}`,
    p: '6px 14px',
    fontSize: '13pt',
    fontWeight: 700,
    textTransform: 'uppercase',
  },
  '& .mark.settled': { border: `2px solid ${ink}` },
  '& .across': {
    position: 'absolute',
    inset: '90px 0 auto',
    textAlign: 'center',
    transform: 'rotate(-18deg)',
    transformOrigin: 'center',
    fontSize: '84pt',
    fontWeight: 800,
    letterSpacing: '0.06em',
    color: '#d9d9d9',
    printColorAdjust: 'exact',
    zIndex: 0,
  },
  '& > :not(.across)': { position: 'relative', zIndex: 1 },
  '& .parties': { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '24px', mb: '28px' },
  '& .name': { fontWeight: 600 },
  '& table': { width: '100%', borderCollapse: 'collapse', mb: '16px' },
  '& th': { textAlign: 'left', fontSize: '9pt', color: pale, borderBottom: `1.5px solid ${ink}`, p: '4px 6px' },
  '& td': { borderBottom: hairline, p: '6px', verticalAlign: 'top' },
  '& small': { display: 'block', color: pale },
  '& tr': { breakInside: 'avoid' },
  '& th:nth-of-type(n+2), & td:nth-of-type(n+2)': { whiteSpace: 'nowrap' },
  '& th:nth-of-type(n+3), & td:nth-of-type(n+3)': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
  '& dl': {
    display: 'grid',
    gridTemplateColumns: 'auto auto',
    gap: '4px 32px',
    justifyContent: 'end',
    breakInside: 'avoid',
  },
  '& dd': { textAlign: 'right', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& .strong': { fontWeight: 700 },
  '& .payments': { mt: '24px', breakInside: 'avoid' },
  '& .note': { mt: '24px', whiteSpace: 'pre-line' },
  '& .fine': { mt: '24px', fontSize: '8pt', color: pale },
} as const;

const printMedia = 'print';

/** True for the button, the browser's menu, and an emulated print medium. */
export const useIsPrinting = () => {
  const [isPrinting, setPrinting] = useState(() => window.matchMedia(printMedia).matches);
  useEffect(() => {
    // The browser captures the page right after these events, so it must be rendered before they return.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    const media = window.matchMedia(printMedia);
    const follow = () => setPrinting(media.matches);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    media.addEventListener('change', follow);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
      media.removeEventListener('change', follow);
    };
  }, []);
  return isPrinting;
};
