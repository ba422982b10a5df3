import { useOnce } from '#src/custom/payments/useOnce.ts';
import { useConfirm } from '#src/custom/ui/useConfirm.tsx';
import { useCancelSale } from './useCancelSale.ts';
import { useFinishSale } from './useFinishSale.ts';
import { useTill } from './tillContext.ts';

/**
 * DESIGN §7: a changed cart or method drops the sale that was asked for, on the server too. One that turns out to be
 * paid is a sale; where nobody can tell whether it is, the person decides.
 */
export const useLeaveSale = () => {
  const { attempt } = useTill();
  const cancel = useCancelSale();
  const finish = useFinishSale();
  const { confirm, dialog } = useConfirm();
  const { once } = useOnce();
  const leave = (go: () => void) =>
    once(async () => {
      if (!attempt) return go();
      const end = await cancel(attempt);
      if (typeof end === 'object') return finish(attempt, end.paid);
      return end === 'cancelled' || !attempt.isUnsure || (await confirm(question)) ? go() : undefined;
    });
  return { leave, dialog };
};

const question = {
  title: 'Leave this sale unfinished?',
  text: 'Its answer was lost, so it may already be recorded. Complete it again to find out: it is recorded and charged only once.',
  confirmLabel: 'Leave Sale',
  cancelLabel: 'Stay',
  isDangerous: true,
} as const;
