import { Box, Link, Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { isOutstanding } from '#domain/invoices/collecting.ts';
import type { Payment, SentLink as SentPaymentLink } from '#domain/invoices/contract.ts';
import { dateTimeText, dayText, longDate } from '#domain/shared/dateText.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { getLineItems } from '#domain/invoices/invoiceDescription.ts';
import { invoiceStatusLabel } from '#domain/invoices/invoiceStatus.ts';
import { sentLinkText } from '#domain/invoices/paymentLink.ts';
import { displayPhone } from '#domain/shared/phone.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { LineItemsTable } from '#src/ui/lists/LineItemsTable.tsx';
import { useToday } from '#src/location-scope/useLocationScope.ts';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { DateField, MoneyField } from '#src/ui/fields.tsx';
import { Section } from '#src/ui/Section.tsx';
import { dueSeverity } from '#src/ui/statuses.ts';
import { useNow } from '#src/ui/time.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { ContactLink } from '#src/resources/contacts/panel/ContactLink.tsx';
import { PaymentHistory } from './PaymentHistory.tsx';

export const InvoiceSections = ({
  invoice,
  onPrintReceipt,
}: {
  invoice: InvoiceRecord;
  onPrintReceipt: (refund: Payment) => void;
}) => (
  <Paper variant="outlined" sx={sheet}>
    <Box sx={besideEachOther}>
      <Section title="Invoice Summary">
        <DescriptionList items={summary(invoice)} />
      </Section>
      <Section title="Customer Information">
        <DescriptionList columns={3} items={customer(invoice)} />
      </Section>
    </Box>
    <LineItems invoice={invoice} />
    <FinancialSummary invoice={invoice} />
    {invoice.payments.length > 0 && <PaymentHistory invoice={invoice} onPrintReceipt={onPrintReceipt} />}
    {invoice.description && (
      <Section title="Description" isBeside>
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{invoice.description}</Typography>
      </Section>
    )}
  </Paper>
);

const summary = (invoice: InvoiceRecord) => [
  { label: 'Status', value: <Status invoice={invoice} /> },
  { label: 'Created', value: <DateField value={invoice.createdAt} format={longDate} /> },
  ...(isOutstanding(invoice.status) && invoice.sentLink
    ? [{ label: 'Payment Link', value: <SentLink link={invoice.sentLink} invoice={invoice} /> }]
    : []),
  ...(invoice.askedReceipt
    ? [{ label: 'Receipt by Email', value: <AskedReceipt receipt={invoice.askedReceipt} /> }]
    : []),
  ...(invoice.disputedAt ? [{ label: 'Dispute', value: <Disputed since={invoice.disputedAt} /> }] : []),
  ...(invoice.closedReason
    ? [{ label: invoice.writtenOff ? 'Reason for Write-Off' : 'Reason for Void', value: invoice.closedReason }]
    : []),
];

/** Its color is in the head. */
const Status = ({ invoice: { status, nextTryOn } }: { invoice: InvoiceRecord }) => (
  <>
    {invoiceStatusLabel(status)}
    {nextTryOn && (
      <>
        {' · '}
        <NextTry on={nextTryOn} />
      </>
    )}
  </>
);

/** Of the card that was declined. */
const NextTry = ({ on }: { on: CalendarDate }) => {
  const today = useToday();
  return <span>{`Next try ${dayText(on, today)}`}</span>;
};

const SentLink = ({ link, invoice: { location } }: { link: SentPaymentLink; invoice: InvoiceRecord }) =>
  sentLinkText(link, location?.timezone ?? 'UTC', useNow());

/** The delivery status of a receipt that somebody sent. */
const AskedReceipt = ({
  receipt: { email, state, at, reason },
}: {
  receipt: NonNullable<InvoiceRecord['askedReceipt']>;
}) => {
  if (state === 'waiting') return `On its way to ${email}`;
  if (state === 'failed')
    return (
      <Box
        component="span"
        sx={{ color: 'error.main' }}
      >{`Not delivered to ${email}: ${reason ?? 'the email was refused'}`}</Box>
    );
  return (
    <>
      Sent to {email}, <DateField value={at} format={dateTimeText} />
    </>
  );
};

/** The cardholder disputes the charge with their bank. */
const Disputed = ({ since }: { since: string }) => (
  <Box component="span" sx={{ color: 'warning.main', fontWeight: 600 }}>
    Disputed since <DateField value={since} format={longDate} />
  </Box>
);

/** The sections of one sheet, with a line between them. */
const sheet = {
  overflow: 'hidden',
  '& section': { border: 0, borderRadius: 0 },
  '& > * + *': { borderTop: '1px solid var(--mui-palette-divider) !important' },
} as const;
const besideEachOther = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(220px, 1fr) minmax(0, 3fr)' },
  '& > * + *': { borderTop: { xs: '1px solid var(--mui-palette-divider) !important', lg: '0 !important' } },
} as const;

