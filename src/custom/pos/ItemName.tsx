import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { SalesItem } from '#domain/contract/sales-items.ts';

/** An item as the till lists it: its name, and how many there are of what lies on a shelf. */
export const ItemName = ({ item }: { item: SalesItem }) => (
  <Box component="span" sx={{ display: 'block', minWidth: 0 }}>
    <Box component="span" sx={{ display: 'block', fontWeight: 600, overflowWrap: 'anywhere', color: item.isActive ? undefined : 'text.secondary' }}>
      {item.name}
    </Box>
    {item.isPhysicalItem && item.isActive && (
      <Typography component="span" variant="caption" color="textSecondary" sx={{ display: 'block' }}>
        {item.inventoryQuantity > 0 ? `${item.inventoryQuantity.toLocaleString('en-US')} in stock` : 'Out of stock'}
      </Typography>
    )}
  </Box>
);
