import type { Tx } from '#server/platform/database/database.ts';
import { columns, type ContactErasureRow, type ContactRow } from '#server/platform/database/schema.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';

/** Deleted contacts too, but neither erased ones nor those for customers without a name. 404 without access. */
export async function requirePerson(tx: Tx, scope: AccessScope, id: string): Promise<ContactRow> {
  const row = await lockedPerson(tx, id);
  return requireAccess(scope, row, 'Contact');
}

export const lockedPerson = (tx: Tx, id: string): Promise<ContactRow | undefined> =>
  tx
    .selectFrom('contacts')
    .select(columns.contacts)
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('walk_in_contacts as w').select('w.contact_id').whereRef('w.contact_id', '=', 'contacts.id')),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contact_erasures as e')
            .select('e.contact_id')
            .whereRef('e.contact_id', '=', 'contacts.id')
            .where('e.erased_at', 'is not', null),
        ),
      ),
    )
    .forUpdate()
    .executeTakeFirst();

export const erasureOf = (tx: Tx, contactId: string): Promise<ContactErasureRow | undefined> =>
  tx
    .selectFrom('contact_erasures')
    .select(columns.contact_erasures)
    .where('contact_id', '=', contactId)
    .executeTakeFirst();
