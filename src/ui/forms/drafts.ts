import { dayMs } from '#domain/shared/zones.ts';
import { readSession } from '#src/authProvider/session.ts';
import { sessionStorage } from '#src/safeStorage.ts';

interface StoredDraft<Values> {
  readonly who: string;
  readonly values: Values;
  readonly at: number;
}

const prefix = 'draft.';
export const toDraftKey = (form: string) => `${prefix}${form}`;

/** Undefined when it is another user's, or too old. */
export const readDraft = <Values extends object>(key: string): StoredDraft<Values> | undefined => {
  try {
    const draft = JSON.parse(sessionStorage.getItem(key) ?? 'null') as StoredDraft<Values> | null;
    return draft && draft.who === readSession()?.user.id && Date.now() - draft.at < dayMs ? draft : undefined;
  } catch {
    return undefined;
  }
};

/** The user's own, when they sign out: a member's data may be among them. */
export function forgetDrafts(): void {
  for (const key of sessionStorage.keys()) if (key.startsWith(prefix) && readDraft(key)) sessionStorage.removeItem(key);
}
