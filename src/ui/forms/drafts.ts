import { readSession } from '#src/authProvider/session.ts';
import { sessionStorage } from '#src/safeStorage.ts';

const ownPrefix = () => `draft.${readSession()?.user.id}.`;

/** Under which the user's draft of a form is stored in this tab. */
export const toDraftKey = (form: string) => ownPrefix() + form;

/** The user's own in this tab, when they sign out: a member's data may be among them. */
export function forgetDrafts(): void {
  const own = ownPrefix();
  for (const key of sessionStorage.keys()) if (key.startsWith(own)) sessionStorage.removeItem(key);
}
