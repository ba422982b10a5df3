import { useAsyncLock } from '#src/resources/invoices/payments/useAsyncLock.ts';
import { forgetAttempt } from '#src/dataProvider/attempts.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { useCancelSale, useFinishSale } from './useSaleOutcome.ts';
import { useTill } from './useTillState.ts';

/**
 * A changed cart or method cancels the sale that was sent, on the server too. If it turns out to be paid, the sale stands. If
 * its outcome is unknown, the user decides, and it stays an open attempt on this device.
 */
export const useLeaveSale = () => {
  const { attempt } = useTill();
  const cancel = useCancelSale();
  const finish = useFinishSale();
  const { confirm, dialog } = useConfirm();
  const { withLock } = useAsyncLock();
  /** Returns whether the sale was left. */
  const leave = async (go: () => void): Promise<boolean> => {
    let hasLeft = false;
    const leaveBy = (way: () => void) => {
      hasLeft = true;
      way();
    };
    await withLock(async () => {
      if (!attempt) return leaveBy(go);
      const end = await cancel(attempt);
      const { invoice } = end.status === 'succeeded' ? end : {};
      if (invoice) return leaveBy(() => finish(attempt, invoice));
      if (end.status === 'canceled') forgetAttempt(attempt.key);
      return end.status === 'canceled' || !attempt.isOutcomeUnknown || (await confirm(question))
        ? leaveBy(go)
        : undefined;
    });
    return hasLeft;
  };
  return { leave, dialog };
};

const question = {
  title: 'Leave this sale unfinished?',
  text: 'The connection was lost, so the sale may already be recorded. Complete it again to find out. It is recorded and charged only once.',
  confirmLabel: 'Leave Sale',
  cancelLabel: 'Stay',
  isDangerous: true,
} as const;
