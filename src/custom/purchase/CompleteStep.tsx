import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutlined from '@mui/icons-material/ErrorOutlined';
import HowToReg from '@mui/icons-material/HowToReg';
import HourglassTop from '@mui/icons-material/HourglassTop';
import { Box, Button, DialogActions, DialogContent, Typography } from '@mui/material';
import { useNotify } from 'react-admin';
import type { ContactMembership } from '#domain/contact-memberships/contract.ts';
import { useAccess } from '#src/location-scope/useLocationScope.ts';
import { CheckinProblem } from '#src/resources/checkins/CheckinProblem.tsx';
import { checkedInText, useCheckin } from '#src/resources/checkins/useCheckin.ts';
import type { CardOutcome } from '#src/dataProvider/sendAttempt.ts';
import { EmptyState } from '#src/ui/EmptyState.tsx';
import { usePurchaseDialog } from './purchaseContext.tsx';
import { NextCharge } from './NextCharge.tsx';
import { ReceiptOffer, type PaidBy } from './ReceiptOffer.tsx';
import { SignOffer, useMissingAgreements } from './SignOffer.tsx';

export interface Done {
  readonly title: string;
  readonly text: string;
}

interface CompleteStepProps {
  outcome: CardOutcome;
  planId: string;
  heldBefore: readonly ContactMembership[];
  /** How it was paid; undefined when nothing was paid. */
  paidBy: PaidBy | undefined;
  changeText: string | undefined;
  done?: Done | undefined;
  onTryAgain: () => void;
}

/** What happened and, if the plan is sold, what comes next: the receipt, the signature, the first visit. */
export const CompleteStep = ({
  outcome,
  planId,
  heldBefore,
  paidBy,
  changeText,
  done = paid,
  onTryAgain,
}: CompleteStepProps) => {
  const { contact, finish, close } = usePurchaseDialog();
  const { can } = useAccess();
  const notify = useNotify();
  const checkin = useCheckin((_contact, visitsLeft) => {
    notify(checkedInText(contact, visitsLeft), { type: 'success' });
    finish();
  });
  const isDone = outcome.status === 'succeeded';
  const missing = useMissingAgreements(contact, isDone);
  const canRetry = outcome.status === 'declined' || outcome.status === 'unconfirmed';
  return (
    <>
      <DialogContent dividers>
        <Box role={canRetry ? 'alert' : 'status'}>
          <EmptyState heading="h2" {...words(outcome, done)}>
            {isDone && changeText && (
              <Typography variant="h2" component="p" className="tabular">
                {changeText}
              </Typography>
            )}
            {isDone && <NextCharge contactId={contact.id} planId={planId} heldBefore={heldBefore} />}
          </EmptyState>
        </Box>
        {outcome.status === 'succeeded' && outcome.invoice && paidBy && (
          <ReceiptOffer invoice={outcome.invoice} paidBy={paidBy} />
        )}
        <SignOffer contact={contact} missing={missing} />
        <CheckinProblem outcome={checkin.data} error={checkin.error} onClose={checkin.reset} />
        {checkin.dialog}
      </DialogContent>
      <DialogActions sx={{ pt: '16px !important' }}>
        <Button color="inherit" onClick={close} autoFocus={isDone}>
          Close
        </Button>
        {isDone && can('checkins') && (
          <Button
            variant="contained"
            startIcon={<HowToReg />}
            loading={checkin.isPending}
            loadingPosition="start"
            onClick={() => void checkin.mutate(contact)}
          >
            Check In Now
          </Button>
        )}
        {canRetry && (
          <Button variant="contained" onClick={onTryAgain} autoFocus>
            Try Again
          </Button>
        )}
      </DialogActions>
    </>
  );
};

const paid: Done = { title: 'Payment Successful!', text: 'The membership has been purchased.' };

const words = (outcome: CardOutcome, done: Done) => {
  if (outcome.status === 'succeeded') {
    return {
      icon: <CheckCircleOutlined color="success" />,
      ...done,
    };
  }
  if (outcome.status === 'processing') {
    return {
      icon: <HourglassTop />,
      title: 'Payment processing',
      text: 'Stripe is still processing this payment. The membership starts when the payment succeeds, and then appears in the history.',
    };
  }
  return {
    icon: <ErrorOutlined color="error" />,
    title: outcome.status === 'declined' ? 'Payment not completed' : 'Payment not confirmed',
    text: outcome.message,
  };
};
