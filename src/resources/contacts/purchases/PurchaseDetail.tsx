import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { HttpError, useGetOne } from 'react-admin';
import { Link } from 'react-router-dom';
import { defaultCurrency } from '#domain/rules/limits.ts';
import { DateField, MoneyField } from '#src/custom/ui/fields.tsx';
import { DescriptionList } from '#src/custom/ui/DescriptionList.tsx';
import { EmptyState } from '#src/custom/ui/EmptyState.tsx';
import { ScreenState } from '#src/custom/ui/ScreenState.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { paths } from '#src/paths.ts';
import { useContact } from '../useContact.ts';
import { atTab } from '#src/custom/ui/contactTab.ts';
import { PurchaseBadge } from './PurchaseBadge.tsx';
import { PurchaseLines } from './PurchaseLines.tsx';

/** One invoice of this contact, read-only. Another contact's is not found here. */
export const PurchaseDetail = ({ invoiceId }: { invoiceId: string }) => {
  const { id: contactId } = useContact();
  const query = useGetOne<InvoiceRecord>('invoices', { id: invoiceId });
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
      <ScreenState
        query={query}
        fallback="Failed to fetch invoice"
        renderError={(error) => (error instanceof HttpError && error.status === 404 ? <InvoiceNotFound /> : null)}
      >
        {(invoice) => (invoice.contactId === contactId ? <Purchase invoice={invoice} /> : <InvoiceNotFound />)}
      </ScreenState>
    </Box>
  );
};

const InvoiceNotFound = () => (
  <EmptyState heading="h2" title="Invoice Not Found" text="The invoice you are looking for could not be found." />
);

const Purchase = ({ invoice }: { invoice: InvoiceRecord }) => {
  const money = (amount: number) => <MoneyField amount={amount} currency={invoice.currency || defaultCurrency} />;
  return (
    <>
      <Section title="Invoice Details">
        <DescriptionList
          columns={3}
          items={[
            { label: 'Invoice ID', value: invoice.id },
            { label: 'Status', value: <PurchaseBadge status={invoice.status} /> },
            { label: 'Description', value: invoice.description || 'No description' },
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
