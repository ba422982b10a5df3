import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { InvoiceLineItem } from '#domain/contract/invoices.ts';
import { lineItemsOf, lineItemTypeLabel } from '#domain/rules/invoiceDescription.ts';
import type { Column } from '#src/custom/lists/tableStyles.ts';
import { MoneyField } from '#src/custom/ui/fields.tsx';
import { StaticTable } from '#src/custom/lists/StaticTable.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';

/** What was sold. */
export const LineItems = ({ invoice }: { invoice: InvoiceRecord }) => {
  const lines = lineItemsOf(invoice);
  return (
    <Section title="Line Items" isFlush>
      {lines.length > 0 ? (
        <StaticTable label="Line Items" columns={columns(invoice.currency)} rows={lines.map(numbered)} />
      ) : (
        <Typography color="textSecondary" sx={{ px: { xs: 2, md: 2.5 }, pb: 2.5 }}>
          This invoice has no line items.
        </Typography>
      )}
    </Section>
  );
};

type Line = InvoiceLineItem & { id: number };

/** Lines have no id of their own, only their place. */
const numbered = (line: InvoiceLineItem, index: number): Line => ({ ...line, id: index });

const columns = (currency: string): readonly Column<Line>[] => [
  { label: 'Item', cell: (line) => <Item line={line} /> },
  { label: 'Type', cell: ({ type }) => <Box component="span" sx={{ whiteSpace: 'nowrap' }}>{lineItemTypeLabel(type)}</Box> },
  { label: 'Quantity', align: 'right', cell: ({ quantity }) => quantity },
  { label: 'Price', align: 'right', cell: ({ price }) => <MoneyField amount={price} currency={currency} /> },
  { label: 'Total', align: 'right', cell: ({ total }) => <MoneyField amount={total} currency={currency} /> },
];

const Item = ({ line: { name, description } }: { line: InvoiceLineItem }) => (
  <Box component="span" sx={{ minWidth: 0 }}>
    <Box component="span" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere' }}>
      {name}
    </Box>
    {description && (
      <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block', overflowWrap: 'anywhere' }}>
        {description}
      </Typography>
    )}
  </Box>
);
