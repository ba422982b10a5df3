import { v7 as uuid } from 'uuid';
import type { Occasion } from '#server/platform/http/actors.ts';
import { logRecord } from '#server/modules/activity/index.ts';
import { columns } from '#server/platform/database/schema.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { lockUntilCommit } from '#server/platform/database/withAdvisoryLock.ts';
import type { AccessibleLocation } from '#server/platform/http/accessScope.ts';
import { type StoredContact, contactsRepo, loggedContact } from '#server/modules/contacts/index.ts';

/**
 * One for each location, made when it is first needed. Archived from the start, so that it is not listed, searched, counted or
 * checked in, and without an address.
 */
export async function walkInContact(
  tx: Tx,
  { id: locationId, companyId }: AccessibleLocation,
  { now, actor }: Occasion,
): Promise<StoredContact> {
  const existingContact = await findWalkIn(tx, locationId);
  if (existingContact) return existingContact;
  await lockUntilCommit(tx, `walk-in customer of ${locationId}`);
  // Another till may have made it in the meantime.
  return (await findWalkIn(tx, locationId)) ?? addWalkIn(tx, { locationId, companyId }, { now, actor });
}

async function addWalkIn(
  tx: Tx,
  { locationId, companyId }: { readonly locationId: string; readonly companyId: string },
  { now, actor }: Occasion,
): Promise<StoredContact> {
  const contact = await contactsRepo(tx).add({
    id: uuid(),
    company_id: companyId,
    home_location_id: locationId,
    first_name: 'Walk-in',
    last_name: 'customer',
    email: '',
    archived_at: now,
  });
  await tx
    .insertInto('walk_in_contacts')
    .values({ location_id: locationId, company_id: companyId, contact_id: contact.id })
    .execute();
  await logRecord(tx, actor, loggedContact, { after: contact });
  return contact;
}

const findWalkIn = (tx: Tx, locationId: string): Promise<StoredContact | undefined> =>
  tx
    .selectFrom('contacts')
    .select(columns.contacts)
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('walk_in_contacts').select('contact_id').where('location_id', '=', locationId),
    )
    .executeTakeFirst();
