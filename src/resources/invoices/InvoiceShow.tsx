import ArrowBack from '@mui/icons-material/ArrowBack';
import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Payment } from '#domain/invoices/contract.ts';
import { isOutstanding } from '#domain/invoices/collecting.ts';
import { invoiceStatusLabel } from '#domain/invoices/invoiceStatus.ts';
import { shortInvoiceId } from '#domain/invoices/printedInvoice.ts';
import { History } from '#src/resources/activity/History.tsx';
import { withListState } from '#src/ui/lists/listMemory.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { MoneyField } from '#src/ui/fields.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { ShowPage } from '#src/ui/RecordPage.tsx';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';
import { dueSeverity, invoiceSeverity } from '#src/ui/statuses.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { comingBack } from '#src/navigationState.ts';
import { paths } from '#src/paths.ts';
import { DisputeNotice } from './disputes/DisputeNotice.tsx';
import { InvoiceActions } from './InvoiceActions.tsx';
import { InvoicePaper, useIsPrinting } from './InvoicePaper.tsx';
import { InvoiceSections } from './InvoiceSections.tsx';
import { RefundReceipt } from './refunding/RefundReceipt.tsx';

export const InvoiceShow = () => (
  <RequireLocation feature="invoices" prompt="Select a location to view and manage invoices">
    <InvoicePage />
  </RequireLocation>
);

const InvoicePage = () => {
  const { id = '' } = useParams();
  const isPrinting = useIsPrinting();
  const isPhone = useIsPhone();
  const [receipt, setReceipt] = useState<Payment>();
  return (
    <ShowPage<InvoiceRecord>
      resource="invoices"
      fallback="Failed to fetch invoice"
      notFound={
        <EmptyState
          heading="h2"
          title="Invoice not found"
          text="It may belong to another location, or the address may be incomplete."
        >
          <BackToInvoices />
        </EmptyState>
      }
      errorAction={<BackToInvoices />}
      renderHeader={(invoice) => (
        <PageHeader
          title={`Invoice #${shortInvoiceId(id)}`}
          subtitle={invoice && <HeadText invoice={invoice} />}
          mark={
            invoice && (
              <StatusBadge severity={invoiceSeverity(invoice.status)} label={invoiceStatusLabel(invoice.status)} />
            )
          }
          {...(isPhone && { back: { to: paths.invoices.list, label: 'Back to Invoices' } })}
          actions={
            invoice && (
              <>
                {!isPhone && <BackToInvoices />}
                <InvoiceActions invoice={invoice} />
              </>
            )
          }
        />
      )}
    >
      {(invoice) => (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {invoice.disputedAt && <DisputeNotice invoice={invoice} />}
          <InvoiceSections invoice={invoice} onPrintReceipt={setReceipt} />
          <History
            recordType="invoice"
            recordId={invoice.id}
            at={{ locationId: invoice.locationId, companyId: invoice.company?.id }}
          />
          {receipt && <RefundReceipt invoice={invoice} payment={receipt} onDone={() => setReceipt(undefined)} />}
          {isPrinting && !receipt && <InvoicePaper invoice={invoice} />}
        </Box>
      )}
    </ShowPage>
  );
};

/** 'CHI-10176 · $34.12 due', as it is said over the phone; '$12.00 of $34.12 due', and '$34.12' once nothing is. */
const HeadText = ({ invoice: { number, due, total, currency, status } }: { invoice: InvoiceRecord }) => {
  const isPart = isOutstanding(status) && due !== total;
  return (
    <>
      {number && `${number} · `}
      {isOutstanding(status) && <MoneyField amount={due} currency={currency} {...dueSeverity({ due, status })} />}
      {isPart && ' of '}
      {(isPart || !isOutstanding(status)) && <MoneyField amount={total} currency={currency} />}
      {isOutstanding(status) && ' due'}
    </>
  );
};

const BackToInvoices = () => (
  <Button
    component={Link}
    to={withListState(paths.invoices.list)}
    {...comingBack}
    variant="outlined"
    startIcon={<ArrowBack />}
  >
    Back to Invoices
  </Button>
);
