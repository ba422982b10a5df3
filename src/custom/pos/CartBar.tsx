import ShoppingCartOutlined from '@mui/icons-material/ShoppingCartOutlined';
import { Box, Button } from '@mui/material';
import { formatCents } from '#domain/shared/money.ts';
import { besideItems, pieces } from './CartPanel.tsx';
import { useTill } from './useTillState.ts';

export const CartBar = ({ cartId, customerId }: { cartId: string; customerId: string }) => {
  const { cart, totals, contact, toPayment, isAwaitingScans } = useTill();
  if (cart.length === 0) return null;
  const showCart = () => {
    const panel = document.getElementById(cartId);
    panel?.scrollIntoView({ block: 'start' });
    panel?.focus({ preventScroll: true });
  };
  const chooseCustomer = () => {
    const customer = document.getElementById(customerId);
    customer?.scrollIntoView({ block: 'start' });
    customer?.querySelector('input')?.focus({ preventScroll: true });
  };
  return (
    <Box sx={bar}>
      <Button
        size="large"
        variant="outlined"
        startIcon={<ShoppingCartOutlined />}
        onClick={showCart}
        className="tabular"
      >
        <span>
          View Cart{' '}
          <span className="size">
            {pieces(cart)} · {formatCents(totals.total)}
          </span>
        </span>
      </Button>
      <Button
        size="large"
        variant="contained"
        loading={isAwaitingScans}
        onClick={() => (contact ? void toPayment() : chooseCustomer())}
      >
        {contact ? 'Checkout' : 'Choose Customer'}
      </Button>
    </Box>
  );
};

const bar = {
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  display: 'flex',
  gap: 1,
  mx: { xs: -2, sm: 0 },
  px: { xs: 2, sm: 0 },
  py: 1.25,
  bgcolor: 'background.default',
  borderTop: 1,
  borderColor: 'divider',
  '& > :first-of-type': {
    flex: 1,
    minWidth: 0,
    px: 1.5,
    lineHeight: 1.3,
    textAlign: 'left',
    justifyContent: 'flex-start',
  },
  '& .size': { display: 'block', fontSize: '0.8125rem', fontWeight: 500 },
  '& > :last-of-type': { flex: '0 0 auto' },
  [besideItems]: { display: 'none' },
} as const;
