import ArrowBack from '@mui/icons-material/ArrowBack';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { HttpError, useGetOne } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import { invoiceNumber } from '#domain/rules/printedInvoice.ts';
import { RequireLocation } from '#src/custom/location-scope/RequireLocation.tsx';
import { comingBack, withListState } from '#src/custom/lists/listMemory.ts';
import { EmptyState } from '#src/custom/ui/EmptyState.tsx';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { ScreenState } from '#src/custom/ui/ScreenState.tsx';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { paths } from '#src/paths.ts';
import { InvoicePaper } from './InvoicePaper.tsx';
import { InvoiceSections } from './InvoiceSections.tsx';
import { useIsPrinting } from './useIsPrinting.ts';

/** One invoice, on the screen and on paper. */
export const InvoiceShow = () => (
  <RequireLocation feature="invoices" prompt="Select a location to view and manage invoices">
    <InvoicePage />
  </RequireLocation>
);

const InvoicePage = () => {
  const { id = '' } = useParams();
  const query = useGetOne<InvoiceRecord>('invoices', { id }, { onError: shownOnPage });
  const isPrinting = useIsPrinting();
  return (
    <>
      <PageHeader
        title={`Invoice #${invoiceNumber(id)}`}
        actions={
          <>
            <BackToInvoices />
            {query.data && (
              <Button variant="contained" startIcon={<PrintOutlined />} onClick={() => window.print()}>
                Print
              </Button>
            )}
          </>
        }
      />
      <ScreenState query={query} fallback="Failed to fetch invoice" renderError={(error) => isMissing(error) && <Missing />}>
        {(invoice) => (
          <Box sx={{ display: 'grid', gap: 2.5 }}>
            <InvoiceSections invoice={invoice} />
            {isPrinting && <InvoicePaper invoice={invoice} />}
          </Box>
        )}
      </ScreenState>
    </>
  );
};

const BackToInvoices = () => (
  <Button component={Link} to={withListState(paths.invoices.list)} state={comingBack} variant="outlined" color="inherit" startIcon={<ArrowBack />}>
    Back to Invoices
  </Button>
);

const Missing = () => (
  <EmptyState heading="h2" title="Invoice not found" text="It may belong to another location, or the address may be incomplete." />
);

const isMissing = (error: unknown) => error instanceof HttpError && error.status === 404;
const shownOnPage = () => undefined;
