import { safeFileName } from '#server/platform/files/fileName.ts';
import type { Signature } from '#domain/signatures/contract.ts';
import type { StoredSignature } from './repo.ts';

export const toSignature = (row: StoredSignature): Signature => ({
  id: row.id,
  agreementId: row.agreement_id,
  agreementName: row.agreement_name,
  agreementVersionId: row.agreement_version_id,
  versionNumber: row.version_number,
  sha256: row.document_sha256.toString('hex'),
  contactMembershipId: row.contact_membership_id,
  name: row.name,
  guardian: toGuardian(row),
  signedAt: row.signed_at.toISOString(),
  witnessedBy: row.witness_name,
  method: row.method,
  isSealing: row.seal_due_at !== null,
  counts: row.sign_again_at === null || row.signed_at >= row.sign_again_at,
});

export const toGuardian = ({ guardian_name: name, guardian_relation: relation }: StoredSignature) =>
  name !== null && relation !== null ? { name, relation } : null;

/** 'Liability Waiver v3, signed by Casey Jones.pdf'. */
export const signedFileName = ({ agreement_name, version_number, name }: StoredSignature): string =>
  safeFileName(`${agreement_name} v${version_number}, signed by ${name}`.replaceAll(/[\\/]/g, '-'), 'pdf');
