import { Alert, Box, DialogContent, Typography } from '@mui/material';
import { useState, type ReactNode } from 'react';
import type { InvoicePaymentBody } from '#domain/invoices/paymentsContract.ts';
import {
  cardMethod,
  drawerMethod,
  paymentMethodRules,
  paymentMethods,
  type PaymentMethod,
} from '#domain/invoices/paymentMethods.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { amountUnclear, formatMoney, fromCents, toCents } from '#domain/shared/money.ts';
import { useIsDrawerKnown } from '#src/resources/drawers/useTillDrawer.ts';
import { Draft } from '#src/ui/forms/FormDraft.tsx';
import { MoneyTextField } from '#src/ui/forms/MoneyTextField.tsx';
import { centsFromText } from '#src/ui/forms/moneyText.ts';
import { useCashRounding } from '#src/location-scope/useLocationScope.ts';
import { CashReceived, useCashReceived } from '../payments/CashReceived.tsx';
import { MethodChoice } from '../payments/MethodChoice.tsx';
import { OtherPaymentFields, useOtherPayment } from '../payments/OtherPaymentFields.tsx';
import { chargeText, PaymentActions, PaymentForm } from '../payments/PaymentForm.tsx';
import { cardAvailability, useStripeConfig } from '../payments/useStripeConfig.ts';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { toSavedCard } from './savedCard.ts';
import { useInvoiceSnapshot } from '../useInvoiceMutation.ts';
import { useTaking } from './useTaking.ts';

type How = PaymentMethod | 'saved';

interface Typed {
  how: How;
  amount: string;
  received: string;
  otherMethod?: string | undefined;
  reference: string;
}

