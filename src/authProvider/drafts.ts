import { sessionStorage } from '#src/safeStorage.ts';

/** Under which a user's draft of a form is stored in this tab. */
export const toDraftKey = (userId: string | undefined, form: string) => `draft.${userId}.${form}`;

export function forgetDrafts(userId: string | undefined): void {
  const own = toDraftKey(userId, '');
  for (const key of sessionStorage.keys()) if (key.startsWith(own)) sessionStorage.removeItem(key);
}
