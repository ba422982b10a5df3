import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useConfirm } from '#src/ui/ConfirmDialog.tsx';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { useKeyedCall } from '#src/dataProvider/useKeyedCall.ts';
import type { UserRecord } from '#src/dataProvider/users.ts';
import { paths } from '#src/paths.ts';
import { getName, type getViewer } from './user.tsx';

interface UserActionsProps {
  user: UserRecord;
  companyId: string;
  viewer: ReturnType<typeof getViewer>;
}

/** The actions that a person's state allows. The page refetches the person after each. */
export const UserActions = ({ user, companyId, viewer }: UserActionsProps) => {
  const data = useAppDataProvider();
  const { confirm, dialog } = useConfirm();
  const navigate = useNavigate();
  const notify = useNotify();
  const [busy, setBusy] = useState<string>();
  const who = { id: user.id, companyId };
  const keyed = useKeyedCall();

  const run = async (
    name: string,
    call: () => Promise<string>,
    then: (message: string) => unknown = (message) => notify(message, { type: 'success' }),
  ) => {
    setBusy(name);
    try {
      then(await call());
    } catch (error) {
      notify(messageFrom(error, 'Failed to change this user'), { type: 'error' });
    } finally {
      setBusy(undefined);
    }
  };
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
    await run(
      'revoke',
      () => data.revokeInvitation(who),
      async (message) => {
        await navigate(paths.users.list);
        notify(message, { type: 'success' });
      },
    );
  };
  const resend = () => run('resend', () => keyed(who, (key) => data.resendInvitation(who, key)));
  const disable = async () => {
    if (
      !(await confirm({
        title: `Disable ${getName(user)}?`,
        text: 'They will be signed out everywhere and can no longer open this company. Their history is kept, and you can enable them again.',
        confirmLabel: 'Disable',
        isDangerous: true,
      }))
    )
      return;
    await run('disable', () => data.disableUser(who));
  };

  return (
    <>
      {user.status === 'invited' && (viewer.isCompanyAdmin || user.mayChangeInvitation) && (
        <>
          <Button color="error" loading={busy === 'revoke'} onClick={() => void revoke()}>
            Revoke
          </Button>
          <Button variant="outlined" color="inherit" loading={busy === 'resend'} onClick={() => void resend()}>
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
        <Button
          variant="outlined"
          color="inherit"
          loading={busy === 'enable'}
          onClick={() => void run('enable', () => data.enableUser(who))}
        >
          Enable
        </Button>
      )}
      {dialog}
    </>
  );
};
