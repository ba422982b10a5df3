import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { InvoiceLineItem } from '#domain/contract/invoices.ts';
import { lineItemsOf, lineItemTypeLabel } from '#domain/rules/invoiceDescription.ts';
import { defaultCurrency } from '#domain/rules/limits.ts';
import type { Column } from '#src/custom/lists/tableStyles.ts';
import { MoneyField } from '#src/custom/ui/fields.tsx';
import { StaticTable } from '#src/custom/lists/StaticTable.tsx';
import { Section } from '#src/custom/ui/Section.tsx';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';

type Line = InvoiceLineItem & { id: number; currency: string };

export const PurchaseLines = ({ invoice }: { invoice: InvoiceRecord }) => {
  const currency = invoice.currency || defaultCurrency;
  const lines = lineItemsOf(invoice).map((line, id): Line => ({ ...line, id, currency }));
  if (lines.length === 0) return null;
  return (
    <Section title="Line Items" isFlush>
      <StaticTable label="Line Items" columns={columns} rows={lines} />
    </Section>
  );
};

const LineName = ({ line }: { line: Line }) => (
  <Box component="span">
    <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
      {line.name}
    </Box>
    {line.description && (
      <Typography component="span" variant="body2" color="textSecondary">
        {line.description}
      </Typography>
    )}
  </Box>
);

const columns: readonly Column<Line>[] = [
  { label: 'Item', cell: (line) => <LineName line={line} /> },
  { label: 'Type', cell: ({ type }) => lineItemTypeLabel(type) },
  { label: 'Quantity', align: 'right', cell: ({ quantity }) => quantity },
  { label: 'Price', align: 'right', cell: ({ price, currency }) => <MoneyField amount={price} currency={currency} /> },
  { label: 'Total', align: 'right', cell: ({ total, currency }) => <MoneyField amount={total} currency={currency} /> },
];
