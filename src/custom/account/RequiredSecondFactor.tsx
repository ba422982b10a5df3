import { Alert, Box, Button, Paper, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLogout } from 'react-admin';
import { canUsePasskeys } from '#src/authProvider/password.ts';
import { signInWithPasskey } from '#src/authProvider/passkeys.ts';
import { readSession } from '#src/authProvider/session.ts';
import { accountPasskeyActions } from '#src/dataProvider/account-passkeys.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { paths } from '#src/paths.ts';
import { PasskeyDialog } from './PasskeyDialog.tsx';
import { RecoveryCodeList } from './RecoveryCodeList.tsx';
import { TurnOnSteps } from './TurnOnSteps.tsx';

/**
 * Company admins land here while their company requires a second factor that they lack. Nothing else opens until it is on, or until
 * they sign in with a passkey, which counts as both factors.
 */
export const RequiredSecondFactor = () => {
  const logout = useLogout();
  const signOut = () => void logout();
  const [hasBegun, setBegun] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const [isAdding, setAdding] = useState(false);
  const [problem, setProblem] = useState('');
  const { data: passkeys = [], isPending } = useQuery({
    queryKey: ['passkeys'],
    queryFn: ({ signal }) => accountPasskeyActions.passkeys(signal),
  });
  const hasPasskey = passkeys.length > 0;
  const enterByPasskey = async () => {
    try {
      await signInWithPasskey();
      enter();
    } catch (error) {
      setProblem(messageFrom(error, 'Failed to sign in with the passkey'));
    }
  };
  const title = hasPasskey ? 'Use your passkey' : 'Turn on two-step verification';
  return (
    <Box
      component="main"
      sx={{
        display: 'grid',
        justifyItems: 'center',
        alignContent: { xs: 'start', sm: 'center' },
        minHeight: '100dvh',
        p: 2,
      }}
    >
      <Paper variant="outlined" sx={{ display: 'grid', gap: 2, width: '100%', maxWidth: 460, p: 3 }}>
        <Typography variant="h1">{codes ? 'Your recovery codes' : title}</Typography>
        {!codes && (
          <Typography variant="body2" color="textSecondary">
            {hasPasskey
              ? 'Your company requires two-step verification for admins. Your passkey counts as such: sign in with it.'
              : 'Your company requires this for admins: a code from an authenticator app after your password, or a passkey instead of both.'}{' '}
            You are signed in as {readSession()?.user.email}.
          </Typography>
        )}
        {codes && <RecoveryCodeList codes={codes} onDone={enter} />}
        {!codes && hasBegun && <TurnOnSteps onCodes={setCodes} />}
        {!hasBegun && !hasPasskey && !isPending && (
          <>
            <Button variant="contained" onClick={() => setBegun(true)}>
              Begin
            </Button>
            {canUsePasskeys() && (
              <Button variant="outlined" onClick={() => setAdding(true)}>
                Add a passkey instead
              </Button>
            )}
          </>
        )}
        {hasPasskey && (
          <Button variant="contained" onClick={() => void enterByPasskey()}>
            Use a passkey
          </Button>
        )}
        {problem && <Alert severity="error">{problem}</Alert>}
        {!codes && (
          <Button color="inherit" onClick={signOut}>
            Sign Out
          </Button>
        )}
      </Paper>
      {isAdding && <PasskeyDialog content={{ kind: 'add' }} onClose={() => setAdding(false)} onAdded={enter} />}
    </Box>
  );
};

const enter = () => window.location.replace(paths.dashboard);
