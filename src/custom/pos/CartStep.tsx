import Box from '@mui/material/Box';
import { CustomerSelection } from './CustomerSelection.tsx';
import { ItemsSection } from './ItemsSection.tsx';
import { LastSaleStrip } from './LastSaleStrip.tsx';

/** The first step: who buys, and what. */
export const CartStep = () => (
  <Box sx={{ display: 'grid', gap: 2.5, minWidth: 0 }}>
    <LastSaleStrip />
    <CustomerSelection />
    <ItemsSection />
  </Box>
);
