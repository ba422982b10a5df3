import { Dialog, DialogTitle, Typography, useMediaQuery } from '@mui/material';
import { useId, useState } from 'react';
import { LeaveQuestion } from '#src/ui/forms/LeaveWarning.tsx';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { growingDown, ignoreDoubleClick } from '#src/ui/TitledDialog.tsx';
import { getPurchase, useAttemptClaim } from '#src/dataProvider/attempts.ts';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import type { ListedMembership } from '#src/dataProvider/memberships.ts';
import { PaymentStep } from './PaymentStep.tsx';
import { PlanStep } from './PlanStep.tsx';
import { interruptedPurchase, useCancelPurchase } from './purchaseAttempt.ts';
import { PurchaseContext } from './purchaseContext.tsx';
import { usePlans } from './purchaseData.ts';

interface PurchaseDialogProps {
  contact: ContactRecord;
  /** Selected already, unless another purchase was interrupted. */
  plan?: ListedMembership | undefined;
  onClose: () => void;
}

/** The steps of a purchase: select a membership, pay, complete. Closing before the payment is complete asks first. */
export const PurchaseDialog = ({ contact, plan: wanted, onClose }: PurchaseDialogProps) => {
  const id = useId();
  const isNarrow = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  const plans = usePlans();
  const [interruptedId] = useState(() => interruptedPurchase(contact.id)?.body.membershipId);
  const [chosen, setChosen] = useState<ListedMembership | null | undefined>(interruptedId ? undefined : wanted);
  const [isComplete, setComplete] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isOutcomeUnknown = interruptedPurchase(contact.id) !== undefined;
  const cancel = useCancelPurchase();
  useAttemptClaim(contact.id);
  const plan = chosen === undefined ? plans.data?.find((one) => one.id === interruptedId) : chosen;
  const { confirm, dialog } = useConfirm();
  const asked = { ...question, text: isOutcomeUnknown ? unsure : nothing };
  const takeBack = () => {
    const attempt = getPurchase(contact.id);
    if (attempt) void cancel(attempt);
  };
  const close = async () => {
    if (isBusy) return;
    if (!isComplete) {
      if (!(await confirm(asked))) return;
      takeBack();
    }
    onClose();
  };
  return (
    <Dialog
      open
      {...ignoreDoubleClick(() => void close())}
      fullScreen={isNarrow}
      fullWidth
      maxWidth="md"
      aria-labelledby={id}
      scroll="paper"
      slotProps={{ container: { sx: growingDown }, paper: { sx: isComplete ? undefined : steadyHeight } }}
    >
      <DialogTitle id={id} sx={{ pb: 1 }}>
        Sell membership
        <Typography variant="body2" color="textSecondary">
          For {contact.firstName} {contact.lastName}
          {!isComplete && ` · ${plan ? 'Step 2 of 2: Payment' : 'Step 1 of 2: Select membership'}`}
        </Typography>
      </DialogTitle>
      <PurchaseContext value={{ contact, close: () => void close(), finish: onClose, setComplete, setBusy, isBusy }}>
        {plan ? (
          <PaymentStep key={plan.id} plan={plan} onBack={() => setChosen(null)} />
        ) : (
          <PlanStep plans={plans} onChoose={setChosen} />
        )}
      </PurchaseContext>
      {dialog}
      {plan && !isComplete && <LeaveQuestion {...asked} onLeave={takeBack} />}
    </Dialog>
  );
};

/** Both steps have it, so that what one waits for moves no button below it. A phone's dialog fills the screen. */
const steadyHeight = { height: { sm: 720 } } as const;

const nothing = 'The payment is not complete. Nothing will be purchased.';
const unsure =
  'The payment is still unconfirmed. If it did not go through, it will be canceled. If it did, it appears in the history.';
const question = {
  title: 'Close this purchase?',
  confirmLabel: 'Close Without Purchasing',
  cancelLabel: 'Continue purchase',
  isDangerous: true,
} as const;
