import { Box } from '@mui/material';
import { Fragment } from 'react';
import type { Invoice } from '#domain/invoices/contract.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { invoiceTitle } from '#domain/invoices/printedInvoice.ts';
import { discountText, getLineItems, lineTitle } from '#domain/invoices/invoiceDescription.ts';
import { formatCents, formatMoney, toCents } from '#domain/shared/money.ts';
import { paidText } from '#domain/invoices/paidText.ts';
import { drawerMethod, paymentMethodRules } from '#domain/invoices/paymentMethods.ts';
import { displayPhone } from '#domain/shared/phone.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { addressText } from '#src/ui/DescriptionList.tsx';
import { PrintAlone } from '#src/ui/PrintAlone.tsx';
import type { PaidPart, SalePayment } from './salePayment.ts';

const Receipt = ({ sale }: { sale: LastSale }) => {
  const { invoice, customer, receivedCents } = sale;
  const location = useSelectedLocation();
  const { name, company, phone, timezone } = location;
  const { receipt: details } = invoice;
  const sums: readonly (readonly [string, string])[] = [
    ['Subtotal', formatMoney(invoice.subtotal)],
    ...(invoice.tax > 0 ? [['Tax', formatMoney(invoice.tax)] as const] : []),
    ['Total', formatMoney(invoice.total)],
    ...(invoice.cashRounding ? [['Cash Rounding', formatMoney(invoice.cashRounding)] as const] : []),
    ...paidLines(sale),
    ...(receivedCents !== null
      ? [
          ['Tendered', formatCents(receivedCents)] as const,
          ['Change', formatCents(receivedCents - toCashCents(sale))] as const,
        ]
      : []),
    ...(isPartlyDue(invoice) ? [['Due', formatMoney(invoice.due)] as const] : []),
  ];
  return (
    <article aria-label="Receipt">
      <Box sx={{ textAlign: 'center' }}>
        <strong>{company.name}</strong>
        {details?.legalName && details.legalName !== company.name && <div>{details.legalName}</div>}
        <div>{name}</div>
        <div>{addressText(location)}</div>
        {phone && <div>{displayPhone(phone)}</div>}
        {details?.taxId && <div>Tax ID {details.taxId}</div>}
      </Box>
      <p>
        {dateTimeText(invoice.createdAt, timezone)}
        <br />
        {invoiceTitle(invoice)}
        <br />
        {customer}
      </p>
      <Box component="dl" sx={twoColumns}>
        {getLineItems(invoice).map((line, index) => (
          <Fragment key={index}>
            <dt>
              {line.quantity} × {lineTitle(line.name, line.member)}
              {line.discount !== undefined && <div>{discountText(line)}</div>}
            </dt>
            <dd>{formatMoney(line.total)}</dd>
          </Fragment>
        ))}
      </Box>
      <Box component="dl" sx={{ ...twoColumns, borderTop: '1px dashed #000', pt: '4px' }}>
        {sums.map(([label, amount]) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </Fragment>
        ))}
      </Box>
      {details?.footer && <p style={{ whiteSpace: 'pre-line' }}>{details.footer}</p>}
    </article>
  );
};

/** Right as well while the payment's own report is still to come. */
export const toPaidCents = (invoice: Invoice): number =>
  isPartlyDue(invoice) ? toCents(invoice.paid) : toCents(invoice.total) + toCents(invoice.cashRounding ?? 0);

/** The drawer was closed before the card was charged, so the part in cash is owed. */
export const isPartlyDue = ({ paid, due }: Invoice): boolean => paid > 0 && due > 0;

/** The part of the sale that is paid in cash. */
export const toCashCents = ({ invoice, parts }: LastSale): number =>
  parts?.find(({ method }) => method === drawerMethod)?.cents ?? toPaidCents(invoice);

const paidLines = (sale: LastSale): (readonly [string, string])[] =>
  (sale.parts ?? [{ ...sale, cents: toPaidCents(sale.invoice) }]).map((part) => [
    paidText(part),
    formatCents(part.cents),
  ]);

type Way = Pick<PaidPart, 'method' | 'otherMethod'>;
const wayName = ({ method, otherMethod }: Way): string => otherMethod ?? paymentMethodRules[method].label;

/** `Cash + Card` */
export const methodName = (sale: LastSale): string => (sale.parts ?? [sale]).map(wayName).join(' + ');

/** `$10.00 cash + $16.46 card` */
export const partsText = (parts: readonly PaidPart[]): string =>
  parts.map((part) => `${formatCents(part.cents)} ${part.otherMethod ?? wayName(part).toLowerCase()}`).join(' + ');

const twoColumns = {
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  columnGap: '8px',
  m: 0,
  mb: '6px',
  '& dd': { m: 0, textAlign: 'right', whiteSpace: 'nowrap' },
} as const;

/** Prints the receipt on an 80 mm roll. */
export const ReceiptPrint = ({ sale, onDone }: { sale: LastSale; onDone: () => void }) => (
  <PrintAlone styles={printStyles} onDone={onDone}>
    <div className="receipt">
      <Receipt sale={sale} />
    </div>
  </PrintAlone>
);

const printStyles = {
  '@page': { size: '80mm auto', margin: '4mm' },
  '@media screen': { '.receipt': { display: 'none' } },
  '@media print': {
    'html, body': { background: '#fff !important' },
    'body > *:not(.receipt)': { display: 'none !important' },
    '.receipt': { width: '72mm', color: '#000', font: '12px/1.4 system-ui, sans-serif', overflowWrap: 'anywhere' },
  },
};

export interface LastSale extends SalePayment {
  readonly invoice: Invoice;
  readonly customer: string;
  readonly email?: string;
}
