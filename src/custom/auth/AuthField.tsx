import { useId, useState, type ComponentProps } from 'react';

interface AuthFieldProps extends ComponentProps<'input'> {
  label: string;
  problem?: string | undefined;
  hint?: string;
}

export const AuthField = ({ label, problem, hint, type, ...input }: AuthFieldProps) => {
  const id = useId();
  const [shown, setShown] = useState(false);
  const isSecret = type === 'password';
  const noteId = (problem ?? hint) ? `${id}-note` : undefined;
  return (
    <div className="auth-field">
      <label htmlFor={id}>{label}</label>
      <div className={isSecret ? 'auth-secret' : undefined}>
        <input
          {...input}
          id={id}
          type={isSecret && shown ? 'text' : type}
          aria-invalid={problem ? true : undefined}
          aria-describedby={noteId}
        />
        {isSecret && (
          <button
            type="button"
            onClick={() => setShown(!shown)}
            aria-pressed={shown}
            aria-label={`Show ${label.toLowerCase()}`}
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        )}
      </div>
      {(problem ?? hint) && (
        <p id={noteId} className={problem ? 'auth-problem' : 'auth-hint'}>
          {problem ?? hint}
        </p>
      )}
    </div>
  );
};

export const AuthSubmit = ({ label, busyLabel, isBusy, disabled }: AuthSubmitProps) => (
  <button type="submit" className="auth-submit" disabled={isBusy || disabled}>
    {isBusy && <span className="loading-spinner" aria-hidden="true" />}
    {isBusy ? busyLabel : label}
  </button>
);

interface AuthSubmitProps {
  label: string;
  busyLabel: string;
  isBusy: boolean;
  disabled?: boolean;
}

/** A form's `ref` that focuses its first empty field when the page opens. A screen reader reads the title, then the field. */
export const focusFirstEmpty = (form: HTMLFormElement | null) => {
  const fields = form?.querySelectorAll<HTMLInputElement>('input:not([readonly])') ?? [];
  [...fields].find(({ value }) => value === '')?.focus();
};
