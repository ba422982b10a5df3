import { type FormEvent, useRef, useState } from 'react';
import { HttpError } from 'react-admin';
import { changePassword } from '#src/authProvider/password.ts';
import { authPaths } from '#src/authPaths.ts';
import { asSentence, isFromServer, isUnanswered } from '#src/dataProvider/http.ts';
import { explainLoss } from '#src/dataProvider/sendAttempt.ts';
import { fieldErrors } from '#src/ui/forms/formErrors.ts';
import { AuthSubmit, focusFirstEmpty } from './AuthField.tsx';
import { AuthFrame, AuthLink, AuthNote } from './AuthFrame.tsx';
import { NewPasswordFields, useNewPassword } from './NewPassword.tsx';
import { useAttempt } from './useAttempt.ts';

export const ChangePasswordPage = ({ token }: { token: string | null }) => {
  const password = useNewPassword();
  const { attempt, run, isBusy } = useAttempt();
  const [hasPasskeys, setHasPasskeys] = useState(false);
  const explainTries = useTries();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password.check() && token)
      void run(async () => setHasPasskeys((await explainTries(changePassword(token, password.chosen))).hasPasskeys));
  };
  const problem = password.problem ?? (attempt.state === 'error' ? attempt.message : undefined);
  return (
    <AuthFrame title="Reset password" {...(token && attempt.state !== 'success' && { lead })}>
      {attempt.state === 'success' ? (
        <AuthNote severity="success" title="Your password has been changed">
          You can sign in with it now. You have been signed out on all other devices.
          {hasPasskeys &&
            ' Your passkeys still sign you in. If you have lost a device, remove its passkey under Your account.'}
        </AuthNote>
      ) : (
        <form ref={focusFirstEmpty} onSubmit={submit} noValidate={false}>
          {!token && <AuthNote severity="error">Invalid or missing reset token</AuthNote>}
          {problem && <AuthNote severity="error">{problem}</AuthNote>}
          <NewPasswordFields label="New password" password={password} />
          <AuthSubmit label="Reset password" busyLabel="Saving..." isBusy={isBusy} disabled={!token} />
        </form>
      )}
      {(!token || attempt.state === 'error') && (
        <p className="auth-foot">
          <AuthLink to={authPaths.forgotPassword}>Ask for a new link</AuthLink>
        </p>
      )}
      <p className="auth-foot">
        <AuthLink to={authPaths.login}>{attempt.state === 'success' ? 'Sign In' : 'Back to sign in'}</AuthLink>
      </p>
    </AuthFrame>
  );
};

/** A link works once, so a try whose answer was lost may be the reason why the next one is refused. */
const useTries = () => {
  const wasLost = useRef(false);
  return async <Response,>(response: Promise<Response>): Promise<Response> => {
    try {
      return await explainLoss(response, `${mayBeChanged} Or try again.`);
    } catch (error) {
      if (
        wasLost.current &&
        isFromServer(error) &&
        error.status === 400 &&
        Object.keys(fieldErrors(error)).length === 0
      )
        throw new HttpError(`${asSentence(error.message)} ${mayBeChanged}`, error.status);
      wasLost.current ||= isUnanswered(error);
      throw error;
    }
  };
};

const mayBeChanged = 'Your password may have been changed already: sign in with the new one.';

const lead = 'Choose a new password for your account.';
