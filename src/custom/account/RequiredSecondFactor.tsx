import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useLogout } from 'react-admin';
import type { SecondFactorKey } from '#domain/contract/account-second-factor.ts';
import { readSession } from '#src/authProvider/session.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { paths } from '#src/paths.ts';
import { RecoveryCodeList } from './RecoveryCodeList.tsx';
import { TurnOnForm } from './secondFactorForms.tsx';

/** Where a company admin is sent whose company requires a second factor. Nothing else opens before it is on. */
export const RequiredSecondFactor = () => {
  const data = useAppDataProvider();
  const logout = useLogout();
  const [secondFactorKey, setKey] = useState<SecondFactorKey>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [problem, setProblem] = useState('');
  const begin = async () => {
    try {
      setKey(await data.beginSecondFactor());
    } catch (error) {
      setProblem(messageFrom(error, 'Failed to turn on the second factor'));
    }
  };
  return (
    <Box component="main" sx={{ display: 'grid', justifyItems: 'center', alignContent: { xs: 'start', sm: 'center' }, minHeight: '100dvh', p: 2 }}>
      <Paper variant="outlined" sx={{ display: 'grid', gap: 2, width: '100%', maxWidth: 460, p: 3 }}>
        <Typography variant="h1">{codes ? 'Your recovery codes' : 'Turn on a second factor'}</Typography>
        {!codes && (
          <Typography variant="body2" color="textSecondary">
            Your company requires it of its admins: a code of an authenticator app, asked for after your password. You are signed in as{' '}
            {readSession()?.user.email}.
          </Typography>
        )}
        {codes && <RecoveryCodeList codes={codes} onDone={() => window.location.replace(paths.dashboard)} />}
        {!codes && secondFactorKey && <TurnOnForm secondFactorKey={secondFactorKey} onCodes={setCodes} />}
        {!secondFactorKey && (
          <Button variant="contained" onClick={() => void begin()}>
            Begin
          </Button>
        )}
        {problem && <Alert severity="error">{problem}</Alert>}
        {!codes && (
          <Button color="inherit" onClick={() => void logout()}>
            Sign Out
          </Button>
        )}
      </Paper>
    </Box>
  );
};
