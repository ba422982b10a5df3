import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined';
import { Box, Button } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { DrawerControl } from '#src/resources/drawers/DrawerControl.tsx';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useBeforeLocationSwitch, useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useAttemptClaim } from '#src/dataProvider/attempts.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { CartBar } from './CartBar.tsx';
import { besideItems, CartPanel } from './CartPanel.tsx';
import { CustomerSelection } from './CustomerSelection.tsx';
import { ItemsSection } from './ItemsSection.tsx';
import { KeyboardHelp } from './KeyboardHelp.tsx';
import { LastSaleStrip, SuccessStep } from './LastSale.tsx';
import { PaymentStep } from './PaymentStep.tsx';
import { Scanner } from './Scanner.tsx';
import { keys, useShortcuts } from './shortcuts.ts';
import { useLeaveSale } from './useLeaveSale.tsx';
import { useNothingParkedAtPayment } from './useParkedSales.ts';
import { usePaymentEntry } from './usePaymentEntry.ts';
import { useReopenedSale } from './useResumedSale.ts';
import { useFreshPrices } from './useSaleOutcome.ts';
import { TillContext, useTill, useTillState } from './useTillState.ts';

export const PosPage = () => (
  <RequireLocation feature="pos" prompt="Select a location to use the point of sale">
    <Till />
  </RequireLocation>
);

const Till = () => (
  <TillContext value={useTillState()}>
    <TillScreen />
  </TillContext>
);

const TillScreen = () => {
  const { step, cart, hasJustSold, saleKey, toCart } = useTill();
  const { name } = useSelectedLocation();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const { confirm, dialog } = useConfirm();
  useBeforeLocationSwitch(cart.length > 0, () => confirm(switchQuestion));
  const { leave, dialog: leaving } = useLeaveSale();
  usePaymentEntry(() => leave(toCart));
  useAttemptClaim(saleKey);
  useReopenedSale();
  useFreshPricesOnce();
  useNothingParkedAtPayment();
  useShortcuts({ [keys.help]: () => setHelpOpen(true) });
  return (
    <>
      <PageHeader
        title="Point of Sale"
        subtitle={`Sell items and services at ${name}`}
        actions={
          <>
            <Button
              color="inherit"
              startIcon={<KeyboardOutlined />}
              onClick={() => setHelpOpen(true)}
              sx={{ display: { xs: 'none', md: 'inline-flex' } }}
            >
              Keyboard Shortcuts
            </Button>
            <DrawerControl />
          </>
        }
      />
      <Scanner />
      {hasJustSold ? (
        <SuccessStep />
      ) : (
        <Box sx={{ containerType: 'inline-size', containerName: 'till' }}>
          <Box sx={columns}>
            {step === 'cart' ? <CartStep /> : <PaymentStep />}
            <Box
              id={cartId}
              tabIndex={-1}
              sx={{ scrollMarginTop: 80, outline: 'none !important', [besideItems]: { position: 'sticky', top: 80 } }}
            >
              <CartPanel />
            </Box>
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
const customerId = 'till-customer';

/** The cart is beside the items where there is room, else below them. On a touch screen every button is 44 px high. */
const columns = {
  display: 'grid',
  gap: 2.5,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [besideItems]: { gap: 2, gridTemplateColumns: 'minmax(0, 1fr) 296px' },
  '@container till (min-width: 860px)': { gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr) 368px' },
  '@container till (min-width: 1280px)': { gridTemplateColumns: 'minmax(0, 1fr) 420px' },
  '@media (pointer: coarse), (max-width: 768px)': {
    '& .MuiButton-root': { minHeight: 44 },
    '& .MuiIconButton-root': { minWidth: 44, minHeight: 44 },
    // In a field there is no room for it.
    '& .MuiInputBase-root > .MuiIconButton-root': { minWidth: 0, minHeight: 0 },
  },
} as const;

/** A restored cart may be old: its prices and stock are refreshed when the till opens. */
const useFreshPricesOnce = () => {
  const freshen = useEffectEvent(useFreshPrices());
  useEffect(() => void freshen(), []);
};

const switchQuestion = {
  title: 'Switch location?',
  text: 'The cart is not empty. Its items stay at this location until you come back.',
  confirmLabel: 'Switch Location',
  cancelLabel: 'Stay Here',
} as const;

const CartStep = () => (
  <Box sx={{ display: 'grid', gap: 2.5, minWidth: 0 }}>
    <LastSaleStrip />
    <Box id={customerId} sx={{ scrollMarginTop: 80 }}>
      <CustomerSelection />
    </Box>
    <ItemsSection />
    <CartBar cartId={cartId} customerId={customerId} />
  </Box>
);
