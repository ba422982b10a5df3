import type { InvoiceLineItem } from '#domain/invoices/contract.ts';
import { discountText, lineItemTypeLabel, lineTitle } from '#domain/invoices/invoiceDescription.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { MoneyField } from '../fields.tsx';
import { NameInCard } from './NameInCard.tsx';
import { StaticTable } from './StaticTable.tsx';
import type { Column } from './tableStyles.ts';

export const LineItemsTable = ({ lines, currency }: { lines: readonly InvoiceLineItem[]; currency: string }) => (
  <StaticTable label="Line Items" columns={columns(currency)} rows={lines.map(numberLine)} />
);

type Line = InvoiceLineItem & { id: number };

/** Lines have no id of their own, only their position. */
const numberLine = (line: InvoiceLineItem, index: number): Line => ({ ...line, id: index });

const Item = ({ line, currency }: { line: Line; currency: string }) => {
  const { name, member, description, type, quantity, price } = line;
  const texts = [description, discountText(line, currency)].filter(Boolean);
  const inCard = [lineItemTypeLabel(type), `${quantity} × ${formatMoney(price, currency.toUpperCase())}`, ...texts];
  return <NameInCard name={lineTitle(name, member)} line={texts.join(' · ')} cardLine={inCard.join(' · ')} />;
};

const columns = (currency: string): readonly Column<Line>[] => [
  {
    label: 'Item',
    cell: (line) => <Item line={line} currency={currency} />,
  },
  {
    label: 'Type',
    inCard: 'none',
    cell: ({ type }) => <span style={{ whiteSpace: 'nowrap' }}>{lineItemTypeLabel(type)}</span>,
  },
  { label: 'Quantity', align: 'right', inCard: 'none', cell: ({ quantity }) => quantity },
  {
    label: 'Price',
    align: 'right',
    inCard: 'none',
    cell: ({ price }) => <MoneyField amount={price} currency={currency} />,
  },
  {
    label: 'Total',
    align: 'right',
    inCard: 'end',
    cell: ({ total }) => <MoneyField amount={total} currency={currency} />,
  },
];
