import { useState, type FormEvent } from 'react';
import { passwordProblem } from '#domain/auth/password.ts';
import { passwordMinLength } from '#domain/shared/limits.ts';
import { changePassword } from '#src/authProvider/password.ts';
import { authPaths } from '#src/authPaths.ts';
import { AuthField, AuthSubmit, focusFirstEmpty } from './AuthField.tsx';
import { AuthFrame, AuthLink, AuthNote } from './AuthFrame.tsx';
import { useAttempt } from './useAttempt.ts';

export const ChangePasswordPage = ({ token }: { token: string | null }) => {
  const [chosen, setChosen] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string>();
  const { attempt, run, isBusy } = useAttempt();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = passwordProblem(chosen, again);
    setProblem(found);
    if (token && !found) void run(() => changePassword(token, chosen));
  };
  const edit = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    setProblem(undefined);
    set(event.target.value);
  };
  return (
    <AuthFrame title="Reset password" lead="Choose a new password for your account.">
      {attempt.state === 'success' ? (
        <AuthNote severity="success" title="Your password has been changed">
          You can sign in with it now. You have been signed out on all other devices.
        </AuthNote>
      ) : (
        <form ref={focusFirstEmpty} onSubmit={submit} noValidate={false}>
          {!token && <AuthNote severity="error">Invalid or missing reset token</AuthNote>}
          {(problem ?? (attempt.state === 'error' && attempt.message)) && (
            <AuthNote severity="error">{problem ?? (attempt.state === 'error' && attempt.message)}</AuthNote>
          )}
          <AuthField
            label="New password"
            type="password"
            autoComplete="new-password"
            required
            hint={`At least ${passwordMinLength} characters.`}
            value={chosen}
            onChange={edit(setChosen)}
          />
          <AuthField
            label="Confirm password"
            type="password"
            autoComplete="new-password"
            required
            value={again}
            onChange={edit(setAgain)}
          />
          <AuthSubmit label="Reset Password" busyLabel="Saving..." isBusy={isBusy} disabled={!token} />
        </form>
      )}
      <p className="auth-foot">
        <AuthLink to={authPaths.login}>Back to Sign In</AuthLink>
      </p>
    </AuthFrame>
  );
};
