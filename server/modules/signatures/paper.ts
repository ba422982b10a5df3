import type { PaperFields } from '#domain/signatures/contract.ts';
import { recordSignature } from '#server/modules/events/index.ts';
import { changesBetween } from '#server/modules/activity/index.ts';
import { logContact, type StoredContact } from '#server/modules/contacts/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { signaturesRepo, type SignableVersion, type StoredSignature } from './repo.ts';
import { alreadySigned, readSubject } from './sign.ts';

interface SignedPaper {
  readonly contact: StoredContact;
  readonly version: SignableVersion;
  readonly fields: PaperFields;
  readonly scan: { readonly key: string; readonly size: number };
  readonly timezone: string;
}

/** The scan is the evidence. It is not sealed. */
export async function addPaperSignature(
  tx: Tx,
  scope: AccessScope,
  { contact, version, fields, scan, timezone }: SignedPaper,
  now: Date,
): Promise<StoredSignature> {
  const { name, contactMembershipId = null } = fields;
  const added = await signaturesRepo(tx).add({
    ...(await readSubject(tx, contact, version, contactMembershipId)),
    method: 'paper',
    name,
    guardian_name: null,
    guardian_relation: null,
    consent_sha256: null,
    opened_at: null,
    read_to_end_at: null,
    signed_at: now,
    timezone,
    emailed_to: null,
    witness_id: scope.user.userId,
    witness_name: scope.actor.name,
    file_key: scan.key,
    file_size: scan.size,
    sealed_at: null,
    sealed_sha256: null,
    before_seal_sha256: null,
    seal_sha256: null,
    seal_due_at: null,
  });
  if (!added) throw alreadySigned;
  await logContact(
    tx,
    scope.actor,
    contact,
    'contact.paper-agreement-added',
    changesBetween(null, { agreement: version.agreement_name, versionNumber: version.version_number, name }),
  );
  await recordSignature(tx, {
    companyId: contact.company_id,
    locationId: contact.home_location_id,
    signatureId: added.id,
  });
  return { ...added, sign_again_at: version.sign_again_at };
}
