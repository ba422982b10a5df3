import { useState, type FormEvent } from 'react';
import { requestReset } from '#src/authProvider/password.ts';
import { authPaths } from '#src/authPaths.ts';
import { AuthField, AuthSubmit, focusFirstEmpty } from './AuthField.tsx';
import { AuthFrame, AuthLink, AuthNote } from './AuthFrame.tsx';
import { useAttempt } from './useAttempt.ts';

export const ForgotPasswordPage = () => {
  const [email, setEmail] = useState('');
  const { attempt, run, isBusy } = useAttempt();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(() => requestReset(email.trim()));
  };
  return (
    <AuthFrame title="Forgot password" {...(attempt.state !== 'success' && { lead })}>
      {attempt.state === 'success' ? (
        <AuthNote severity="success" title="Check your email">
          If an account belongs to {email.trim()}, a link to set a new password is on its way. It works for one hour.
        </AuthNote>
      ) : (
        <form ref={focusFirstEmpty} onSubmit={submit}>
          {attempt.state === 'error' && <AuthNote severity="error">{attempt.message}</AuthNote>}
          <AuthField
            label="Email"
            type="email"
            autoComplete="username"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          <AuthSubmit label="Send reset link" busyLabel="Sending..." isBusy={isBusy} />
        </form>
      )}
      <p className="auth-foot">
        <AuthLink to={authPaths.login}>Back to sign in</AuthLink>
      </p>
    </AuthFrame>
  );
};

const lead = 'Enter your email address. We will send you a link to set a new password.';
