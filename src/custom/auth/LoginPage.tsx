import { Suspense, useEffect, useState, type FormEvent } from 'react';
import { canUsePasskeys, signIn, type Challenge } from '#src/authProvider/password.ts';
import { forgetLogInNotice, readLogInNotice } from '#src/authProvider/session.ts';
import { authPaths } from '#src/authPaths.ts';
import { AuthField, AuthSubmit, focusFirstEmpty } from './AuthField.tsx';
import { AuthFrame, AuthLink, AuthNote } from './AuthFrame.tsx';
import { lazyPage } from './lazyPage.ts';
import { useAttempt } from './useAttempt.ts';

const CodePage = lazyPage(() => import('./CodePage.tsx'), 'CodePage');

export const LoginPage = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const [email, setEmail] = useState('');
  const [challenge, setChallenge] = useState<Challenge>();
  const [notice, setNotice] = useState(useLogInNotice());
  if (!challenge)
    return (
      <PasswordForm
        email={email}
        onEmail={setEmail}
        notice={notice}
        onSignedIn={onSignedIn}
        onChallenge={setChallenge}
      />
    );
  const back = (reason: string | null) => {
    setNotice(reason);
    setChallenge(undefined);
  };
  return (
    <Suspense fallback={null}>
      <CodePage challenge={challenge} onSignedIn={onSignedIn} onBack={back} />
    </Suspense>
  );
};

interface PasswordFormProps {
  email: string;
  onEmail: (email: string) => void;
  notice: string | null;
  onSignedIn: () => void;
  onChallenge: (challenge: Challenge) => void;
}

const PasswordForm = ({ email, onEmail, notice, onSignedIn, onChallenge }: PasswordFormProps) => {
  const [password, setPassword] = useState('');
  const { attempt, run, isBusy } = useAttempt();
  const isWaiting = isBusy || attempt.state === 'success';
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    await run(async () => {
      const challenge = await signIn(email.trim(), password);
      if (challenge) onChallenge(challenge);
      else onSignedIn();
    });
  };
  const enterByPasskey = () =>
    run(async () => {
      const { signInWithPasskey } = await import('#src/authProvider/passkeys.ts').catch(noCode);
      await signInWithPasskey();
      onSignedIn();
    });
  return (
    <AuthFrame title="Sign in" lead="Welcome back. Use the account your gym gave you.">
      <form ref={focusFirstEmpty} onSubmit={submit}>
        {attempt.state === 'idle' && notice && <AuthNote severity="error">{notice}</AuthNote>}
        {attempt.state === 'error' && <AuthNote severity="error">{attempt.message}</AuthNote>}
        <AuthField
          label="Email"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => onEmail(event.target.value)}
        />
        <AuthField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <AuthSubmit label="Sign In" busyLabel="Signing in..." isBusy={isWaiting} />
        {canUsePasskeys() && (
          <button
            type="button"
            className="auth-submit auth-other"
            disabled={isWaiting}
            onClick={() => void enterByPasskey()}
          >
            Use a passkey
          </button>
        )}
      </form>
      <p className="auth-foot">
        <AuthLink to={authPaths.forgotPassword}>Forgot your password?</AuthLink>
      </p>
    </AuthFrame>
  );
};

const noCode = () => {
  throw new Error('An unexpected error occurred');
};

const useLogInNotice = () => {
  const [notice] = useState(readLogInNotice);
  useEffect(forgetLogInNotice, []);
  return notice;
};
