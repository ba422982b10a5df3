import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useFormContext, useFormState, type FieldValues } from 'react-hook-form';
import { onSessionExpired, readSession } from '#src/authProvider/session.ts';
import { sessionStorage } from '#src/safeStorage.ts';

/** The draft of the form around it. */
export const FormDraft = ({ of }: { of: string }) => {
  const { getValues, setValue } = useFormContext();
  const { isDirty } = useFormState();
  const restore = (draft: FieldValues) => {
    for (const [name, value] of Object.entries(draft)) setValue(name, value, { shouldDirty: true });
  };
  return <Draft of={of} isDirty={isDirty} read={() => getValues()} onRestore={restore} />;
};

interface DraftProps<Values> {
  /** Names the form and what it is about. */
  of: string;
  /** Whether anything was typed. */
  isDirty: boolean;
  read: () => Values;
  onRestore: (values: Values) => void;
}

/**
 * Keeps what was typed when the session runs out under a form, for the same person in this tab, and offers it again in
 * the same form.
 */
export const Draft = <Values extends object>({ of, isDirty, read, onRestore }: DraftProps<Values>) => {
  const key = `draft.${of}`;
  const [draft, setDraft] = useState(() => readDraft<Values>(key));
  useEffect(() => {
    if (!isDirty) return undefined;
    const who = readSession()?.user.id;
    return onSessionExpired(() => sessionStorage.setItem(key, JSON.stringify({ who, values: keepable(read()) })));
  }, [isDirty, key, read]);
  if (!draft) return null;
  const forget = () => {
    sessionStorage.removeItem(key);
    setDraft(undefined);
  };
  const restore = () => {
    onRestore(draft);
    forget();
  };
  return (
    <Alert
      severity="info"
      action={
        <>
          <Button color="inherit" size="small" onClick={restore}>
            Restore
          </Button>
          <Button color="inherit" size="small" onClick={forget}>
            Discard
          </Button>
        </>
      }
    >
      Your session ended while you were filling in this form. Your changes were kept.
    </Alert>
  );
};

/** Files cannot be kept as text. */
const keepable = (values: object) => Object.fromEntries(Object.entries(values).filter(([, value]) => !(value instanceof Blob)));

const readDraft = <Values extends object>(key: string): Values | undefined => {
  try {
    const { who, values } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as { who?: string; values?: Values };
    return who === readSession()?.user.id ? values : undefined;
  } catch {
    return undefined;
  }
};