/** Takes the whole amount due, or a part of it: in cash, with the saved card or a new one, or by another method. */
export const TakePaymentDialog = ({ invoice: current, onClose }: { invoice: InvoiceRecord; onClose: () => void }) => {
  const { shown: invoice, keep, forget } = useInvoiceSnapshot(current);
  const [how, setHow] = useState<How>(drawerMethod);
  const [typed, setTyped] = useState(invoice.due.toFixed(2));
  const [isCharging, setCharging] = useState(false);
  const card = cardAvailability(useStripeConfig(invoice.company?.id));
  // The methods and the notice about the drawer would move what follows under somebody's hand.
  const isKnown = useIsDrawerKnown(invoice.locationId) && card.state !== 'loading';
  const { take, taken, clear, ...taking } = useTaking(invoice, { onClose, onFailed: keep });
  const isBusy = taking.isBusy || isCharging;
  const cents = toAmount(typed, invoice.due);
  const rounding = useCashRounding(invoice.locationId);
  // A part is taken to the cent.
  const step = cents === toCents(invoice.due) ? rounding : 0;
  const cash = useCashReceived(cents ?? 0, { step });
  const other = useOtherPayment(invoice.company?.id ?? '');
  const cards: readonly How[] =
    card.state !== 'ready' ? [] : invoice.hasSavedCard ? ['saved', cardMethod] : [cardMethod];
  const offered = paymentMethods.flatMap((method) => (method === cardMethod ? cards : [method]));
  const choose = (next: How) => {
    if (isBusy) return;
    forget();
    clear();
    setHow(next);
  };
  const restore = (draft: Typed) => {
    if (offered.includes(draft.how)) choose(draft.how);
    setTyped(draft.amount);
    cash.setTyped(draft.received);
    other.setChosen(draft.otherMethod);
    other.setReference(draft.reference);
  };
  const isCash = how === drawerMethod;
  const { isNamed } = paymentMethodRules[how === 'saved' ? cardMethod : how];
  const amount = fromCents(isCash ? cash.totalCents : (cents ?? 0));
  const label = cents === undefined ? 'Charge' : chargeText(amount, invoice.currency);
  const isBlocked = (isCash && cash.isBlocked) || (isNamed && other.isBlocked);
  const submit = () => {
    const payment = toPayment();
    if (payment) take({ ...payment, amount });
  };
  const toPayment = (): InvoicePaymentBody | null => {
    if (how === 'saved') return { method: cardMethod, card: 'saved' };
    const { receivedCents } = cash;
    if (!isNamed)
      return { method: how, ...(isCash && receivedCents !== null && { tendered: fromCents(receivedCents) }) };
    const named = other.read();
    return named && { method: how, ...named };
  };
  const withCancel = (content: ReactNode) => (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {content}
      <PaymentActions onCancel={onClose} />
    </Box>
  );
  if (!isKnown)
    return (
      <TitledDialog title="Take Payment" onClose={onClose}>
        <DialogContent>
          <SkeletonBlock lines={8} />
        </DialogContent>
      </TitledDialog>
    );
  return (
    <TitledDialog title="Take Payment" onClose={() => !isBusy && onClose()}>
      <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
        {/* It is also opened by a row of a list, which it covers. */}
        <Typography color="textSecondary">
          {[invoice.contact && fullName(invoice.contact), invoice.number].filter(Boolean).join(' · ')}
        </Typography>
        <Draft<Typed>
          of={`payment of ${invoice.id}`}
          isDirty={
            how !== drawerMethod || typed !== invoice.due.toFixed(2) || cash.typed !== '' || other.reference !== ''
          }
          read={() => ({
            how,
            amount: typed,
            received: cash.typed,
            otherMethod: other.otherMethod,
            reference: other.reference,
          })}
          onRestore={restore}
        />
        <MethodChoice methods={offered} method={how} disabled={isBusy} onPick={choose} />
        <MoneyTextField
          label="Amount"
          disabled={isBusy}
          value={typed}
          onType={(next) => (forget(), setTyped(next))}
          error={cents === undefined}
          helperText={
            cents === undefined ? amountProblem(typed, invoice) : `${formatMoney(invoice.due, invoice.currency)} is due`
          }
        />
        {how !== cardMethod && (
          <PaymentForm
            key={how}
            {...taking}
            label={label}
            isBlocked={cents === undefined || isBlocked}
            onSubmit={submit}
            onCancel={onClose}
          >
            {isCash && cents !== undefined && <CashReceived cash={cash} locationId={invoice.locationId} />}
            {isNamed && <OtherPaymentFields other={other} />}
            {how === 'saved' && <SavedCardNote invoice={invoice} />}
          </PaymentForm>
        )}
        {how === cardMethod && card.state === 'ready' && (
          <LazyPart fallback={<SkeletonBlock lines={2} />} renderWaiting={withCancel}>
            <NewCardPayment
              invoice={invoice}
              publishableKey={card.publishableKey}
              cents={cents}
              label={label}
              onTaken={taken}
              onLost={keep}
              onBusy={setCharging}
              onCancel={onClose}
              renderFallback={withCancel}
            />
          </LazyPart>
        )}
      </DialogContent>
    </TitledDialog>
  );
};

const SavedCardNote = ({ invoice }: { invoice: InvoiceRecord }) => {
  const savedCard = toSavedCard(invoice);
  return (
    <Alert severity={savedCard?.hasExpired ? 'warning' : 'info'} role="note">
      The saved card is charged at once{savedCard && `: ${savedCard.text}`}.
    </Alert>
  );
};

/** Stripe's code is part of this chunk. */
const NewCardPayment = lazyWithPreload('pos', () => import('./NewCardPayment.tsx'), 'NewCardPayment');

/** The typed amount in cents; undefined when it is invalid or more than the amount due. */
const toAmount = (typed: string, due: number): number | undefined => {
  const cents = centsFromText(typed);
  return cents !== undefined && cents > 0 && cents <= toCents(due) ? cents : undefined;
};

const amountProblem = (typed: string, { due, currency }: InvoiceRecord) =>
  (centsFromText(typed) ?? 0) > toCents(due) ? `Only ${formatMoney(due, currency)} is due` : amountUnclear;
