import type { SalesItem } from '#domain/sales-items/contract.ts';
import { isStockLow } from '#domain/sales-items/stock.ts';
import { StatusBadge } from '#src/ui/StatusBadge.tsx';

export const selectPrompt = 'Select a location to view and manage sales items';

export const typeText = ({ isPhysicalItem }: Pick<SalesItem, 'isPhysicalItem'>) =>
  isPhysicalItem ? 'Physical' : 'Digital';

/** The quantity, or N/A for an item without stock. */
const inventoryText = ({
  isPhysicalItem,
  inventoryQuantity,
}: Pick<SalesItem, 'isPhysicalItem' | 'inventoryQuantity'>) =>
  isPhysicalItem ? inventoryQuantity.toLocaleString('en-US') : 'N/A';

/** Has a badge when little or nothing is left. */
export const Inventory = ({ item }: { item: SalesItem }) => (
  <>
    {isStockLow(item) && (
      <>
        <StatusBadge severity={item.inventoryQuantity === 0 ? 'error' : 'warning'} label="Low" />{' '}
      </>
    )}
    {inventoryText(item)}
  </>
);

/** '2 missing', '3 more than expected', 'As expected'. */
export const stockCountText = (change: number): string => {
  if (change === 0) return 'As expected';
  const pieces = Math.abs(change).toLocaleString('en-US');
  return change < 0 ? `${pieces} missing` : `${pieces} more than expected`;
};
