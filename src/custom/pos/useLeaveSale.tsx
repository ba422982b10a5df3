import { useConfirm } from '#src/custom/ui/useConfirm.tsx';
import { useTill } from './tillContext.ts';

/** Goes on at once, unless a sale was asked for whose answer never came: then the person decides. */
export const useLeaveSale = () => {
  const { attempt } = useTill();
  const { confirm, dialog } = useConfirm();
  const leave = async (go: () => void) => {
    if (!attempt?.isUnsure || (await confirm(question))) go();
  };
  return { leave, dialog };
};

const question = {
  title: 'Leave this sale unfinished?',
  text: 'Its answer was lost, so it may already be recorded. Complete it again to find out: it is recorded and charged only once.',
  confirmLabel: 'Leave Sale',
  cancelLabel: 'Stay',
  isDangerous: true,
} as const;
