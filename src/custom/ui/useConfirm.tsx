import { useCallback, useState } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from './ConfirmDialog.tsx';

type Question = Pick<ConfirmDialogProps, 'title' | 'text' | 'confirmLabel' | 'cancelLabel' | 'isDangerous'>;
type Asked = Question & { answer: (yes: boolean) => void };

/** `const { confirm, dialog } = useConfirm()`: put `dialog` on the page, and `await confirm({…})` says yes or no. */
export const useConfirm = () => {
  const [asked, setAsked] = useState<Asked>();
  const [isOpen, setOpen] = useState(false);
  const confirm = useCallback(
    (question: Question) =>
      new Promise<boolean>((answer) => {
        setAsked({ ...question, answer });
        setOpen(true);
      }),
    [],
  );
  const close = (yes: boolean) => {
    setOpen(false);
    asked?.answer(yes);
  };
  const dialog = asked && <ConfirmDialog {...asked} isOpen={isOpen} onConfirm={() => close(true)} onCancel={() => close(false)} />;
  return { confirm, dialog };
};
