import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { SignatureBody, SignatureMethod } from '#domain/signatures/contract.ts';
import { readDrawing } from '#domain/signatures/drawing.ts';
import { consentText, signingRefusal, signingRefusals } from '#domain/signatures/signing.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { recordSignature } from '#server/modules/events/index.ts';
import { changesBetween } from '#server/modules/activity/index.ts';
import { logContact, type StoredContact } from '#server/modules/contacts/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/actors.ts';
import { badRequest, conflict, notFound, raise } from '#server/platform/http/problem.ts';
import { signaturesRepo, type SignableVersion, type StoredSignature } from './repo.ts';

interface Channel {
  readonly method: Exclude<SignatureMethod, 'paper'>;
  readonly actor: Actor;
  readonly ipAddress: string;
  readonly userAgent: string | undefined;
  readonly timezone: string;
  readonly witness: { readonly id: string; readonly name: string } | null;
  readonly emailedTo: string | null;
}

type Signing = Omit<SignatureBody, 'agreementVersionId'>;

interface NewSignature {
  readonly contact: StoredContact;
  readonly version: SignableVersion;
  readonly signing: Signing;
  readonly channel: Channel;
}

const firstAsked = new Date(0);
export const askedAt = ({ sign_again_at }: Pick<SignableVersion, 'sign_again_at'>): Date => sign_again_at ?? firstAsked;

/** Clocks of browsers differ. */
const toleranceMs = 5 * 60_000;
const userAgentMaxLength = 500;

/** Pressed twice, it is signed once: the second call returns the same signature. */
export async function signVersion(
  tx: Tx,
  { contact, version, signing, channel }: NewSignature,
  now: Date,
): Promise<StoredSignature> {
  const { name, guardian, contactMembershipId = null } = signing;
  requireMaySign(contact, signing, channel.timezone, now);
  const repo = signaturesRepo(tx);
  const subject = await readSubject(tx, contact, version, contactMembershipId);
  const added = await repo.add({
    ...subject,
    method: channel.method,
    name,
    guardian_name: guardian?.name ?? null,
    guardian_relation: guardian?.relation ?? null,
    consent_text: consentText,
    consent_sha256: createHash('sha256').update(consentText).digest(),
    ticks: JSON.stringify(signing.ticks),
    opened_at: toDate(signing.openedAt),
    read_to_end_at: toDate(signing.readToEndAt),
    signed_at: now,
    timezone: channel.timezone,
    ip_address: channel.ipAddress,
    user_agent: channel.userAgent?.slice(0, userAgentMaxLength) ?? '',
    emailed_to: channel.emailedTo,
    witness_id: channel.witness?.id ?? null,
    witness_name: channel.witness?.name ?? null,
    file_key: null,
    file_size: null,
    sealed_at: null,
    sealed_sha256: null,
    before_seal_sha256: null,
    seal_sha256: null,
    seal_due_at: now,
  });
  if (!added) {
    const first = (await repo.ofVersion(contact.id, version.id, subject.asked_at)) ?? raise(alreadySigned);
    const isSame = first.name === name && first.guardian_name === (guardian?.name ?? null);
    return isSame && first.method === channel.method ? first : raise(alreadySigned);
  }
  const drawing = signing.drawing ? readDrawing(signing.drawing) : null;
  if (drawing) await repo.addDrawing(added.id, contact.company_id, drawing);
  await logContact(
    tx,
    channel.actor,
    contact,
    'contact.agreement-signed',
    changesBetween(null, {
      agreement: version.agreement_name,
      versionNumber: version.version_number,
      name,
      guardian: guardian?.name,
    }),
  );
  await recordSignature(tx, {
    companyId: contact.company_id,
    locationId: contact.home_location_id,
    signatureId: added.id,
  });
  return { ...added, sign_again_at: version.sign_again_at };
}

/** What is signed, by whom, and for which membership. 404 for one of somebody else. */
export async function readSubject(
  tx: Tx,
  contact: StoredContact,
  version: SignableVersion,
  contactMembershipId: string | null,
) {
  if (contactMembershipId !== null && !(await signaturesRepo(tx).isHeldBy(contactMembershipId, contact.id)))
    throw notFound('Membership');
  return {
    id: uuid(),
    company_id: contact.company_id,
    contact_id: contact.id,
    agreement_id: version.agreement_id,
    agreement_version_id: version.id,
    contact_membership_id: contactMembershipId,
    asked_at: askedAt(version),
    agreement_name: version.agreement_name,
    version_number: version.version_number,
    document_sha256: version.sha256,
    document_size: version.file_size,
  };
}

export const alreadySigned = conflict('This version of the agreement is already signed');

const toDate = (moment: string | null | undefined) => (moment ? new Date(moment) : null);

function requireMaySign(
  { date_of_birth }: StoredContact,
  { guardian, openedAt, readToEndAt, ticks }: Signing,
  timezone: string,
  now: Date,
): void {
  const refusal = signingRefusal(
    { dateOfBirth: date_of_birth, hasGuardian: Boolean(guardian) },
    todayIn(timezone, now),
  );
  if (refusal === signingRefusals.needsBirthDate) throw conflict(refusal, { dateOfBirth: refusal });
  if (refusal !== null) throw badRequest(refusal, { guardian: refusal });
  const latest = now.getTime() + toleranceMs;
  const moments = [openedAt, readToEndAt, ...ticks.map(({ at }) => at)];
  if (moments.some((moment) => moment && Date.parse(moment) > latest)) throw badRequest(signingRefusals.inFuture);
}
