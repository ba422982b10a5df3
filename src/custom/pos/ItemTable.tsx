import Add from '@mui/icons-material/Add';
import { Box, Button, Typography } from '@mui/material';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { AddButton } from '#src/ui/AddButton.tsx';
import { ListPages } from '#src/ui/lists/Pagination.tsx';
import { RecordTable } from '#src/ui/lists/RecordTable.tsx';
import type { Column } from '#src/ui/lists/tableStyles.ts';
import { MoneyField } from '#src/ui/fields.tsx';
import { paths } from '#src/paths.ts';
import { addText, quantityInCart, stockText } from './itemText.ts';
import { useTill } from './useTillState.ts';

export const ItemTable = () => (
  <>
    <RecordTable<SalesItem> label="Sales items" columns={columns} empty={empty} isCompact />
    <ListPages noun="items" />
  </>
);

const columns: readonly Column<SalesItem>[] = [
  { label: 'Item', sortBy: 'name', skeleton: 'lines', cell: (item) => <ItemName item={item} /> },
  { label: 'Price', sortBy: 'price', align: 'right', width: 130, cell: ({ price }) => <MoneyField amount={price} /> },
  { label: 'Action', align: 'right', width: 130, cell: (item) => <AddItemButton item={item} /> },
];

export const empty = {
  title: 'No sales items found',
  searching: 'No sales items match your search criteria.',
  otherwise: 'Create your first sales item to get started.',
  action: <AddButton to={paths.salesItems.add} label="Add sales item" variant="outlined" />,
};

const ItemName = ({ item }: { item: SalesItem }) => {
  const stock = stockText(item);
  return (
    <Box component="span" sx={{ display: 'block', minWidth: 0 }}>
      <Box
        component="span"
        sx={{
          display: 'block',
          fontWeight: 600,
          overflowWrap: 'anywhere',
          color: item.isActive ? undefined : 'text.secondary',
        }}
      >
        {item.name}
      </Box>
      {stock && (
        <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
          {stock}
        </Typography>
      )}
    </Box>
  );
};

const AddItemButton = ({ item }: { item: SalesItem }) => {
  const { cart, add } = useTill();
  const text = addText(item, quantityInCart(cart, item));
  const canAdd = text === 'Add';
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={canAdd ? <Add /> : undefined}
      disabled={!canAdd}
      aria-label={`${text} ${item.name}`}
      onClick={() => add(item)}
    >
      {text}
    </Button>
  );
};
