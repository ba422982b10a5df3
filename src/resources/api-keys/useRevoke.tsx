import { useMutation } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import type { ApiKey } from '#domain/api-keys/contract.ts';
import { apiKeyActions } from '#src/dataProvider/api-keys.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';

/** Asks first: whatever uses the key stops working. */
export const useRevoke = () => {
  const notify = useNotify();
  const { confirm, dialog } = useConfirm();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (id: string) => apiKeyActions.revoke(id),
    onSuccess: ({ message }) => notify(message, { type: 'success' }),
    onError: (error) => notify(messageFrom(error, 'Failed to revoke the API key'), { type: 'error' }),
  });
  const revoke = async ({ id, name }: ApiKey) => {
    if (await confirm({ ...question, title: `Revoke ${name}?` })) mutate(id);
  };
  return { revoke, revoking: isPending ? variables : undefined, dialog };
};

const question = {
  text: 'Whatever uses this key stops working at once. A revoked key cannot be brought back.',
  confirmLabel: 'Revoke',
  isDangerous: true,
} as const;
