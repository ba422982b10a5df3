import { useState, type FormEvent } from 'react';
import { signInWithCode, type Challenge } from '#src/authProvider/password.ts';
import { isFromServer, messageFrom } from '#src/dataProvider/http.ts';
import { fieldErrors } from '#src/ui/forms/formErrors.ts';
import { AuthField, AuthSubmit, focusFirstEmpty } from './AuthField.tsx';
import { AuthFrame, AuthNote } from './AuthFrame.tsx';
import { useAttempt } from './useAttempt.ts';

interface CodePageProps {
  challenge: Challenge;
  onSignedIn: () => void;
  /** Back to the password, with the reason unless Back was pressed. */
  onBack: (reason: string | null) => void;
}

export const CodePage = ({ challenge, onSignedIn, onBack }: CodePageProps) => {
  const [kind, setKind] = useState<Kind>('app');
  return (
    <AuthFrame title="Enter your code" lead={kinds[kind].lead}>
      <CodeForm key={kind} kind={kind} challenge={challenge} onSignedIn={onSignedIn} onBack={onBack} />
      <p className="auth-foot auth-choices">
        <button type="button" className="auth-link" onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
          {kinds[kind].other}
        </button>
        <button type="button" className="auth-link" onClick={() => onBack(null)}>
          Back to sign in
        </button>
      </p>
    </AuthFrame>
  );
};

const CodeForm = ({ kind, challenge, onSignedIn, onBack }: CodePageProps & { kind: Kind }) => {
  const [code, setCode] = useState('');
  const { attempt, run, isBusy } = useAttempt();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = event.currentTarget.querySelector('input');
    await run(async () => {
      try {
        await signInWithCode(challenge, code);
      } catch (error) {
        if (isOver(error)) return onBack(messageFrom(error, 'Enter your password again.'));
        setCode('');
        input?.focus();
        throw error;
      }
      return onSignedIn();
    });
  };
  return (
    <form ref={focusFirstEmpty} onSubmit={(event) => void submit(event)}>
      {attempt.state === 'error' && <AuthNote severity="error">{attempt.message}</AuthNote>}
      <AuthField
        {...kinds[kind].field}
        required
        maxLength={40}
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <AuthSubmit label="Sign In" busyLabel="Signing in..." isBusy={isBusy || attempt.state === 'success'} />
    </form>
  );
};

type Kind = keyof typeof kinds;
const kinds = {
  app: {
    lead: 'Open your authenticator app and type the six digits it shows for Spotter.',
    other: 'Use a recovery code',
    field: { label: 'Code', autoComplete: 'one-time-code', inputMode: 'numeric' },
  },
  recovery: {
    lead: 'Enter one of the recovery codes that you saved. Each works once.',
    other: 'Use the authenticator app',
    field: { label: 'Recovery code', autoComplete: 'off', inputMode: 'text' },
  },
} as const;

/** 401 without an error on the code field means that the sign-in has expired. */
const isOver = (error: unknown) => isFromServer(error) && error.status === 401 && !fieldErrors(error)['code'];