const customer = ({ contactId, contact, isContactDeleted, location, company }: InvoiceRecord) => [
  {
    label: 'Name',
    value: contact ? (
      <Customer id={isContactDeleted || contact.email === '' ? null : contactId} name={fullName(contact)} />
    ) : (
      'Unknown'
    ),
  },
  { label: 'Email', value: contact?.email },
  ...(contact?.phone ? [{ label: 'Phone', value: displayPhone(contact.phone) }] : []),
  ...(location ? [{ label: 'Location', value: location.name }] : []),
  ...(company ? [{ label: 'Company', value: company.name }] : []),
];

/** Whoever may read an invoice may open its contact. A deleted contact has no page, nor has a walk-in customer, who has no email. */
const Customer = ({ id, name }: { id: string | null; name: string }) =>
  id ? (
    <Link component={ContactLink} id={id}>
      {name}
    </Link>
  ) : (
    name
  );

const LineItems = ({ invoice }: { invoice: InvoiceRecord }) => {
  const lines = getLineItems(invoice);
  return (
    <Section title="Line Items" isFlush>
      {lines.length > 0 ? (
        <LineItemsTable lines={lines} currency={invoice.currency} />
      ) : (
        <Typography color="textSecondary" sx={{ px: 2, pb: 2.5 }}>
          This invoice has no line items.
        </Typography>
      )}
    </Section>
  );
};

const FinancialSummary = ({ invoice }: { invoice: InvoiceRecord }) => {
  const money = (amount: number) => <MoneyField amount={amount} currency={invoice.currency} />;
  return (
    <Section title="Financial Summary" isBeside>
      <Box component="dl" sx={{ m: 0, ml: 'auto', maxWidth: 360, display: 'grid', gap: 1 }}>
        <Amount label="Subtotal" value={money(invoice.subtotal)} />
        <Amount label="Tax" value={money(invoice.tax)} />
        <Amount label="Total" value={money(invoice.total)} isStrong />
        {invoice.cashRounding !== undefined && <Amount label="Cash Rounding" value={money(invoice.cashRounding)} />}
        <Amount label="Amount Paid" value={money(invoice.paid)} />
        {invoice.refunded !== undefined && invoice.refunded > 0 && (
          <Amount label="Refunded" value={money(-invoice.refunded)} />
        )}
        {invoice.writtenOff !== undefined && invoice.writtenOff > 0 && (
          <Amount label="Written Off" value={money(invoice.writtenOff)} />
        )}
        <Amount
          label="Amount Due"
          value={<MoneyField amount={invoice.due} currency={invoice.currency} {...dueSeverity(invoice)} />}
          isStrong
        />
      </Box>
    </Section>
  );
};

const Amount = ({ label, value, isStrong }: { label: string; value: ReactNode; isStrong?: boolean }) => (
  <Box
    sx={{
      display: 'flex',
      justifyContent: 'space-between',
      gap: 2,
      ...(isStrong && { fontWeight: 600, borderTop: 1, borderColor: 'divider', pt: 1 }),
    }}
  >
    <Box component="dt" sx={isStrong ? undefined : { color: 'text.secondary' }}>
      {label}
    </Box>
    <Box component="dd" sx={{ m: 0 }}>
      {value}
    </Box>
  </Box>
);
