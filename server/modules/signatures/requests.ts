import { randomUUID } from 'node:crypto';
import { addDays } from 'date-fns';
import type { SignatureRequestBody } from '#domain/signatures/requestContract.ts';
import { signingRefusals } from '#domain/signatures/signing.ts';
import { signatureRequestDays } from '#domain/shared/limits.ts';
import { changesBetween } from '#server/modules/activity/index.ts';
import { hashOfToken } from '#server/platform/http/tokenFormat.ts';
import { logContact, type StoredContact } from '#server/modules/contacts/index.ts';
import { emailSignatureRequest } from '#server/modules/email-queue/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { conflict, notFound } from '#server/platform/http/problem.ts';
import { signatureRequestToken } from './requestUrl.ts';
import { findNewestVersions } from './requestRepo.ts';

/** Ends the previous link of the contact, and emails the new one if there is an address. The caller holds the contact's lock. */
export async function requestSignatures(
  tx: Tx,
  scope: AccessScope,
  contact: StoredContact,
  { agreementIds, email }: SignatureRequestBody,
  { config, now }: Pick<AppContext, 'config'> & { readonly now: Date },
): Promise<{ requestId: string; expiresAt: Date }> {
  if (contact.date_of_birth === null)
    throw conflict(signingRefusals.needsBirthDate, { dateOfBirth: signingRefusals.needsBirthDate });
  const wanted = [...new Set(agreementIds)];
  const versions = await findNewestVersions(tx, contact.company_id, wanted);
  if (versions.length < wanted.length) throw notFound('Agreement');
  const [id, expiresAt] = [randomUUID(), addDays(now, signatureRequestDays)];
  await tx
    .updateTable('signature_requests')
    .set({ replaced_at: now })
    .where('contact_id', '=', contact.id)
    .where('replaced_at', 'is', null)
    .execute();
  await tx
    .insertInto('signature_requests')
    .values({
      id,
      company_id: contact.company_id,
      contact_id: contact.id,
      token_hash: hashOfToken(signatureRequestToken(config, id)),
      agreement_version_ids: versions.map((version) => version.id),
      created_at: now,
      expires_at: expiresAt,
      replaced_at: null,
      signed_at: null,
      opened_at: null,
      emailed_to: email ?? null,
    })
    .execute();
  const action = email ? 'contact.signing-link-sent' : 'contact.signing-link-created';
  const changes = changesBetween(null, { agreements: versions.map(({ name }) => name), email });
  await logContact(tx, scope.actor, contact, action, changes);
  if (email)
    await emailSignatureRequest(
      tx,
      contact,
      { requestId: id, expiresAt: expiresAt.toISOString(), address: email },
      now,
    );
  return { requestId: id, expiresAt };
}
