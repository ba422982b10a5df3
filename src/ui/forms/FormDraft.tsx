import { Alert, Button } from '@mui/material';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useFormContext, useFormState, type FieldValues } from 'react-hook-form';
import { dayMs } from '#domain/shared/zones.ts';
import { toDraftKey } from '#src/authProvider/drafts.ts';
import { onSessionExpired, readSession } from '#src/authProvider/session.ts';
import { sessionStorage } from '#src/safeStorage.ts';

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
  const key = toDraftKey(readSession()?.user.id, of);
  const [draft, setDraft] = useState(() => readDraft<Values>(key));
  const wasChanged = useRef(false);
  useEffect(() => {
    // Several calls may be refused at once. After the first nobody is signed in, and the draft is already saved.
    if (!isDirty || !readSession()) return undefined;
    return onSessionExpired(() =>
      sessionStorage.setItem(key, JSON.stringify({ values: withoutFiles(read()), at: Date.now() })),
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
  // The button that has the focus disappears.
  const settle = (button: HTMLElement, act?: () => void) => {
    const form = button.closest('form, [role="dialog"]');
    flushSync(() => {
      act?.();
      forget();
    });
    form?.querySelector<HTMLElement>(fields)?.focus();
  };
  return (
    <Alert
      severity="info"
      action={
        <>
          <Button
            color="inherit"
            size="small"
            onClick={({ currentTarget }) => settle(currentTarget, () => onRestore(draft.values))}
          >
            Restore
          </Button>
          <Button color="inherit" size="small" onClick={({ currentTarget }) => settle(currentTarget)}>
            Discard
          </Button>
        </>
      }
    >
      Your session ended while you were filling in this form. {kept}
    </Alert>
  );
};

const fields = 'input:not([type="hidden"], :disabled), textarea:not(:disabled), [role="combobox"]';

/** Files cannot be stored as text. */
const withoutFiles = (values: object) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !(value instanceof Blob)));

interface StoredDraft<Values> {
  readonly values: Values;
  readonly at: number;
}

const readDraft = <Values extends object>(key: string): StoredDraft<Values> | undefined => {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null') as StoredDraft<Values> | null;
    return draft && Date.now() - draft.at < dayMs ? draft : undefined;
  } catch {
    return undefined;
  }
};
