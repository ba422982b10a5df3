import { requireOwnContact } from '#server/modules/contact-memberships/index.ts';
import { contactsRepo, type StoredContact } from '#server/modules/contacts/index.ts';
import { locationRepo } from '#server/modules/locations/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';
import { signaturesRepo, type SignableVersion } from './repo.ts';

/** One that the caller may have signed. */
export async function requireSigner(tx: Tx, scope: AccessScope, id: string): Promise<StoredContact> {
  const contact = requireAccess(scope, await contactsRepo(tx).one(id), 'Contact');
  await requireOwnContact(tx, scope, contact, 'signatures:write');
  return contact;
}

export async function requireSignableVersion(
  tx: Tx,
  contact: StoredContact,
  versionId: string,
): Promise<SignableVersion> {
  const [version] = await signaturesRepo(tx).versions([versionId]);
  return version?.company_id === contact.company_id ? version : raise(notFound('Agreement version'));
}

export const requireHome = async (tx: Tx, contact: StoredContact) =>
  (await locationRepo(tx).one(contact.home_location_id)) ?? raise(notFound('Location'));
