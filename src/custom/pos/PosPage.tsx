import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined';
import { Box, IconButton, Tooltip } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { DrawerControl } from '#src/resources/drawers/DrawerControl.tsx';
import { tillPollMs } from '#src/limits.ts';
import { RequireLocation } from '#src/location-scope/RequireLocation.tsx';
import { useLeavingGuard } from '#src/location-scope/useLocationScope.ts';
import { useAttemptClaim } from '#src/dataProvider/attempts.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { visuallyHidden } from '#src/ui/dom.ts';
import { usePageTitle } from '#src/ui/PageHeader.tsx';
import { CartBar } from './CartBar.tsx';
import { CartPanel } from './CartPanel.tsx';
import { customerId } from './customerPlace.ts';
import { CustomerSelection } from './CustomerSelection.tsx';
import { ItemsSection } from './ItemsSection.tsx';
import { KeyboardHelp } from './KeyboardHelp.tsx';
import { ChangeOnPhone, SuccessStep } from './LastSale.tsx';
import { PaymentStep } from './PaymentStep.tsx';
import { Scanner } from './Scanner.tsx';
import { keys, useShortcuts } from './shortcuts.ts';
import { belowItems, besideItems, touchSizes } from './tillSizes.ts';
import { useFreshPrices } from './useFinishSale.ts';
import { useLeaveSale } from './useLeaveSale.tsx';
import { useNothingParkedAtPayment } from './useParkedSales.ts';
import { usePaymentEntry } from './usePaymentEntry.ts';
import { useReopenedSale } from './useResumedSale.ts';
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
  const [isHelpOpen, setHelpOpen] = useState(false);
  const { confirm, dialog } = useConfirm();
  usePageTitle('Point of Sale');
  useLeavingGuard(cart.length > 0, () => confirm(switchQuestion), { outlivesSession: true });
  const { leave, dialog: leaving } = useLeaveSale();
  usePaymentEntry(() => leave(toCart));
  useAttemptClaim(saleKey);
  useReopenedSale();
  usePricesKeptFresh();
  useNothingParkedAtPayment();
  useShortcuts({ [keys.help]: () => setHelpOpen(true) });
  const tools = <Tools onHelp={() => setHelpOpen(true)} />;
  return (
    <>
      <Box component="h1" sx={visuallyHidden}>
        Point of Sale
      </Box>
      <Scanner />
      <Box sx={{ containerType: 'inline-size', containerName: 'till' }}>
        <Box sx={columns}>
          <Box id={customerId} className="customer">
            {hasJustSold ? <SuccessStep /> : step === 'cart' && <CustomerSelection />}
            {step === 'cart' && <ChangeOnPhone />}
          </Box>
          <Box className="items">
            {step === 'cart' ? <ItemsSection tools={tools} /> : <PaymentStep tools={tools} />}
          </Box>
          <Box id={cartId} tabIndex={-1} className="cart">
            <CartPanel />
          </Box>
        </Box>
        {step === 'cart' && <CartBar />}
      </Box>
      <KeyboardHelp isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />
      {dialog}
      {leaving}
    </>
  );
};

const Tools = ({ onHelp }: { onHelp: () => void }) => (
  <>
    <DrawerControl />
    <Tooltip title="Keyboard shortcuts">
      <IconButton aria-label="Keyboard shortcuts" onClick={onHelp} sx={{ display: { xs: 'none', md: 'inline-flex' } }}>
        <KeyboardOutlined />
      </IconButton>
    </Tooltip>
  </>
);

const cartId = 'till-cart';

/**
 * Customer and cart are beside the items where there is room, and the items scroll by themselves; else the customer is above
 * and the cart below. On a touch screen every button is 44 px high.
 */
const columns = {
  display: 'grid',
  gap: { xs: 1, sm: 2 },
  mt: { xs: -1, sm: 0 },
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '& > *': { minWidth: 0, scrollMarginTop: 80, outline: 'none !important' },
  '& > :empty': { display: 'none' },
  [besideItems]: {
    gridTemplateColumns: 'minmax(0, 1fr) 296px',
    gridTemplateRows: 'auto 1fr',
    rowGap: 1.5,
    '& > .customer': { gridColumn: 2 },
    '& > .items': { gridColumn: 1, gridRow: '1 / span 2' },
    '& > .cart': { gridColumn: 2 },
    '@media (min-height: 640px)': {
      '& > .items > section': { maxHeight: 'calc(100dvh - 96px)', overflowY: 'auto' },
    },
  },
  // The items would move the cart when they come.
  [belowItems]: { '& > .items:has(.MuiSkeleton-root) ~ .cart': { visibility: 'hidden' } },
  '@container till (min-width: 860px)': { gridTemplateColumns: 'minmax(0, 1fr) 340px' },
  '@container till (min-width: 1280px)': { gridTemplateColumns: 'minmax(0, 1fr) 420px' },
  ...touchSizes,
} as const;

/** A restored cart may be old, and somebody may change or delete an item while it stands in the cart. */
const usePricesKeptFresh = () => {
  const { step } = useTill();
  const freshen = useEffectEvent(useFreshPrices());
  useEffect(() => {
    void freshen();
    // The amount does not change while it is paid: the server refuses a total that is no longer right.
    if (step === 'payment') return undefined;
    const timer = setInterval(() => {
      if (!document.hidden) void freshen();
    }, tillPollMs);
    return () => clearInterval(timer);
  }, [step]);
};

const switchQuestion = {
  title: 'Switch location?',
  text: 'The cart is not empty. Its items stay at this location until you come back.',
  confirmLabel: 'Switch location',
  cancelLabel: 'Stay here',
} as const;
