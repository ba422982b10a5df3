import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import type { SalesItem } from '#domain/contract/sales-items.ts';
import { maxQuantity } from '#domain/rules/cart.ts';
import { useTill } from './tillContext.ts';

/** Adds one to the cart; an inactive item says so instead, and the stock of a physical one is the most there is. */
export const AddItemButton = ({ item }: { item: SalesItem }) => {
  const { cart, add } = useTill();
  const held = cart.find((line) => line.item.id === item.id)?.quantity ?? 0;
  const hasMore = held < maxQuantity(item);
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={item.isActive && hasMore ? <Add /> : undefined}
      disabled={!hasMore}
      aria-label={`${buttonText(item, hasMore, held)} ${item.name}`}
      onClick={() => add(item)}
    >
      {buttonText(item, hasMore, held)}
    </Button>
  );
};

const buttonText = (item: SalesItem, hasMore: boolean, held: number) => {
  if (!item.isActive) return 'Inactive';
  if (hasMore) return 'Add';
  return held > 0 ? 'All in cart' : 'Out of stock';
};
