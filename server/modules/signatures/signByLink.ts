import {
  type SignByLinkBody,
  type SigningPage,
  type EndedRequestState,
  endedRequestText,
} from '#domain/signatures/requestContract.ts';
import { consentText, isMinor } from '#domain/signatures/signing.ts';
import { signingTerms } from '#domain/signatures/terms.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { hashOfToken } from '#server/platform/http/tokenFormat.ts';
import { readLinkCompany } from '#server/modules/companies/index.ts';
import { contactsRepo } from '#server/modules/contacts/index.ts';
import { locationRepo } from '#server/modules/locations/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { signedUrls } from '#server/platform/files/signedUrls.ts';
import { signerActor } from '#server/platform/http/actors.ts';
import { notFound, Problem, raise } from '#server/platform/http/problem.ts';
import { requireReadableDrawing } from './documents.ts';
import { findMissingAgreements } from './missing.ts';
import { findRequestCompany, signatureRequestsRepo } from './requestRepo.ts';
import { signaturesRepo, type SignableVersion } from './repo.ts';
import { askedAt, signVersion } from './sign.ts';

interface Caller {
  readonly ip: string;
  readonly userAgent: string | undefined;
  readonly requestId: string;
}

const noLink = notFound('Signing link');

/** The link alone identifies the contact and the versions. */
export async function findSignatureRequest({ database }: AppContext, token: string) {
  const hash = hashOfToken(token);
  const companyId = (await findRequestCompany(database.unscoped, hash)) ?? raise(noLink);
  const request = await database.readOnly([companyId], (tx) => signatureRequestsRepo(tx).byHash(hash));
  return request ?? raise(noLink);
}

export async function readSigningPage(context: AppContext, token: string): Promise<SigningPage> {
  const { config, database, clock } = context;
  const request = await findSignatureRequest(context, token);
  const urls = signedUrls(config.appSecret);
  return database.scoped([request.company_id], async (tx) => {
    const versions = await requireOpen(tx, request, clock());
    const { contact, timezone } = await readSigner(tx, request.contact_id);
    const { name } = await readLinkCompany(tx, request.company_id);
    const missing = await findMissingAgreements(tx, contact.id, clock());
    await signatureRequestsRepo(tx).noteOpened(request.id, clock());
    return {
      company: { name },
      member: { firstName: contact.first_name },
      needsGuardian: contact.date_of_birth !== null && isMinor(contact.date_of_birth, todayIn(timezone, clock())),
      agreements: versions.map((version) => ({
        name: version.agreement_name,
        versionNumber: version.version_number,
        url: urls.sign(version.file_key, clock(), version.file_name, 'inline'),
        terms: signingTerms(
          version.agreement_name,
          version.version_number,
          missing.find(({ agreementId }) => agreementId === version.agreement_id)?.plan ?? null,
        ),
      })),
      consent: consentText,
      expiresAt: request.expires_at.toISOString(),
    };
  });
}

/** All of the link's versions, together. */
export async function signByLink(
  context: AppContext,
  token: string,
  body: SignByLinkBody,
  { ip, userAgent, requestId }: Caller,
): Promise<void> {
  const { database, clock } = context;
  const unlocked = await findSignatureRequest(context, token);
  await database.readOnly([unlocked.company_id], (tx) => requireOpen(tx, unlocked, clock()));
  await requireReadableDrawing(body.drawing);
  await database.scoped([unlocked.company_id], async (tx) => {
    const request = (await signatureRequestsRepo(tx).forUpdate(hashOfToken(token))) ?? raise(noLink);
    const versions = await requireOpen(tx, request, clock());
    const { contact, timezone } = await readSigner(tx, request.contact_id);
    const missing = await findMissingAgreements(tx, contact.id, clock());
    const signed = new Set(
      (await signaturesRepo(tx).ofContact(contact.id)).map(
        (row) => `${row.agreement_version_id} ${row.asked_at.toISOString()}`,
      ),
    );
    const channel = {
      method: 'link' as const,
      actor: signerActor(requestId),
      ipAddress: ip,
      userAgent,
      timezone,
      witness: null,
      emailedTo: request.emailed_to,
    };
    for (const version of versions) {
      // Signed at the desk in the meantime.
      if (signed.has(`${version.id} ${askedAt(version).toISOString()}`)) continue;
      const contactMembershipId = missing.find(
        ({ agreementId }) => agreementId === version.agreement_id,
      )?.contactMembershipId;
      const signing = { ...body, contactMembershipId };
      await signVersion(tx, { contact, version, signing, channel }, clock());
    }
    await signatureRequestsRepo(tx).end(request.id, clock());
  });
}

/** Returns what it asks to sign. */
async function requireOpen(tx: Tx, request: OpenedRequest, now: Date): Promise<SignableVersion[]> {
  const versions = await signaturesRepo(tx).versions(request.agreement_version_ids);
  const state = endedState(request, versions, now);
  if (state)
    throw new Problem(410, endedRequestText[state], {
      body: { state, company: await readLinkCompany(tx, request.company_id) },
    });
  return versions;
}

async function readSigner(tx: Tx, contactId: string) {
  const contact = (await contactsRepo(tx).one(contactId)) ?? raise(noLink);
  const home = (await locationRepo(tx).one(contact.home_location_id)) ?? raise(noLink);
  return { contact, timezone: home.timezone };
}

interface OpenedRequest {
  readonly company_id: string;
  readonly agreement_version_ids: readonly string[];
  readonly created_at: Date;
  readonly signed_at: Date | null;
  readonly replaced_at: Date | null;
  readonly expires_at: Date;
}

function endedState(
  { created_at, signed_at, replaced_at, expires_at }: OpenedRequest,
  versions: readonly SignableVersion[],
  now: Date,
): EndedRequestState | null {
  if (signed_at !== null) return 'signed';
  if (replaced_at !== null) return 'replaced';
  // The agreements were archived.
  if (versions.length === 0) return 'withdrawn';
  // Everyone was asked to sign the newer version since, and an older one would count as that.
  const isOutdated = versions.some(
    ({ version_number, newest_number, sign_again_at }) =>
      version_number < newest_number && sign_again_at !== null && sign_again_at > created_at,
  );
  return expires_at <= now || isOutdated ? 'expired' : null;
}
