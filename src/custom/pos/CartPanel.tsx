import ShoppingCartOutlined from '@mui/icons-material/ShoppingCartOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { Section } from '#src/custom/ui/Section.tsx';
import { CartRow } from './CartRow.tsx';
import { CartTotals } from './CartTotals.tsx';
import { pieces } from './pieces.ts';
import { keys } from './shortcuts.ts';
import { useTill } from './tillContext.ts';
import { useShortcuts } from './useShortcuts.ts';

/** What is being sold, what it comes to, and the way on to the payment. */
export const CartPanel = () => {
  const { cart, contact, step, toPayment, isAwaitingScans } = useTill();
  const isCart = step === 'cart';
  const go = () => {
    applyTyped();
    void toPayment();
  };
  useShortcuts({ ...(isCart && { [keys.go]: go }) });
  return (
    <Section title="Cart" text={cart.length > 0 ? pieces(cart) : undefined}>
      {cart.length === 0 ? <EmptyCart /> : <CartLines />}
      {cart.length > 0 && <CartTotals />}
      {isCart && (
        <Button fullWidth size="large" variant="contained" disabled={!contact || cart.length === 0} loading={isAwaitingScans} onClick={go} sx={{ mt: 2 }}>
          {contact ? 'Proceed to Payment' : 'Select a customer first'}
        </Button>
      )}
    </Section>
  );
};

/** A quantity counts from the moment its field is left. A key leaves no field, and on a phone neither does a tap. */
const applyTyped = () => {
  const { activeElement } = document;
  if (activeElement instanceof HTMLInputElement) activeElement.blur();
};

const CartLines = () => {
  const { cart } = useTill();
  return (
    <Box component="ul" aria-label="Cart items" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: { lg: 'max(160px, 100dvh - 420px)' }, overflowY: { lg: 'auto' } }}>
      {cart.map((line) => (
        <CartRow key={line.item.id} line={line} />
      ))}
    </Box>
  );
};

const EmptyCart = () => (
  <Box sx={{ display: 'grid', justifyItems: 'center', gap: 1, py: 4, color: 'text.secondary' }}>
    <ShoppingCartOutlined aria-hidden="true" />
    <Typography>The cart is empty</Typography>
  </Box>
);
