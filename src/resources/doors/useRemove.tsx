import { useNotify } from 'react-admin';
import type { MessageResponse } from '#domain/shared/contract.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';

interface Question {
  title: string;
  text: string;
  confirmLabel: string;
}

/** Removes something after asking. Put `dialog` on the page. */
export const useRemove = (act: (id: string) => Promise<MessageResponse>, failed: string) => {
  const notify = useNotify();
  const { confirm, dialog } = useConfirm();
  const { mutate, isPending, variables } = useSingleMutation({
    mutationFn: act,
    onSuccess: ({ message }) => notify(message, { type: 'success' }),
    onError: (error) => notify(messageFrom(error, failed), { type: 'error' }),
  });
  const remove = async (id: string, question: Question) => {
    if (await confirm({ ...question, isDangerous: true })) mutate(id);
  };
  return { remove, removing: isPending ? variables : undefined, dialog };
};
