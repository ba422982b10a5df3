import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useFormContext, useFormState, type FieldValues } from 'react-hook-form';
import { onSessionExpired, readSession } from '#src/authProvider/session.ts';
import { sessionStorage } from '#src/safeStorage.ts';

/**
 * Keeps what was typed when the session runs out under a form, for the same person in this tab, and offers it again in
 * the same form. `of` names the form and what it is about.
 */
export const FormDraft = ({ of }: { of: string }) => {
  const { getValues, setValue } = useFormContext();
  const { isDirty } = useFormState();
  const key = `draft.${of}`;
  const [draft, setDraft] = useState(() => readDraft(key));
  useEffect(() => {
    if (!isDirty) return undefined;
    const who = readSession()?.user.id;
    return onSessionExpired(() => sessionStorage.setItem(key, JSON.stringify({ who, values: keepable(getValues()) })));
  }, [isDirty, key, getValues]);
  if (!draft) return null;
  const forget = () => {
    sessionStorage.removeItem(key);
    setDraft(undefined);
  };
  const restore = () => {
    for (const [name, value] of Object.entries(draft)) setValue(name, value, { shouldDirty: true });
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
const keepable = (values: FieldValues) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !(value instanceof Blob)));

const readDraft = (key: string): FieldValues | undefined => {
  try {
    const { who, values } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as { who?: string; values?: FieldValues };
    return who === readSession()?.user.id ? values : undefined;
  } catch {
    return undefined;
  }
};
