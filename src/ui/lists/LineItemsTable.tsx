import type { InvoiceLineItem } from '#domain/invoices/contract.ts';
import { discountText, lineItemTypeLabel, lineTitle } from '#domain/invoices/invoiceDescription.ts';
import { MoneyField, NameAndDescription } from '../fields.tsx';
import { StaticTable } from './StaticTable.tsx';
import type { Column } from './tableStyles.ts';

export const LineItemsTable = ({ lines, currency }: { lines: readonly InvoiceLineItem[]; currency: string }) => (
  <StaticTable label="Line Items" columns={columns(currency)} rows={lines.map(numbered)} />
);

type Line = InvoiceLineItem & { id: number };

/** Lines have no id of their own, only their position. */
const numbered = (line: InvoiceLineItem, index: number): Line => ({ ...line, id: index });

const columns = (currency: string): readonly Column<Line>[] => [
  {
    label: 'Item',
    cell: (line) => (
      <NameAndDescription
        name={lineTitle(line.name, line.member)}
        description={[line.description, discountText(line, currency)].filter(Boolean).join(' · ')}
      />
    ),
  },
  { label: 'Type', cell: ({ type }) => <span style={{ whiteSpace: 'nowrap' }}>{lineItemTypeLabel(type)}</span> },
  { label: 'Quantity', align: 'right', cell: ({ quantity }) => quantity },
  { label: 'Price', align: 'right', cell: ({ price }) => <MoneyField amount={price} currency={currency} /> },
  { label: 'Total', align: 'right', cell: ({ total }) => <MoneyField amount={total} currency={currency} /> },
];
