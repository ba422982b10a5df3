import { Button, DialogContent, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useState, type ReactNode } from 'react';
import { formatCents, formatMoney, toCents } from '#domain/shared/money.ts';
import { Draft } from '#src/ui/forms/FormDraft.tsx';
import { MoneyTextField } from '#src/ui/forms/MoneyTextField.tsx';
import { amountUnclear, centsFromText } from '#src/ui/forms/moneyText.ts';
import { useCashRounding } from '#src/location-scope/useLocationScope.ts';
import { useCashReceived } from '../payments/CashReceived.tsx';
import { useOtherPayment } from '../payments/OtherPaymentFields.tsx';
import { cardAvailability, useStripeConfig } from '../payments/useStripeConfig.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { TitledDialog } from '#src/ui/TitledDialog.tsx';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';
import { lazyWithPreload } from '#src/performance/lazyWithPreload.tsx';
import { CashTaking, OtherTaking, SavedCardTaking } from './TakingForms.tsx';
import { useInvoiceSnapshot } from './useInvoiceMutation.ts';
import { useTaking } from './useTaking.ts';

const methodLabels = { cash: 'Cash', saved: 'Saved Card', new: 'New Card', other: 'Other' } as const;
type How = keyof typeof methodLabels;

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
  const [how, setHow] = useState<How>('cash');
  const [typed, setTyped] = useState(invoice.due.toFixed(2));
  const card = cardAvailability(useStripeConfig(invoice.company?.id));
  const { taken, clear, ...taking } = useTaking(invoice, { onClose, onFailed: keep });
  const cents = toAmount(typed, invoice.due);
  const rounding = useCashRounding(invoice.locationId);
  // A part is taken to the cent.
  const step = cents === toCents(invoice.due) ? rounding : 0;
  const cash = useCashReceived(cents ?? 0, { step });
  const other = useOtherPayment(invoice.company?.id ?? '');
  const offered: readonly How[] = [
    'cash',
    ...(invoice.hasSavedCard && card.state === 'ready' ? (['saved'] as const) : []),
    ...(card.state === 'ready' ? (['new'] as const) : []),
    'other',
  ];
  const choose = (next: How | null) => {
    if (next === null || taking.isBusy) return;
    forget();
    clear();
    setHow(next);
  };
  const restore = (draft: Typed) => {
    choose(offered.includes(draft.how) ? draft.how : null);
    setTyped(draft.amount);
    cash.setTyped(draft.received);
    other.setChosen(draft.otherMethod);
    other.setReference(draft.reference);
  };
  const label =
    cents === undefined
      ? 'Take Payment'
      : `${how === 'cash' || how === 'other' ? 'Take' : 'Charge'} ${formatCents(how === 'cash' ? cash.totalCents : cents, invoice.currency)}`;
  const form = { ...taking, cents, label, onCancel: onClose };
  const withCancel = (content: ReactNode) => (
    <>
      {content}
      <Button color="inherit" onClick={onClose} sx={{ justifySelf: 'end' }}>
        Cancel
      </Button>
    </>
  );
  return (
    <TitledDialog title="Take Payment" onClose={() => !taking.isBusy && onClose()}>
      <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
        <Draft<Typed>
          of={`payment of ${invoice.id}`}
          isDirty={how !== 'cash' || typed !== invoice.due.toFixed(2) || cash.typed !== '' || other.reference !== ''}
          read={() => ({
            how,
            amount: typed,
            received: cash.typed,
            otherMethod: other.otherMethod,
            reference: other.reference,
          })}
          onRestore={restore}
        />
        <ToggleButtonGroup
          exclusive
          fullWidth
          color="primary"
          aria-label="Payment method"
          value={how}
          onChange={(_event, next: How | null) => choose(next)}
        >
          {offered.map((method) => (
            <ToggleButton key={method} value={method}>
              {methodLabels[method]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <MoneyTextField
          label="Amount"
          value={typed}
          onType={(next) => (forget(), setTyped(next))}
          error={cents === undefined}
          helperText={
            cents === undefined ? amountProblem(typed, invoice) : `${formatMoney(invoice.due, invoice.currency)} is due`
          }
        />
        {how === 'cash' && <CashTaking {...form} cash={cash} locationId={invoice.locationId} />}
        {how === 'other' && <OtherTaking {...form} other={other} />}
        {how === 'saved' && <SavedCardTaking {...form} invoice={invoice} />}
        {how === 'new' && card.state === 'ready' && (
          <LazyPart fallback={<SkeletonBlock lines={2} />} renderWaiting={withCancel}>
            <NewCardPayment
              invoice={invoice}
              publishableKey={card.publishableKey}
              cents={cents}
              label={label}
              onTaken={taken}
              onLost={keep}
              onCancel={onClose}
            />
          </LazyPart>
        )}
      </DialogContent>
    </TitledDialog>
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
