import Box from '@mui/material/Box';
import { CartPeek } from './CartPeek.tsx';
import { CustomerSelection } from './CustomerSelection.tsx';
import { ItemsSection } from './ItemsSection.tsx';
import { LastSaleStrip } from './LastSaleStrip.tsx';

/** The first step: who buys, and what. */
export const CartStep = ({ cartId }: { cartId: string }) => (
  <Box sx={{ display: 'grid', gap: 2.5, minWidth: 0 }}>
    <LastSaleStrip />
    <CustomerSelection />
    <ItemsSection />
    <CartPeek cartId={cartId} />
  </Box>
);
