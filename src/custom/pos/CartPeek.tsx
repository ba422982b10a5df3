import ShoppingCartOutlined from '@mui/icons-material/ShoppingCartOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { formatCents } from '#domain/rules/money.ts';
import { pieces } from './pieces.ts';
import { useTill } from './tillContext.ts';

/** Where the cart stands below the items, what is in it stays in sight, and one press leads there. */
export const CartPeek = ({ cartId }: { cartId: string }) => {
  const { cart, totals } = useTill();
  if (cart.length === 0) return null;
  const show = () => {
    const panel = document.getElementById(cartId);
    panel?.scrollIntoView({ block: 'start' });
    panel?.focus({ preventScroll: true });
  };
  return (
    <Box sx={{ display: { lg: 'none' }, position: 'sticky', bottom: 12, zIndex: 2 }}>
      <Button fullWidth size="large" variant="contained" startIcon={<ShoppingCartOutlined />} onClick={show} className="tabular" sx={{ boxShadow: 6 }}>
        View Cart · {pieces(cart)} · {formatCents(totals.total)}
      </Button>
    </Box>
  );
};
