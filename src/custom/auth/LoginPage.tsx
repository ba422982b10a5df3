import { useEffect, useState, type FormEvent } from 'react';
import { signIn } from '#src/authProvider/password.ts';
import { forgetLogInNotice, readLogInNotice } from '#src/authProvider/session.ts';
import { authPaths } from '#src/authPaths.ts';
import { AuthField, AuthSubmit } from './AuthField.tsx';
import { AuthFrame, AuthLink, AuthNote } from './AuthFrame.tsx';
import { useAttempt } from './useAttempt.ts';

/** E-mail and password; on success the console opens. */
export const LoginPage = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const { attempt, run, isBusy } = useAttempt();
  const notice = useLogInNotice();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await run(() => signIn(email.trim(), password))) onSignedIn();
  };
  return (
    <AuthFrame title="Sign in" lead="Welcome back. Use the account your gym gave you.">
      <form onSubmit={submit}>
        {attempt.state === 'idle' && notice && <AuthNote severity="error">{notice}</AuthNote>}
        {attempt.state === 'error' && <AuthNote severity="error">{attempt.message}</AuthNote>}
        <AuthField
          label="Email"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <AuthField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <AuthSubmit label="Sign In" busyLabel="Signing in..." isBusy={isBusy || attempt.state === 'success'} />
      </form>
      <p className="auth-foot">
        <AuthLink to={authPaths.forgotPassword}>Forgot your password?</AuthLink>
      </p>
    </AuthFrame>
  );
};

/** Says why somebody has to log in again, once per tab. */
const useLogInNotice = () => {
  const [notice] = useState(readLogInNotice);
  useEffect(forgetLogInNotice, []);
  return notice;
};
