import { Alert, Box, Button, Typography } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { splitRefusal } from '#domain/invoices/collecting.ts';
import { amountUnclear, formatCents, fromCents, toCents } from '#domain/shared/money.ts';
import type { ItemSaleAttempt } from '#src/dataProvider/attempts.ts';
import { CardElements } from '#src/resources/invoices/payments/CardElements.tsx';
import { CardFields } from '#src/resources/invoices/payments/CardFields.tsx';
import { splitParts } from '#src/resources/invoices/payments/salePayment.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { CashChange, useCashReceived } from '#src/resources/invoices/payments/CashReceived.tsx';
import { chargeText } from '#src/resources/invoices/payments/PaymentForm.tsx';
import { partsText } from '#src/resources/invoices/payments/Receipt.tsx';
import { NoDrawerNotice } from '#src/resources/drawers/NoDrawerNotice.tsx';
import { MoneyTextField } from '#src/ui/forms/MoneyTextField.tsx';
import { centsFromText } from '#src/ui/forms/moneyText.ts';
import { SaleForm } from './SaleForm.tsx';
import { useCardSale } from './useCardSale.ts';
import { useTill } from './useTillState.ts';

interface CardSaleProps {
  publishableKey: string;
  onBack: () => void;
}

interface CardFormProps extends CardSaleProps {
  /** Gives up the split that was sent, so that another can be entered. Without it, the card pays all. */
  onChangeSplit?: (() => void) | undefined;
  /** With the way back, around what stands there until Stripe's form does. */
  renderFallback: (content: ReactNode) => ReactNode;
}

/** The card entry of the till. A separate chunk with Stripe's code, loaded when a card is to be charged. */
export const CardForm = ({ onChangeSplit, renderFallback, ...props }: CardFormProps) => (
  <CardElements publishableKey={props.publishableKey} renderFallback={renderFallback}>
    {onChangeSplit ? <SplitSale {...props} onChange={onChangeSplit} /> : <CardSale {...props} />}
  </CardElements>
);

const CardSale = ({ publishableKey, onBack }: CardSaleProps) => {
  const { complete, isReady, isBusy, error, onCardReady } = useCardSale();
  return (
    <SaleForm
      label="Complete Purchase"
      error={error}
      isBusy={isBusy}
      isBlocked={!isReady}
      onBack={onBack}
      onSubmit={() => void complete()}
    >
      <SaleCard publishableKey={publishableKey} onReady={onCardReady} />
    </SaleForm>
  );
};

interface SplitSaleProps extends CardSaleProps {
  onChange: () => void;
}

/** A part in cash, and the card for the rest. */
const SplitSale = ({ publishableKey, onBack, onChange }: SplitSaleProps) => {
  const { id: locationId } = useSelectedLocation();
  const { attempt } = useTill();
  const { complete, isReady, isBusy, error, forgetError, onCardReady } = useCardSale();
  const split = useSplit(attempt);
  const { cents, restCents, cash } = split;
  const submit = () => {
    if (restCents !== undefined) void complete({ receivedCents: cash.receivedCents, cashCents: cents });
  };
  const change = () => {
    // It was about the split that is given up.
    forgetError();
    onChange();
  };
  return (
    <SaleForm
      label={restCents === undefined ? 'Charge the rest' : chargeText(fromCents(restCents))}
      error={error}
      isBusy={isBusy}
      isBlocked={!isReady || restCents === undefined || cash.isBlocked}
      onBack={onBack}
      onSubmit={submit}
    >
      <NoDrawerNotice locationId={locationId} />
      <SplitFields split={split} isFixed={attempt !== undefined} />
      {attempt && cents !== undefined && (
        <Alert
          severity="info"
          role="note"
          action={
            <Button color="inherit" size="small" onClick={change} disabled={isBusy} sx={{ whiteSpace: 'nowrap' }}>
              Change amount
            </Button>
          }
        >
          Nothing is booked until the card is charged. If it is not, hand back {formatCents(cents)}.
        </Alert>
      )}
      <SaleCard publishableKey={publishableKey} onReady={onCardReady} />
    </SaleForm>
  );
};

type Split = ReturnType<typeof useSplit>;

/** A split that was sent stays as it is until its sale is given up. */
const useSplit = (attempt: ItemSaleAttempt | undefined) => {
  const { totals } = useTill();
  const [typed, setTyped] = useState(() => attempt?.body.cash?.amount.toFixed(2) ?? '');
  const sent = attempt?.body.cash;
  const cents = sent ? toCents(sent.amount) : centsFromText(typed);
  const problem = findProblem();
  const restCents = cents === undefined || problem !== undefined ? undefined : totals.total - cents;
  const cash = useCashReceived(cents ?? 0, { initialCents: attempt?.receivedCents });
  return { typed, setTyped, cents, problem, restCents, cash };

  function findProblem(): string | undefined {
    if (typed.trim() === '') return undefined;
    return cents === undefined ? amountUnclear : splitRefusal(totals.total, cents);
  }
};

const SplitFields = ({ split, isFixed }: { split: Split; isFixed: boolean }) => {
  const { typed, setTyped, cents, problem, restCents, cash } = split;
  return (
    <>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}>
        <MoneyTextField
          label="Part in cash"
          value={typed}
          onType={setTyped}
          disabled={isFixed}
          error={problem !== undefined}
          helperText={problem}
          autoFocus={!isFixed}
        />
        <MoneyTextField
          label="Cash received (optional)"
          value={cash.typed}
          onType={cash.setTyped}
          disabled={isFixed}
          error={cash.isShort || cash.isUnclear}
          helperText={cash.isUnclear && amountUnclear}
        />
      </Box>
      {cents !== undefined && restCents !== undefined && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2 }}>
          <Typography
            component="output"
            className="tabular"
            sx={{ minHeight: 28, fontSize: '1.0625rem', fontWeight: 650 }}
          >
            {partsText(splitParts(cents, cents + restCents))}
          </Typography>
          <CashChange receivedCents={cash.receivedCents} totalCents={cents} />
        </Box>
      )}
    </>
  );
};

/** Says whether the card is saved: not for a customer who has no email. */
const SaleCard = ({ publishableKey, onReady }: { publishableKey: string; onReady: () => void }) => {
  const { contact } = useTill();
  const isSaved = contact?.email !== '';
  return (
    <CardFields
      publishableKey={publishableKey}
      note={`The card is securely processed by Stripe and ${isSaved ? 'saved for future purchases' : 'not saved'}.`}
      onReady={onReady}
    />
  );
};
