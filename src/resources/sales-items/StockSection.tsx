import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import type { StockMovement } from '#domain/sales-items/stockContract.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { salesItemActions } from '#src/dataProvider/sales-items-actions.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { DialogButton } from '#src/ui/DialogButton.tsx';
import { DateField, MoneyField } from '#src/ui/fields.tsx';
import { pluralize } from '#src/ui/labels.ts';
import { NameInCard } from '#src/ui/lists/NameInCard.tsx';
import { StaticTable } from '#src/ui/lists/StaticTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { QueryState } from '#src/ui/QueryState.tsx';
import { Section } from '#src/ui/Section.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { stockCountText } from './salesItem.tsx';

const StockDialog = lazyWithPreload('sales-items', () => import('./StockDialog.tsx'), 'StockDialog');

/** Deliveries and counts of an item. What was sold or given back is in its invoices. */
export const StockSection = ({ item }: { item: SalesItem }) => {
  const query = useQuery({
    queryKey: ['sales-items', 'stock', item.id, item.inventoryQuantity],
    queryFn: ({ signal }) => salesItemActions.stockMovements(item.id, signal),
  });
  return (
    <Section
      title="Stock"
      text={`${pluralize(item.inventoryQuantity, 'piece')} in stock`}
      actions={
        <Box sx={{ display: 'flex', gap: 1 }}>
          <DialogButton
            variant="outlined"
            renderDialog={(close) => <StockDialog item={item} kind="received" onClose={close} />}
          >
            Receive
          </DialogButton>
          <DialogButton
            variant="outlined"
            renderDialog={(close) => <StockDialog item={item} kind="counted" onClose={close} />}
          >
            Count
          </DialogButton>
        </Box>
      }
    >
      <QueryState query={query} fallback="Failed to fetch the stock’s history" loading={<SkeletonBlock lines={2} />}>
        {(movements) =>
          movements.length === 0 ? (
            <Typography color="textSecondary">No delivery or count has been booked yet.</Typography>
          ) : (
            <StaticTable label="Deliveries and counts" columns={columns} rows={movements} />
          )
        }
      </QueryState>
    </Section>
  );
};

const Movement = ({ movement: { kind, change, quantityAfter, unitCost, note, by } }: { movement: StockMovement }) => (
  <NameInCard
    name={kind === 'received' ? `Received ${change.toLocaleString('en-US')}` : `Counted: ${stockCountText(change)}`}
    line={note ?? undefined}
    cardLine={[
      `${quantityAfter.toLocaleString('en-US')} in stock then`,
      unitCost !== null && unitCost !== undefined && `${formatMoney(unitCost)} each`,
      by.name,
      note,
    ]
      .filter(Boolean)
      .join(' · ')}
  />
);

const columns: readonly Column<StockMovement>[] = [
  {
    label: 'What',
    cell: (movement) => <Movement movement={movement} />,
  },
  {
    label: 'In stock then',
    align: 'right',
    inCard: 'none',
    cell: ({ quantityAfter }) => quantityAfter.toLocaleString('en-US'),
  },
  {
    label: 'Cost of one',
    align: 'right',
    inCard: 'none',
    cell: ({ unitCost }) => (unitCost === null || unitCost === undefined ? '—' : <MoneyField amount={unitCost} />),
  },
  { label: 'By', inCard: 'none', cell: ({ by }) => by.name },
  { label: 'When', inCard: 'bare', cell: ({ at }) => <DateField value={at} format={dateTimeText} /> },
];
