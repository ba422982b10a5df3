import { Alert, AlertTitle, Box, Button } from '@mui/material';
import { useLayoutEffect, type ReactNode } from 'react';
import { isTooSmallForCard, tooSmallForCard } from '#domain/invoices/collecting.ts';
import { formatCents } from '#domain/shared/money.ts';
import { cardMethod, drawerMethod, paymentMethods } from '#domain/invoices/paymentMethods.ts';
import { ChosenContact } from '#src/resources/contacts/ContactSearch.tsx';
import type { SaleMethod } from '#src/resources/invoices/payments/salePayment.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { useIsDrawerKnown } from '#src/resources/drawers/useTillDrawer.ts';
import { MethodChoice } from '#src/resources/invoices/payments/MethodChoice.tsx';
import { OtherPaymentFields, useOtherPayment } from '#src/resources/invoices/payments/OtherPaymentFields.tsx';
import { PaymentActions } from '#src/resources/invoices/payments/PaymentForm.tsx';
import { cardAvailability, useStripeConfig } from '#src/resources/invoices/payments/useStripeConfig.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { Section } from '#src/ui/Section.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { CartChanges, cartPiecesText } from './CartPanel.tsx';
import { CashPayment } from './CashPayment.tsx';
import { backToCart, SaleForm } from './SaleForm.tsx';
import { keys, useShortcuts } from './shortcuts.ts';
import { useDeskSale } from './useDeskSale.ts';
import { useLeaveSale } from './useLeaveSale.tsx';
import { useResumedSale } from './useResumedSale.ts';
import { useTill } from './useTillState.ts';

export const PaymentStep = ({ tools }: { tools: ReactNode }) => {
  const { contact, method, setMethod, toCart, totals, cart } = useTill();
  const isPhone = useIsPhone();
  const isFree = totals.total === 0;
  const { leave, changeSplit, dialog } = useLeaveSale();
  const { id: locationId } = useSelectedLocation();
  const { isAsking, note } = useResumedSale();
  // The notice about the drawer would move the payment under somebody's hand.
  const isWaiting = !useIsDrawerKnown(locationId) || isAsking;
  const pick = (next: SaleMethod) => {
    if (next !== method) void leave(() => setMethod(next));
  };
  const back = () => void leave(toCart);
  const useCash = () => pick(drawerMethod);
  const payments: Record<SaleMethod, ReactNode> = {
    cash: <CashPayment onBack={back} />,
    card: <CardPayment key="card" onBack={back} onUseCash={useCash} />,
    split: (
      <CardPayment
        key="split"
        onBack={back}
        onUseCash={useCash}
        onChangeSplit={() => void changeSplit(() => setMethod('split'))}
      />
    ),
    other: <OtherPayment onBack={back} />,
  };
  // The cart was scrolled, and the button that has the focus is below the methods.
  // Newer browsers return a promise, which is no cleanup.
  useLayoutEffect(() => void window.scrollTo(0, 0), []);
  useShortcuts({ [keys.cash]: useCash, [keys.card]: () => pick(cardMethod), [keys.back]: back });
  return (
    <Section
      title="Payment"
      // The cart is far below.
      text={isPhone && `${cartPiecesText(cart)} · ${formatCents(totals.total)}`}
      actions={<Box sx={{ display: 'flex', gap: 1 }}>{tools}</Box>}
    >
      <Box sx={step}>
        {contact && <ChosenContact contact={contact} />}
        {isPhone && <CartChanges />}
        {!isFree && <MethodChoice methods={saleMethods} method={method} onPick={pick} />}
        {note && <Alert severity="warning">{note}</Alert>}
        {isWaiting && <SkeletonBlock lines={2} />}
        {!isWaiting && (isFree ? <NothingToPay onBack={back} /> : payments[method])}
      </Box>
      {dialog}
    </Section>
  );
};

