import ShoppingCartOutlined from '@mui/icons-material/ShoppingCartOutlined';
import { Box, Button, Drawer } from '@mui/material';
import { useRef, useState } from 'react';
import { formatCents } from '#domain/shared/money.ts';
import { CartPanel, cartPiecesText } from './CartPanel.tsx';
import { chooseCustomer } from './customerPlace.ts';
import { besideItems, touchSizes } from './tillSizes.ts';
import { useTill } from './useTillState.ts';

/** A narrow screen has it: what is in the cart, which opens as a sheet, and the next step. */
export const CartBar = () => {
  const { cart, totals, contact, toPayment, isAwaitingScans } = useTill();
  const [isOpen, setOpen] = useState(false);
  const isCustomerNext = useRef(false);
  if (cart.length === 0) return null;
  return (
    <Box className="bottom-bar" sx={bar}>
      <Button
        size="large"
        variant="outlined"
        startIcon={<ShoppingCartOutlined />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="tabular"
      >
        <span>
          View cart{' '}
          <span className="size">
            {cartPiecesText(cart)} · {formatCents(totals.total)}
          </span>
        </span>
      </Button>
      <Button
        size="large"
        variant="contained"
        loading={isAwaitingScans}
        onClick={() => (contact ? void toPayment() : chooseCustomer())}
      >
        {contact ? 'Checkout' : 'Choose customer'}
      </Button>
      <Drawer
        anchor="bottom"
        open={isOpen}
        onClose={() => setOpen(false)}
        slotProps={{
          // The sheet gives the focus back when it closes, and then the customer gets it.
          transition: {
            onExited: () => {
              if (isCustomerNext.current) chooseCustomer();
              isCustomerNext.current = false;
            },
          },
          paper: { role: 'dialog', 'aria-modal': true, 'aria-label': 'Cart', sx: sheet },
        }}
      >
        <CartPanel />
        <Box sx={{ display: 'flex', justifyContent: 'space-between', px: 1 }}>
          <Button color="inherit" onClick={() => setOpen(false)}>
            Back to items
          </Button>
          {!contact && (
            <Button
              onClick={() => {
                isCustomerNext.current = true;
                setOpen(false);
              }}
            >
              Choose customer
            </Button>
          )}
        </Box>
      </Drawer>
    </Box>
  );
};

const sheet = {
  p: 1,
  maxHeight: '85dvh',
  borderRadius: '12px 12px 0 0',
  '& > section': { border: 0 },
  ...touchSizes,
} as const;

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
  '@media (max-width: 359.95px)': { '& .MuiButton-root': { px: 1.25 }, '& .MuiButton-startIcon': { display: 'none' } },
  '& .size': { display: 'block', fontSize: '0.8125rem', fontWeight: 500 },
  '& > :last-of-type': { flex: '0 0 auto' },
  [besideItems]: { display: 'none' },
} as const;
