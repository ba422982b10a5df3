import { Alert, Button } from '@mui/material';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormContext, useFormState, type FieldValues } from 'react-hook-form';
import { onSessionExpired, readSession } from '#src/authProvider/session.ts';
import { sessionStorage } from '#src/safeStorage.ts';
import { readDraft, toDraftKey } from './drafts.ts';

export const FormDraft = ({ of }: { of: string }) => {
  const { getValues, setValue } = useFormContext();
  const { isDirty } = useFormState();
  const restore = (draft: FieldValues) => {
    for (const [name, value] of Object.entries(draft)) setValue(name, value, { shouldDirty: true });
  };
  return <Draft of={of} isDirty={isDirty} read={() => getValues()} onRestore={restore} />;
};

interface DraftProps<Values> {
  of: string;
  isDirty: boolean;
  read: () => Values;
  onRestore: (values: Values) => void;
  /** What was kept, if not everything. */
  kept?: string;
}

/**
 * Keeps what was typed when the session ends during editing, and offers it again in the same form, to the same user in this tab,
 * for a day and until they sign out. The draft is deleted once it is restored or discarded, or the form is filled in without it.
 */
export const Draft = <Values extends object>({
  of,
  isDirty,
  read,
  onRestore,
  kept = 'Your changes were kept.',
}: DraftProps<Values>) => {
  const key = toDraftKey(of);
  const [draft, setDraft] = useState(() => readDraft<Values>(key));
  const wasChanged = useRef(false);
  useEffect(() => {
    const who = readSession()?.user.id;
    // Several calls may be refused at once. After the first nobody is signed in, and the draft is already saved.
    if (!isDirty || who === undefined) return undefined;
    return onSessionExpired(() =>
      sessionStorage.setItem(key, JSON.stringify({ who, values: withoutFiles(read()), at: Date.now() })),
    );
  }, [isDirty, key, read]);
  const forget = () => {
    sessionStorage.removeItem(key);
    setDraft(undefined);
  };
  const forgetOffered = useEffectEvent(() => {
    // A draft saved after this one was offered is a different one.
    if (draft && draft.at === readDraft<Values>(key)?.at) forget();
  });
  useEffect(() => {
    if (isDirty) wasChanged.current = true;
    else if (wasChanged.current) forgetOffered();
  }, [isDirty]);
  useEffect(() => () => (wasChanged.current ? forgetOffered() : undefined), []);
  if (!draft) return null;
  const restore = () => {
    onRestore(draft.values);
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
      Your session ended while you were filling in this form. {kept}
    </Alert>
  );
};

/** Files cannot be stored as text. */
const withoutFiles = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !(value instanceof Blob)));
