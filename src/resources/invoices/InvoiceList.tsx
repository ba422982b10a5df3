import { AddButton } from '#src/ui/AddButton.tsx';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import type { CsvColumn } from '#domain/shared/csv.ts';
import { invoiceStatuses, invoiceStatusLabel } from '#domain/invoices/invoiceStatus.ts';
import { displayPhone } from '#domain/shared/phone.ts';
import { shortInvoiceId } from '#domain/invoices/printedInvoice.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { invoiceRowLabel, invoiceRowText } from '#src/ui/labels.ts';
import { dueSeverity, invoiceSeverity } from '#src/ui/statuses.ts';
import { PersonCell } from '#src/resources/contacts/Person.tsx';
import { timeColumn } from '#src/ui/lists/csv.ts';
import { useSelectedRows } from '#src/ui/lists/BulkBar.tsx';
import { ExportButton } from '#src/ui/lists/ExportButton.tsx';
import { ExportSelectedButton } from '#src/ui/lists/ExportSelectedButton.tsx';
import { FilterSelect, SearchBox } from '#src/ui/lists/ListFilters.tsx';
import { ListPage } from '#src/ui/lists/ListPage.tsx';
import { RecordTable } from '#src/ui/lists/RecordTable.tsx';
import { moneyWidth, type Column } from '#src/ui/lists/tableStyles.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { DateField, MoneyField, NameAndDescription, SecondLine, TotalField } from '#src/ui/fields.tsx';
import { ListStatus } from '#src/ui/StatusBadge.tsx';
import type { ListedInvoice } from '#src/dataProvider/invoices.ts';
import { paths } from '#src/paths.ts';
import { OutstandingStrip } from './OutstandingStrip.tsx';
import { SendLinksButton } from './SendLinksButton.tsx';

export const InvoiceList = () => (
  <RequireLocation feature="invoices" prompt="Select a location to view and manage invoices">
    <ListPage
      resource="invoices"
      title="Invoices"
      subtitle="Manage invoices and billing for your location"
      noun="invoices"
      errorText="Failed to fetch invoices"
      actions={<ExportButton noun="invoices" columns={invoiceCsv} />}
      search={
        <SearchBox
          placeholder="Search by customer name, email, phone, invoice ID, or total..."
          label="Search invoices"
        />
      }
      filters={<FilterSelect label="Status" source="status" choices={statusChoices} />}
      columns={columns}
      bulkActions={<InvoiceBulkActions />}
    >
      <OutstandingStrip />
      <RecordTable<ListedInvoice>
        label="Invoices"
        columns={columns}
        rowTo={({ id }) => paths.invoices.show(id)}
        empty={empty}
        selectionLabel={({ contact, number }) => `${number ?? 'invoice'} of ${contact ? fullName(contact) : 'Unknown'}`}
      />
    </ListPage>
  </RequireLocation>
);

const MakeSale = () => useAccess().can('pos') && <AddButton to={paths.pos} label="Make a sale" variant="outlined" />;

const InvoiceBulkActions = () => (
  <>
    <SendLinksButton invoices={useSelectedRows<ListedInvoice>()} />
    <ExportSelectedButton noun="invoices" columns={invoiceCsv} />
  </>
);

const statusChoices = [
  { value: '', label: 'All Statuses' },
  { value: 'to_collect', label: 'Outstanding' },
  ...invoiceStatuses.map((value) => ({ value, label: invoiceStatusLabel(value) })),
];

const columns: readonly Column<ListedInvoice>[] = [
  {
    label: 'Customer',
    share: 3.05,
    skeleton: 'person',
    cell: ({ contact }) => (contact ? <PersonCell person={contact} /> : 'Unknown'),
  },
  {
    label: 'Description',
    share: 1.75,
    inCard: 'none',
    skeleton: 'lines',
    cell: (invoice) => <NameAndDescription name={invoiceRowLabel(invoice)} description={invoiceRowText(invoice)} />,
  },
  {
    label: 'Status',
    share: 1.2,
    minWidth: 130,
    sortBy: 'status',
    inCard: 'end',
    skeleton: 'badge',
    cell: ({ status }) => <ListStatus severity={invoiceSeverity(status)} label={invoiceStatusLabel(status)} />,
  },
  {
    label: 'Total',
    share: 0.9,
    minWidth: moneyWidth,
    sortBy: 'total',
    inCard: 'end',
    align: 'right',
    cell: (invoice) => <TotalField {...invoice} />,
  },
  {
    label: 'Amount Due',
    share: 1.18,
    minWidth: moneyWidth,
    sortBy: 'due',
    inCard: 'none',
    align: 'right',
    cell: ({ due, status, currency }) => (
      <MoneyField amount={due} currency={currency} {...dueSeverity({ due, status })} />
    ),
  },
  {
    label: 'Created',
    share: 1.17,
    sortBy: 'createdAt',
    inCard: 'none',
    firstOrder: 'DESC',
    cell: ({ createdAt, number }) => (
      <>
        <DateField value={createdAt} />
        {number && <SecondLine>{number}</SecondLine>}
      </>
    ),
  },
];

const empty = {
  title: 'No invoices found',
  searching: 'No invoices match your search criteria.',
  otherwise: 'Invoices will appear here as memberships and items are sold.',
  action: <MakeSale />,
};

export const invoiceCsv = (timezone: string): readonly CsvColumn<ListedInvoice>[] => [
  { label: 'Invoice', value: ({ id }) => shortInvoiceId(id) },
  { label: 'Number', value: ({ number }) => number },
  { label: 'Invoice ID', value: ({ id }) => id },
  { label: 'First Name', value: ({ contact }) => contact?.firstName },
  { label: 'Last Name', value: ({ contact }) => contact?.lastName },
  { label: 'Email', value: ({ contact }) => contact?.email },
  { label: 'Phone', value: ({ contact }) => displayPhone(contact?.phone) },
  { label: 'Type', value: invoiceRowLabel },
  { label: 'Description', value: invoiceRowText },
  { label: 'Status', value: ({ status }) => invoiceStatusLabel(status) },
  { label: 'Subtotal', value: ({ subtotal }) => subtotal.toFixed(2) },
  { label: 'Tax', value: ({ tax }) => tax.toFixed(2) },
  { label: 'Total', value: ({ total }) => total.toFixed(2) },
  { label: 'Amount Paid', value: ({ paid }) => paid.toFixed(2) },
  { label: 'Amount Due', value: ({ due }) => due.toFixed(2) },
  { label: 'Currency', value: ({ currency }) => currency },
  timeColumn('Created', timezone, ({ createdAt }) => createdAt),
];
