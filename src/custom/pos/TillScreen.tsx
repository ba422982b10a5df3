import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useBeforeLocationSwitch, useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { useAttemptClaim } from '#src/custom/payments/attemptClaims.ts';
import { PageHeader } from '#src/custom/ui/PageHeader.tsx';
import { useConfirm } from '#src/custom/ui/useConfirm.tsx';
import { CartPanel } from './CartPanel.tsx';
import { CartStep } from './CartStep.tsx';
import { KeyboardHelp } from './KeyboardHelp.tsx';
import { PaymentStep } from './PaymentStep.tsx';
import { SuccessStep } from './SuccessStep.tsx';
import { useTill } from './tillContext.ts';
import { useFreshPrices } from './useFreshPrices.ts';
import { useLeaveSale } from './useLeaveSale.tsx';
import { usePaymentEntry } from './usePaymentEntry.ts';
import { useReopenedSale } from './useReopenedSale.ts';
import { useShortcuts } from './useShortcuts.ts';

/** Cart, then payment, then success; beside them the cart, which is what the sale is about. */
export const TillScreen = () => {
  const { step, cart, hasJustSold, attempt, saleKey, toCart } = useTill();
  const { name } = useSelectedLocation();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const { confirm, dialog } = useConfirm();
  useBeforeLocationSwitch(
    cart.length > 0,
    useCallback(() => confirm(switchQuestion), [confirm]),
  );
  const { leave, dialog: leaving } = useLeaveSale();
  usePaymentEntry(() => leave(toCart));
  useAttemptClaim(({ key }) => key === (attempt?.key ?? saleKey));
  useReopenedSale();
  useFreshPricesOnce();
  useShortcuts({ '?': useCallback(() => setHelpOpen(true), []) });
  return (
    <>
      <PageHeader
        title="Point of Sale"
        subtitle={`Sell items and services at ${name}`}
        actions={
          <Button color="inherit" startIcon={<KeyboardOutlined />} onClick={() => setHelpOpen(true)} sx={{ display: { xs: 'none', md: 'inline-flex' } }}>
            Keyboard Shortcuts
          </Button>
        }
      />
      {hasJustSold ? (
        <SuccessStep />
      ) : (
        <Box sx={{ display: 'grid', gap: 2.5, alignItems: 'start', gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 368px', xl: 'minmax(0, 1fr) 420px' } }}>
          {step === 'cart' ? <CartStep cartId={cartId} /> : <PaymentStep />}
          <Box id={cartId} tabIndex={-1} sx={{ position: { lg: 'sticky' }, top: { lg: 80 }, scrollMarginTop: 80, outline: 'none !important' }}>
            <CartPanel />
          </Box>
        </Box>
      )}
      <KeyboardHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
      {dialog}
      {leaving}
    </>
  );
};

const cartId = 'till-cart';

/** A cart that was kept may be old: its prices and stock are read again when the till opens. */
const useFreshPricesOnce = () => {
  const freshen = useRef(useFreshPrices());
  useEffect(() => void freshen.current(), []);
};

const switchQuestion = {
  title: 'Switch location?',
  text: 'There are items in the cart. They stay at this location’s till until you come back.',
  confirmLabel: 'Switch Location',
  cancelLabel: 'Stay Here',
} as const;