/** On a phone the buttons of the payment stay in sight. */
const step = {
  display: 'grid',
  gap: { xs: 1.5, sm: 2.5 },
  '@media (max-width: 599.95px)': {
    '& form > :last-child': {
      position: 'sticky',
      bottom: 0,
      zIndex: 1,
      mx: -2,
      px: 2,
      py: 1,
      borderTop: 1,
      borderColor: 'divider',
      bgcolor: 'background.paper',
    },
  },
} as const;

const saleMethods = [...paymentMethods, 'split'] as const;

/** A sale of nothing needs no payment, whichever method was chosen before. */
const NothingToPay = ({ onBack }: { onBack: () => void }) => {
  const { complete, isBusy, error } = useDeskSale();
  const submit = () => complete({ receivedCents: null });
  return (
    <SaleForm error={error} isBusy={isBusy} onBack={onBack} onSubmit={submit}>
      <Alert severity="info" role="note">
        There is nothing to pay. The sale is completed without a payment.
      </Alert>
    </SaleForm>
  );
};

interface CardPaymentProps {
  onBack: () => void;
  onUseCash: () => void;
  onChangeSplit?: () => void;
}

const CardPayment = ({ onBack, onUseCash, onChangeSplit }: CardPaymentProps) => {
  const { companyId } = useSelectedLocation();
  const { totals } = useTill();
  const card = cardAvailability(useStripeConfig(companyId));
  // Of a split sale, at least a cent is in cash.
  const most = onChangeSplit ? totals.total - 1 : totals.total;
  if (isTooSmallForCard(most) || most === 0)
    return <NoCard text={tooSmallForCard} onBack={onBack} onUseCash={onUseCash} />;
  if (card.state === 'loading') return <SkeletonBlock lines={2} />;
  if (card.state === 'not configured') return <NoCard text={notConfigured} onBack={onBack} onUseCash={onUseCash} />;
  const withWayBack = (content: ReactNode) => (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {content}
      <PaymentActions backLabel={backToCart} onBack={onBack} />
    </Box>
  );
  return (
    <LazyPart fallback={<SkeletonBlock lines={2} />} renderWaiting={withWayBack}>
      <CardForm
        publishableKey={card.publishableKey}
        onBack={onBack}
        onChangeSplit={onChangeSplit}
        renderFallback={withWayBack}
      />
    </LazyPart>
  );
};

const notConfigured = (
  <>
    <AlertTitle sx={{ display: 'inline' }}>Stripe Not Configured:</AlertTitle> Card payments are not available. Please
    configure Stripe in company settings.
  </>
);

const NoCard = ({ text, onBack, onUseCash }: CardPaymentProps & { text: ReactNode }) => (
  <Box sx={{ display: 'grid', gap: 2 }}>
    <Alert severity="warning">{text}</Alert>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between' }}>
      <Button color="inherit" onClick={onBack}>
        Back to Cart
      </Button>
      <Button variant="contained" size="large" onClick={onUseCash} autoFocus>
        Use Cash Instead
      </Button>
    </Box>
  </Box>
);

/** A check, a transfer, or whatever else the settings name. A sale whose response was lost is sent again as it was. */
const OtherPayment = ({ onBack }: { onBack: () => void }) => {
  const { attempt } = useTill();
  const { companyId } = useSelectedLocation();
  const other = useOtherPayment(companyId, attempt?.body);
  const { complete, isBusy, error } = useDeskSale();
  const submit = () => {
    const payment = other.isBlocked ? null : other.read();
    if (payment) complete({ receivedCents: null, other: payment });
  };
  return (
    <SaleForm error={error} isBusy={isBusy} isBlocked={other.isBlocked} onBack={onBack} onSubmit={submit}>
      <OtherPaymentFields other={other} isFixed={attempt?.isOutcomeUnknown === true} />
    </SaleForm>
  );
};

const CardForm = lazyWithPreload('pos', () => import('./CardForm.tsx'), 'CardForm');
