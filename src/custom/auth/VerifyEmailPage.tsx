import { useEffect, useRef } from 'react';
import { verifyEmail } from '#src/authProvider/password.ts';
import { authPaths } from '#src/authPaths.ts';
import { explainLoss } from '#src/dataProvider/sendAttempt.ts';
import { AuthBusy, AuthFrame, AuthLink, AuthNote } from './AuthFrame.tsx';
import { useAttempt } from './useAttempt.ts';

/** Verifies the email address as soon as the page opens, once. Reports a link without a token. */
export const VerifyEmailPage = ({ token }: { token: string | null }) => {
  const { attempt, run } = useAttempt();
  const asked = useRef(false);
  useEffect(() => {
    if (!token || asked.current) return;
    asked.current = true;
    void run(() => explainLoss(verifyEmail(token), mayBeDone));
  }, [token, run]);
  return (
    <AuthFrame title="Verify email">
      {!token && (
        <AuthNote severity="error" title="No verification token provided">
          The verification link appears to be invalid or incomplete.
        </AuthNote>
      )}
      {token && (attempt.state === 'idle' || attempt.state === 'loading') && (
        <AuthBusy text="Verifying your email..." />
      )}
      {attempt.state === 'success' && (
        <AuthNote severity="success" title="Email verified">
          Thank you. You can sign in now.
        </AuthNote>
      )}
      {attempt.state === 'error' && (
        <AuthNote severity="error" title="Email verification failed">
          {attempt.message}
        </AuthNote>
      )}
      {(!token || attempt.state === 'success' || attempt.state === 'error') && (
        <p className="auth-foot">
          <AuthLink to={authPaths.login}>{attempt.state === 'success' ? 'Sign In' : 'Try Signing In'}</AuthLink>
        </p>
      )}
    </AuthFrame>
  );
};

const mayBeDone = 'Your email may have been verified already: sign in, or reload the page to try again.';
