import ArrowBack from '@mui/icons-material/ArrowBack';
import { Box, Button } from '@mui/material';
import { Link } from 'react-router-dom';
import { getLineItems } from '#domain/invoices/invoiceDescription.ts';
import { invoiceStatusLabel } from '#domain/invoices/invoiceStatus.ts';
import { defaultCurrency } from '#domain/shared/limits.ts';
import { LineItemsTable } from '#src/ui/lists/LineItemsTable.tsx';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { DateField, MoneyField } from '#src/ui/fields.tsx';
import { ShowPage } from '#src/ui/RecordPage.tsx';
import { Section } from '#src/ui/Section.tsx';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { purchaseHistorySeverity } from '#src/ui/statuses.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { atTab } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import { PaidBy } from '../PaidBy.tsx';
import { useContact } from '../useContact.ts';

/** One invoice of this contact, or of their payer for their membership, read-only. Any other is not found here. */
export const PurchaseDetail = ({ invoiceId }: { invoiceId: string }) => {
  const { id: contactId } = useContact();
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Button
        component={Link}
        to={paths.contacts.show(contactId)}
        {...atTab('purchases')}
        color="inherit"
        startIcon={<ArrowBack />}
        sx={{ justifySelf: 'start' }}
      >
        Back to Purchase History
      </Button>
      <ShowPage<InvoiceRecord>
        resource="invoices"
        id={invoiceId}
        fallback="Failed to fetch invoice"
        notFound={<InvoiceNotFound />}
      >
        {(invoice) => (isFor(contactId, invoice) ? <Purchase invoice={invoice} /> : <InvoiceNotFound />)}
      </ShowPage>
    </Box>
  );
};

const isFor = (contactId: string, { contactId: payerId, memberships = [] }: InvoiceRecord) =>
  payerId === contactId || memberships.some(({ member }) => member.id === contactId);

const InvoiceNotFound = () => (
  <EmptyState heading="h2" title="Invoice Not Found" text="The invoice you are looking for could not be found." />
);

const Purchase = ({ invoice }: { invoice: InvoiceRecord }) => {
  const { id: contactId } = useContact();
  const money = (amount: number) => <MoneyField amount={amount} currency={invoice.currency || defaultCurrency} />;
  return (
    <>
      <Section
        title="Invoice Details"
        actions={
          <Button component={Link} to={paths.invoices.show(invoice.id)} variant="outlined" size="small">
            Open invoice
          </Button>
        }
      >
        <DescriptionList
          columns={3}
          items={[
            { label: 'Invoice ID', value: invoice.id },
            { label: 'Status', value: <PurchaseBadge status={invoice.status} disputedAt={invoice.disputedAt} /> },
            { label: 'Description', value: invoice.description || 'No description' },
            ...(invoice.contact && invoice.contactId !== contactId
              ? [{ label: 'Paid by', value: <PaidBy payer={invoice.contact} /> }]
              : []),
            { label: 'Created Date', value: <DateField value={invoice.createdAt} /> },
            { label: 'Subtotal', value: money(invoice.subtotal) },
            { label: 'Tax', value: money(invoice.tax) },
            { label: 'Total', value: money(invoice.total) },
            { label: 'Amount Paid', value: money(invoice.paid) },
            { label: 'Amount Due', value: money(invoice.due) },
            { label: 'Currency', value: (invoice.currency || defaultCurrency).toUpperCase() },
          ]}
        />
      </Section>
      <PurchaseLines invoice={invoice} />
    </>
  );
};

const PurchaseLines = ({ invoice }: { invoice: InvoiceRecord }) => {
  const lines = getLineItems(invoice);
  if (lines.length === 0) return null;
  return (
    <Section title="Line Items" isFlush>
      <LineItemsTable lines={lines} currency={invoice.currency || defaultCurrency} />
    </Section>
  );
};

/** The purchase history has its own statuses for the badge. */
export const PurchaseBadge = ({ status, disputedAt }: Pick<InvoiceRecord, 'status' | 'disputedAt'>) => (
  <>
    <StatusBadge severity={purchaseHistorySeverity(status)} label={invoiceStatusLabel(status)} />
    {disputedAt && <StatusBadge severity="warning" label="Disputed" />}
  </>
);
