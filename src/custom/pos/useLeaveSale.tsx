import { forgetAttempt } from '#src/dataProvider/attempts.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { useHandBack } from '#src/resources/invoices/payments/useHandBack.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { cancelItemSale, useFinishSale } from './useFinishSale.ts';
import { useTill } from './useTillState.ts';

/**
 * A changed cart or method cancels the sale that was sent, on the server too. If it turns out to be paid, the sale stands. If
 * its outcome is unknown, the user decides, and it stays an open attempt on this device.
 */
export const useLeaveSale = () => {
  const { attempt } = useTill();
  const finish = useFinishSale();
  const { confirm, dialog } = useConfirm();
  const sayHandBack = useHandBack();
  const { mutateAsync } = useSingleMutation({
    mutationFn: async ({ go, keepsCash }: { go: () => void; keepsCash: boolean }): Promise<boolean> => {
      if (attempt) {
        const end = await cancelItemSale(attempt);
        const { invoice } = end.status === 'succeeded' ? end : {};
        if (invoice) {
          finish(attempt, invoice);
          return true;
        }
        if (end.status === 'canceled') {
          forgetAttempt(attempt.key);
          if (!keepsCash) sayHandBack(attempt.body);
        } else if (attempt.isOutcomeUnknown && !(await confirm(question))) return false;
      }
      go();
      return true;
    },
  });
  return {
    leave: (go: () => void) => mutateAsync({ go, keepsCash: false }),
    /** The same sale is paid in other parts. */
    changeSplit: (go: () => void) => mutateAsync({ go, keepsCash: true }),
    dialog,
  };
};

const question = {
  title: 'Leave this sale unfinished?',
  text: 'The connection was lost, so the sale may already be recorded. Complete it again to find out. It is recorded and charged only once.',
  confirmLabel: 'Leave sale',
  cancelLabel: 'Stay',
  isDangerous: true,
} as const;
