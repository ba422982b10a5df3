import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { longDate } from '#domain/rules/dateText.ts';
import { invoiceStatusLabel, invoiceSeverity } from '#domain/rules/invoiceStatus.ts';
import { displayPhone } from '#domain/rules/phone.ts';
import { DateField } from '#src/custom/ui/fields.tsx';
import { DescriptionList } from '#src/custom/ui/DescriptionList.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import { StatusBadge } from '#src/custom/ui/StatusBadge.tsx';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { FinancialSummary } from './FinancialSummary.tsx';
import { LineItems } from './LineItems.tsx';
import { PaymentHistory } from './PaymentHistory.tsx';

/** The sections of an invoice, in their order; payments and description only where there are any. */
export const InvoiceSections = ({ invoice }: { invoice: InvoiceRecord }) => (
  <Box sx={sheets}>
    <Section title="Invoice Summary">
      <DescriptionList
        columns={1}
        items={[
          { label: 'Status', value: <StatusBadge severity={invoiceSeverity(invoice.status)} label={invoiceStatusLabel(invoice.status)} /> },
          { label: 'Created', value: <DateField value={invoice.createdAt} format={longDate} /> },
        ]}
      />
    </Section>
    <Section title="Customer Information">
      <DescriptionList columns={3} items={customer(invoice)} />
    </Section>
    <LineItems invoice={invoice} />
    <FinancialSummary invoice={invoice} />
    {invoice.payments.length > 0 && <PaymentHistory invoice={invoice} />}
    {invoice.description && (
      <Section title="Description">
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{invoice.description}</Typography>
      </Section>
    )}
  </Box>
);

/** What the money is for on the wide side, what it comes to on the narrow one; in one column the order is the same. */
const sheets = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' },
  // Summary, customer, lines, sums, payments, description.
  '& > :nth-of-type(2), & > :nth-of-type(3), & > :nth-of-type(5)': { gridColumn: { lg: 'span 2' } },
  '& > :nth-of-type(5):last-of-type': { gridColumn: { lg: '1 / -1' } },
} as const;

const customer = ({ contact, location, company }: InvoiceRecord) => [
  { label: 'Name', value: contact ? `${contact.firstName} ${contact.lastName}` : 'Unknown' },
  { label: 'Email', value: contact?.email },
  ...(contact?.phone ? [{ label: 'Phone', value: displayPhone(contact.phone) }] : []),
  ...(location ? [{ label: 'Location', value: location.name }] : []),
  ...(company ? [{ label: 'Company', value: company.name }] : []),
];
