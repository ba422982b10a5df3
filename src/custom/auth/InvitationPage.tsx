import { Suspense, useEffect, useState, type FormEvent } from 'react';
import type { Invitation } from '#domain/users/contract.ts';
import { acceptInvitation, readInvitation, type Challenge } from '#src/authProvider/password.ts';
import { authPaths } from '#src/authPaths.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { explainLoss } from '#src/dataProvider/sendAttempt.ts';
import { goTo } from './addressBar.ts';
import { AuthField, AuthSubmit, focusFirstEmpty } from './AuthField.tsx';
import { AuthBusy, AuthFrame, AuthLink, AuthNote } from './AuthFrame.tsx';
import { lazyPage } from './lazyPage.ts';
import { NewPasswordFields, useNewPassword } from './NewPassword.tsx';
import { useAttempt } from './useAttempt.ts';

const CodePage = lazyPage(() => import('./CodePage.tsx'), 'CodePage');

/** New people choose a password; others only confirm. */
export const InvitationPage = ({ token, onSignedIn }: { token: string | null; onSignedIn: () => void }) => {
  const { invitation, problem } = useInvitation(token);
  const [challenge, setChallenge] = useState<Challenge>();
  if (challenge) {
    return (
      <Suspense fallback={null}>
        {/* The invitation is already accepted, so the next step is to sign in. */}
        <CodePage challenge={challenge} onSignedIn={onSignedIn} onBack={() => goTo(authPaths.login)} />
      </Suspense>
    );
  }
  return (
    <AuthFrame
      title={invitation ? `Join ${invitation.company.name}` : 'Invitation'}
      {...(invitation && { lead: getLead(invitation) })}
    >
      {!invitation && !problem && <AuthBusy text="Checking the invitation..." />}
      {problem && <AuthNote severity="error">{problem}</AuthNote>}
      {invitation && token && (
        <AcceptForm invitation={invitation} token={token} onSignedIn={onSignedIn} onChallenge={setChallenge} />
      )}
      {problem && (
        <p className="auth-foot">
          <AuthLink to={authPaths.login}>Sign In</AuthLink>
        </p>
      )}
    </AuthFrame>
  );
};

const getLead = ({ firstName, company, needsPassword }: Invitation) =>
  needsPassword
    ? `Hello ${firstName}. Choose a password to get started at ${company.name}.`
    : `Hello ${firstName}. You already have an account. Accept to add ${company.name} to it. Your password stays the same.`;

interface AcceptFormProps {
  invitation: Invitation;
  token: string;
  onSignedIn: () => void;
  onChallenge: (challenge: Challenge) => void;
}

const AcceptForm = ({ invitation, token, onSignedIn, onChallenge }: AcceptFormProps) => {
  const { needsPassword, email } = invitation;
  const password = useNewPassword();
  const { attempt, run, isBusy } = useAttempt();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (needsPassword && !password.check()) return;
    await run(async () => {
      const challenge = await explainLoss(
        acceptInvitation(token, needsPassword ? { password: password.chosen } : {}),
        'The invitation may have been accepted already: sign in, or try again.',
      );
      if (challenge) onChallenge(challenge);
      else onSignedIn();
    });
  };
  const problem = password.problem ?? (attempt.state === 'error' ? attempt.message : undefined);
  return (
    <form ref={focusFirstEmpty} onSubmit={(event) => void submit(event)}>
      {problem && <AuthNote severity="error">{problem}</AuthNote>}
      <AuthField label="Email" type="email" autoComplete="username" readOnly value={email} />
      {needsPassword && <NewPasswordFields label="Password" password={password} />}
      <AuthSubmit label="Accept invitation" busyLabel="Accepting..." isBusy={isBusy || attempt.state === 'success'} />
      {attempt.state === 'error' && (
        <p className="auth-foot">
          <AuthLink to={authPaths.login}>Sign In</AuthLink>
        </p>
      )}
    </form>
  );
};

const useInvitation = (token: string | null) => {
  const [invitation, setInvitation] = useState<Invitation>();
  const [problem, setProblem] = useState(
    token ? undefined : 'The invitation link is incomplete. Open it from the email again, or ask for a new one.',
  );
  useEffect(() => {
    if (!token) return undefined;
    const leaving = new AbortController();
    readInvitation(token, leaving.signal).then(setInvitation, (error: unknown) => {
      if (!leaving.signal.aborted)
        setProblem(messageFrom(error, 'The invitation could not be checked. Please reload the page.'));
    });
    return () => leaving.abort();
  }, [token]);
  return { invitation, problem };
};
