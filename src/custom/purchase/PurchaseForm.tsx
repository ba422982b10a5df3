import { zodResolver } from '@hookform/resolvers/zod';
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import HourglassTop from '@mui/icons-material/HourglassTop';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import { useEffect, useState, type ReactNode } from 'react';
import { Form } from 'react-admin';
import type { FieldValues } from 'react-hook-form';
import type { ContactMembership } from '#domain/contract/contacts-memberships.ts';
import { purchasePaymentForm, type PurchasePaymentForm, type PurchasePreview } from '#domain/contract/memberships-purchase.ts';
import { todayIn } from '#domain/rules/dates.ts';
import { formatMoney } from '#domain/rules/money.ts';
import { posSuccessMs } from '#src/limits.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { CardElements } from '#src/custom/payments/CardField.tsx';
import type { CardOutcome } from '#src/custom/payments/confirmCard.ts';
import { EmptyState } from '#src/custom/ui/EmptyState.tsx';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import type { MembershipRow } from '#src/dataProvider/memberships.ts';
import { proposedStart } from './purchaseData.ts';
import { PaymentFields } from './PaymentFields.tsx';
import { usePurchaseAttempt } from './purchaseAttempt.ts';
import { usePurchaseDialog, Waiting } from './purchaseContext.tsx';
import { existingText, lastDayOf } from './purchaseData.ts';
import { PlanAgreements, PreviewSheet } from './PurchaseSummary.tsx';
import { usePurchase } from './usePurchase.ts';

interface PurchaseFormProps {
  plan: MembershipRow;
  preview: PurchasePreview;
  /** The contact's memberships that have not expired. */
  held: readonly ContactMembership[];
  publishableKey: string;
  onBack: () => void;
}

/** The payment step and, above it once a payment was tried, what became of it. */
export const PurchaseForm = (props: PurchaseFormProps) => (
  <CardElements publishableKey={props.publishableKey} renderFallback={waiting(props.onBack)}>
    <Payment {...props} />
  </CardElements>
);

const waiting = (onBack: () => void) => (content: ReactNode) => <Waiting onBack={onBack}>{content}</Waiting>;

const Payment = ({ plan, preview, held, publishableKey, onBack }: PurchaseFormProps) => {
  const { contact } = usePurchaseDialog();
  const { timezone } = useSelectedLocation();
  const [today] = useState(() => todayIn(plan.location?.timezone ?? contact.homeLocation?.timezone ?? timezone, new Date()));
  const same = held.filter(({ membershipId }) => membershipId === plan.id);
  const attempts = usePurchaseAttempt(contact.id);
  const [defaults] = useState(() => {
    const open = attempts.read();
    const asBefore = open?.body.membershipId === plan.id && open.body.startDate >= today ? { startDate: open.body.startDate, autoRenew: open.body.autoRenew } : {};
    return { ...known(contact, proposedStart(same.map(lastDayOf), today)), ...asBefore };
  });
  const purchase = usePurchase(plan, preview.total);
  const isTried = purchase.outcome !== undefined;
  return (
    <>
      {purchase.outcome && <CompleteStep outcome={purchase.outcome} onTryAgain={purchase.tryAgain} />}
      {/* Hidden and not taken away: Try Again finds the card and everything typed as it was. */}
      <Box hidden={isTried} sx={isTried ? undefined : { display: 'contents', '& > form': { display: 'contents' } }}>
        <Form
          noValidate
          record={noRecord}
          disableInvalidFormNotification
          resolver={zodResolver(purchasePaymentForm(today))}
          defaultValues={defaults}
          onSubmit={(values: FieldValues) => purchase.pay(values as PurchasePaymentForm)}
        >
          <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}>
            <DialogContent dividers>
              <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 300px' }, alignItems: 'start' }}>
                <PaymentFields plan={plan} today={today} publishableKey={publishableKey} existingNote={same.length > 0 ? existingText(same) : undefined} onCardReady={purchase.onCardReady} />
                <Box sx={{ display: 'grid', gap: 2.5 }}>
                  <PreviewSheet preview={preview} />
                  <PlanAgreements plan={plan} />
                </Box>
              </Box>
            </DialogContent>
            <PurchaseActions error={purchase.error} isBusy={purchase.isBusy} isReady={purchase.isReady} onBack={onBack} total={preview.total} />
          </Box>
        </Form>
      </Box>
    </>
  );
};

/** The contact's own record stands around the dialog, and is not what this form edits. */
const noRecord = {};

/** What the contact's record knows already. */
const known = (contact: ContactRecord, startDate: string) => ({
  cardholderName: `${contact.firstName} ${contact.lastName}`,
  billingStreet: contact.address ?? '',
  billingCity: contact.city ?? '',
  billingState: contact.state ?? '',
  billingZip: contact.zipCode ?? '',
  startDate,
  autoRenew: false,
});

interface PurchaseActionsProps {
  error: string | undefined;
  isBusy: boolean;
  isReady: boolean;
  total: number;
  onBack: () => void;
}

/** The payment step's buttons, with what went wrong above them. */
const PurchaseActions = ({ error, isBusy, isReady, total, onBack }: PurchaseActionsProps) => {
  const { close } = usePurchaseDialog();
  return (
    <>
      {error && (
        <Box sx={{ px: 3, pt: 2 }}>
          <Alert severity="error">{error}</Alert>
        </Box>
      )}
      <DialogActions sx={{ pt: '16px !important', flexWrap: 'wrap', gap: 1 }}>
        <Button color="inherit" onClick={onBack} disabled={isBusy} sx={{ mr: 'auto' }}>
          Back
        </Button>
        <Button color="inherit" onClick={close} disabled={isBusy}>
          Cancel
        </Button>
        <Button type="submit" variant="contained" loading={isBusy} disabled={!isReady} className="tabular">
          Pay {formatMoney(total)}
        </Button>
      </DialogActions>
    </>
  );
};

interface CompleteStepProps {
  outcome: CardOutcome;
  onTryAgain: () => void;
}

/** Closes by itself when the payment succeeded, and only then. Otherwise it says what happened. */
const CompleteStep = ({ outcome, onTryAgain }: CompleteStepProps) => {
  const { finish, close } = usePurchaseDialog();
  const isDone = outcome.status === 'succeeded';
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(finish, posSuccessMs);
    return () => clearTimeout(timer);
  }, [isDone, finish]);
  const canRetry = outcome.status === 'declined' || outcome.status === 'unconfirmed';
  return (
    <>
      <DialogContent dividers>
        <Box role={canRetry ? 'alert' : 'status'}>
          <EmptyState heading="h2" {...words(outcome)} />
        </Box>
      </DialogContent>
      <DialogActions sx={{ pt: '16px !important' }}>
        <Button color="inherit" onClick={close}>
          Close
        </Button>
        {canRetry && (
          <Button variant="contained" onClick={onTryAgain} autoFocus>
            Try Again
          </Button>
        )}
      </DialogActions>
    </>
  );
};

const words = (outcome: CardOutcome) => {
  if (outcome.status === 'succeeded') {
    return { icon: <CheckCircleOutlined color="success" />, title: 'Payment Successful!', text: 'The membership has been purchased.' };
  }
  if (outcome.status === 'processing') {
    return { icon: <HourglassTop />, title: 'Payment processing', text: 'Stripe is still processing this payment. The membership starts when the payment succeeds, and then appears in the history.' };
  }
  return { icon: <ErrorOutlined color="error" />, title: outcome.status === 'declined' ? 'Payment not completed' : 'Payment not confirmed', text: outcome.message };
};
