import { Alert, AlertTitle, Box, Button, Paper, Typography } from '@mui/material';
import { useListContext } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import { defaultPageSize } from '#domain/shared/limits.ts';
import { invoiceRowLabel, invoiceRowText } from '#src/ui/labels.ts';
import { ListPages } from '#src/ui/lists/Pagination.tsx';
import { RecordTable } from '#src/ui/lists/RecordTable.tsx';
import { moneyWidth, type Column } from '#src/ui/lists/tableStyles.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { DateField, MoneyField, NameAndDescription, TotalField } from '#src/ui/fields.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import type { ListedInvoice } from '#src/dataProvider/invoices.ts';
import { RowsBase } from '#src/dataProvider/rows.tsx';
import { paths } from '#src/paths.ts';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { toSale, useContact } from '../useContact.ts';
import { PurchaseBadge, PurchaseDetail } from './PurchaseDetail.tsx';

export const PurchasesTab = () => {
  const { invoiceId } = useParams();
  return invoiceId ? <PurchaseDetail invoiceId={invoiceId} /> : <PurchaseHistory />;
};

/** Its page and order are kept for the tab, since the URL belongs to the contact. */
const PurchaseHistory = () => {
  const { id: contactId } = useContact();
  return (
    <RowsBase
      resource="invoices"
      filter={{ memberId: contactId }}
      sort={newestFirst}
      perPage={defaultPageSize}
      storeKey={`contacts.${contactId}.purchases`}
      disableSyncWithLocation
    >
      <Paper component="section" variant="outlined" aria-label="Purchase History" sx={flush}>
        <Purchases />
      </Paper>
    </RowsBase>
  );
};

const flush = { overflow: 'hidden' } as const;

const Purchases = () => {
  const contact = useContact();
  const { id: contactId } = contact;
  const { can } = useAccess();
  const { data, error, isPending, refetch } = useListContext<ListedInvoice>();
  if (error) return <PurchasesFailed error={error} onRetry={() => void refetch()} />;
  if (isPending) return <PurchasesLoading />;
  if (data?.length === 0)
    return (
      <EmptyState heading="h2" title="No Purchase History" text="This contact has not made any purchases yet.">
        {can('pos') && (
          <Button component={Link} to={paths.pos} {...toSale(contact)} variant="outlined">
            Make a sale
          </Button>
        )}
      </EmptyState>
    );
  return (
    <>
      <RecordTable<ListedInvoice>
        label="Purchase History"
        columns={columns}
        rowTo={({ id }) => paths.contacts.invoice(contactId, id)}
        empty={noRows}
      />
      <ListPages noun="total invoices" />
    </>
  );
};

const PurchasesFailed = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <Alert
    severity="error"
    sx={{ m: 2 }}
    action={
      <Button color="inherit" size="small" onClick={onRetry}>
        Retry
      </Button>
    }
  >
    <AlertTitle>Failed to Load Purchase History</AlertTitle>
    {messageFrom(error, 'Failed to fetch invoices')}
  </Alert>
);

const PurchasesLoading = () => (
  <Box sx={{ p: 2 }}>
    <Typography variant="body2" color="textSecondary" component="output">
      Loading purchase history...
    </Typography>
    <div aria-hidden="true">
      <SkeletonBlock />
    </div>
  </Box>
);

const newestFirst = { field: 'createdAt', order: 'DESC' } as const;
const noRows = {
  title: 'No Purchase History',
  searching: '',
  otherwise: 'This contact has not made any purchases yet.',
};

/** Names the payer, when it is not the contact. */
const Described = (invoice: ListedInvoice) => {
  const { id } = useContact();
  const payer = invoice.contactId !== id && invoice.contact;
  const text = invoiceRowText(invoice);
  return (
    <NameAndDescription
      name={invoiceRowLabel(invoice)}
      description={payer ? `${text} · Paid by ${fullName(payer)}` : text}
    />
  );
};

const columns: readonly Column<ListedInvoice>[] = [
  {
    label: 'Description',
    skeleton: 'lines',
    cell: Described,
  },
  {
    label: 'Status',
    sortBy: 'status',
    inCard: 'end',
    skeleton: 'badge',
    cell: ({ status, disputedAt }) => <PurchaseBadge status={status} disputedAt={disputedAt} />,
  },
  {
    label: 'Total',
    minWidth: moneyWidth,
    sortBy: 'total',
    inCard: 'end',
    align: 'right',
    cell: (invoice) => <TotalField {...invoice} />,
  },
  {
    label: 'Amount Due',
    minWidth: moneyWidth,
    sortBy: 'due',
    inCard: 'none',
    align: 'right',
    cell: ({ due, currency }) => <MoneyField amount={due} currency={currency} />,
  },
  {
    label: 'Created',
    minWidth: 126,
    sortBy: 'createdAt',
    inCard: 'bare',
    firstOrder: 'DESC',
    cell: ({ createdAt }) => <DateField value={createdAt} />,
  },
];
