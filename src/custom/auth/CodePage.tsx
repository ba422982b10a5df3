import { useState, type FormEvent } from 'react';
import { showSecondFactor, type Challenge } from '#src/authProvider/password.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { fieldErrors } from '#src/custom/forms/formErrors.ts';
import { AuthField, AuthSubmit } from './AuthField.tsx';
import { AuthFrame, AuthNote } from './AuthFrame.tsx';
import { useAttempt } from './useAttempt.ts';

interface CodePageProps {
  challenge: Challenge;
  onSignedIn: () => void;
  /** Back to the password, with the reason when nobody asked for it. */
  onBack: (reason: string | null) => void;
}

/** The second step of signing in: a code of the authenticator app, or a recovery code. */
export const CodePage = ({ challenge, onSignedIn, onBack }: CodePageProps) => {
  const [kind, setKind] = useState<keyof typeof kinds>('app');
  const [code, setCode] = useState('');
  const { attempt, run, isBusy } = useAttempt();
  const { lead, other, ...field } = kinds[kind];
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const input = event.currentTarget.querySelector('input');
    await run(async () => {
      try {
        await showSecondFactor(challenge, code);
      } catch (error) {
        if (isOver(error)) return onBack(messageFrom(error, 'Enter your password again.'));
        setCode('');
        input?.focus();
        throw error;
      }
      return onSignedIn();
    });
  };
  const swap = () => {
    setKind(kind === 'app' ? 'recovery' : 'app');
    setCode('');
  };
  return (
    <AuthFrame title="Enter your code" lead={lead}>
      <form onSubmit={(event) => void submit(event)}>
        {attempt.state === 'error' && <AuthNote severity="error">{attempt.message}</AuthNote>}
        {/* A new field for each kind, so that it takes the focus. */}
        <AuthField key={kind} {...field} ref={focus} required maxLength={40} spellCheck={false} value={code} onChange={(event) => setCode(event.target.value)} />
        <AuthSubmit label="Sign In" busyLabel="Signing in..." isBusy={isBusy || attempt.state === 'success'} />
      </form>
      <p className="auth-foot auth-choices">
        <button type="button" className="auth-link" onClick={swap}>
          {other}
        </button>
        <button type="button" className="auth-link" onClick={() => onBack(null)}>
          Back to Sign In
        </button>
      </p>
    </AuthFrame>
  );
};

const kinds = {
  app: {
    label: 'Code',
    lead: 'Open your authenticator app and type the six digits it shows for Spotter.',
    other: 'Use a recovery code',
    autoComplete: 'one-time-code',
    inputMode: 'numeric',
  },
  recovery: {
    label: 'Recovery code',
    lead: 'Type one of the codes that you kept when you turned on the second factor. It works once.',
    other: 'Use the authenticator app',
    autoComplete: 'off',
    inputMode: 'text',
  },
} as const;

const focus = (input: HTMLInputElement | null) => input?.focus();

/** 401 without a word about the code: the sign-in has ended. */
const isOver = (error: unknown) => error instanceof Error && 'status' in error && error.status === 401 && !fieldErrors(error)['code'];
