import { lazy, Suspense, useEffect, useState, type FormEvent } from 'react';
import type { Invitation } from '#domain/users/contract.ts';
import { passwordMinLength } from '#domain/shared/limits.ts';
import { passwordProblem } from '#domain/auth/password.ts';
import { acceptInvitation, readInvitation, type Challenge } from '#src/authProvider/password.ts';
import { authPaths } from '#src/authPaths.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { goTo } from './addressBar.ts';
import { AuthField, AuthSubmit, focusFirstEmpty } from './AuthField.tsx';
import { AuthFrame, AuthLink, AuthNote } from './AuthFrame.tsx';
import { NoConsole } from './NoConsole.tsx';
import { useAttempt } from './useAttempt.ts';

interface InvitationPageProps {
  token: string | null;
  onSignedIn: () => void;
}

const CodePage = lazy(() =>
  import('./CodePage.tsx').then(
    (module) => ({ default: module.CodePage }),
    () => ({ default: NoConsole }),
  ),
);

/** Reads the token of a emailed invitation and accepts it. New people choose a password; others only confirm. */
export const InvitationPage = ({ token, onSignedIn }: InvitationPageProps) => {
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
      {!invitation && !problem && (
        <output className="auth-busy">
          <span className="loading-spinner" aria-hidden="true" />
          Checking the invitation...
        </output>
      )}
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
  const [chosen, setChosen] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState<string>();
  const { attempt, run, isBusy } = useAttempt();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const found = needsPassword ? passwordProblem(chosen, again) : undefined;
    setProblem(found);
    if (found) return;
    await run(async () => {
      const challenge = await acceptInvitation(token, needsPassword ? { password: chosen } : {});
      if (challenge) onChallenge(challenge);
      else onSignedIn();
    });
  };
  const edit = (set: (value: string) => void) => (event: { target: { value: string } }) => {
    setProblem(undefined);
    set(event.target.value);
  };
  const shown = problem ?? (attempt.state === 'error' ? attempt.message : undefined);
  return (
    <form ref={focusFirstEmpty} onSubmit={(event) => void submit(event)}>
      {shown && <AuthNote severity="error">{shown}</AuthNote>}
      <AuthField label="Email" type="email" autoComplete="username" readOnly value={email} />
      {needsPassword && (
        <>
          <AuthField
            label="Password"
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
        </>
      )}
      <AuthSubmit label="Accept Invitation" busyLabel="Accepting..." isBusy={isBusy || attempt.state === 'success'} />
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
