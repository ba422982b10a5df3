import { Button } from '@mui/material';
import { useNotify } from 'react-admin';
import { fullName } from '#domain/shared/fullName.ts';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { messageFrom, nullIfNotFound } from '#src/dataProvider/http.ts';
import { useIdempotentMutation } from '#src/dataProvider/useIdempotentMutation.ts';
import { userActions, type UserRecord } from '#src/dataProvider/users.ts';
import { paths } from '#src/paths.ts';
import { useNavigateFromHere } from '#src/ui/useNavigateFromHere.ts';
import type { getViewer } from './user.tsx';

interface UserActionsProps {
  user: UserRecord;
  companyId: string;
  viewer: ReturnType<typeof getViewer>;
}

type UserAction = 'revoke' | 'resend' | 'disable' | 'enable';

export const UserActions = ({ user, companyId, viewer }: UserActionsProps) => {
  const { confirm, dialog } = useConfirm();
  const navigate = useNavigateFromHere();
  const notify = useNotify();
  const who = { id: user.id, companyId };
  const change = useIdempotentMutation({
    name: 'user',
    mutationFn: (action: UserAction, key) => {
      const calls: Record<UserAction, () => Promise<string>> = {
        revoke: async () => (await userActions.revokeInvitation(who).catch(nullIfNotFound)) ?? 'Invitation revoked',
        resend: () => userActions.resendInvitation(who, key),
        disable: () => userActions.disableUser(who),
        enable: () => userActions.enableUser(who),
      };
      return calls[action]();
    },
    bodyOf: (action) => ({ action, ...who }),
    onSuccess: async (message, action) => {
      if (action === 'revoke') await navigate(paths.users.list);
      notify(message, { type: 'success' });
    },
    onError: (error) => notify(messageFrom(error, 'Failed to change this user'), { type: 'error' }),
  });
  const busy = change.isPending ? change.variables : undefined;
  const revoke = async () => {
    if (
      !(await confirm({
        title: 'Revoke this invitation?',
        text: `The link that ${user.email} was sent will stop working.`,
        confirmLabel: 'Revoke',
        isDangerous: true,
      }))
    )
      return;
    change.mutate('revoke');
  };
  const disable = async () => {
    if (
      !(await confirm({
        title: `Disable ${fullName(user)}?`,
        text: 'They will be signed out everywhere and can no longer open this company. Their API keys stop working. Their history is kept, and you can enable them again.',
        confirmLabel: 'Disable',
        isDangerous: true,
      }))
    )
      return;
    change.mutate('disable');
  };

  return (
    <>
      {user.status === 'invited' && (viewer.isCompanyAdmin || user.mayChangeInvitation) && (
        <>
          <Button color="error" loading={busy === 'revoke'} onClick={() => void revoke()}>
            Revoke
          </Button>
          <Button variant="outlined" loading={busy === 'resend'} onClick={() => change.mutate('resend')}>
            Resend
          </Button>
        </>
      )}
      {viewer.isCompanyAdmin && user.status === 'active' && user.id !== viewer.id && (
        <Button color="error" loading={busy === 'disable'} onClick={() => void disable()}>
          Disable
        </Button>
      )}
      {viewer.isCompanyAdmin && user.status === 'disabled' && (
        <Button variant="outlined" loading={busy === 'enable'} onClick={() => change.mutate('enable')}>
          Enable
        </Button>
      )}
      {dialog}
    </>
  );
};
