import type { ActivityChange } from '#domain/activity/contract.ts';
import type { ActionOf } from '#domain/activity/sentences.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/actors.ts';
import { loggedContact, type StoredContact } from './rows.ts';

/** Logs what was done about a contact, in the transaction that does it. */
export const logContact = (
  tx: Tx,
  actor: Actor,
  contact: StoredContact,
  action: ActionOf<'contact'>,
  changes: readonly ActivityChange[] = [],
): Promise<void> =>
  logActivity(tx, actor, {
    companyId: contact.company_id,
    action,
    recordId: contact.id,
    label: loggedContact.label(contact),
    locationId: loggedContact.locationId(contact),
    changes,
  });
