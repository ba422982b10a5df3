import type { Tx } from '#server/platform/database/database.ts';
import type { ContactRow } from '#server/platform/database/schema.ts';
import { namedContacts } from '#server/modules/contacts/index.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';

/** Deleted contacts too, but neither erased ones nor those for customers without a name. 404 without access. */
export async function requirePerson(tx: Tx, scope: AccessScope, id: string): Promise<ContactRow> {
  const row = await lockedPerson(tx, id);
  return requireAccess(scope, row, 'Contact');
}

export const lockedPerson = (tx: Tx, id: string): Promise<ContactRow | undefined> =>
  namedContacts(tx).where('c.id', '=', id).forUpdate().executeTakeFirst();
