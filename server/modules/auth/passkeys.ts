import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { addMinutes } from 'date-fns';
import { v7 as uuid } from 'uuid';
import {
  passkeyTexts,
  type PasskeyBody,
  type PasskeyOptions,
  type PasskeySignInBody,
} from '#domain/auth/passkeysContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { badRequest } from '#server/platform/http/problem.ts';
import { passkeyRepo, type NewPasskey } from './passkeysRepo.ts';

/** Loaded with the first passkey: its parsers of certificates would make up a fifth of every start. */
const loadWebauthn = () => import('@simplewebauthn/server');

const passkeyMinutes = 5;

type KnownPasskey = NonNullable<Awaited<ReturnType<ReturnType<typeof passkeyRepo>['byCredential']>>>;

type PasskeyContext = Pick<AppContext, 'config' | 'database' | 'clock'>;

const timeout = passkeyMinutes * 60_000;

/** A device always verifies its user, by fingerprint, face or PIN, so a passkey counts as both factors. */
function expectedSite({ config }: PasskeyContext) {
  const { origin, hostname } = new URL(config.publicUrl);
  return { expectedOrigin: origin, expectedRPID: hostname, requireUserVerification: true };
}

/** A device that already has one of this person's refuses. */
export async function createPasskeyOptions(
  context: PasskeyContext,
  user: { id: string; email: string; name: string },
): Promise<PasskeyOptions> {
  const passkeys = await passkeyRepo(context.database.unscoped).ofUser(user.id);
  const { generateRegistrationOptions } = await loadWebauthn();
  const options = await generateRegistrationOptions({
    rpName: 'Spotter',
    rpID: expectedSite(context).expectedRPID,
    userID: Buffer.from(user.id),
    userName: user.email,
    userDisplayName: user.name,
    timeout,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credential_id, transports }) => ({
      id: credential_id,
      transports: transports as [],
    })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  return storeChallenge(context, options, user.id);
}

export async function verifyNewPasskey(
  context: PasskeyContext,
  userId: string,
  response: PasskeyBody,
  name: string,
): Promise<NewPasskey> {
  const expectedChallenge = await takeChallenge(context, response.response.clientDataJSON, userId);
  if (!expectedChallenge) throw badRequest(passkeyTexts.expired);
  const { verifyRegistrationResponse } = await loadWebauthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge,
    ...expectedSite(context),
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw badRequest(passkeyTexts.notAdded);
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  return {
    id: uuid(),
    user_id: userId,
    credential_id: id,
    public_key: Buffer.from(publicKey),
    counter,
    transports,
    name,
    created_at: context.clock(),
  };
}

/** The device knows whose passkeys it has. */
export async function createRequestOptions(context: PasskeyContext): Promise<PasskeyOptions> {
  const { generateAuthenticationOptions } = await loadWebauthn();
  const rpID = expectedSite(context).expectedRPID;
  const options = await generateAuthenticationOptions({ rpID, timeout, userVerification: 'required' });
  return storeChallenge(context, options, null);
}

export async function verifyPasskey(
  context: PasskeyContext,
  passkey: KnownPasskey | undefined,
  response: PasskeySignInBody,
): Promise<'yes' | 'no' | 'too late'> {
  const expectedChallenge = await takeChallenge(context, response.response.clientDataJSON, null);
  if (!expectedChallenge) return 'too late';
  if (!passkey || response.response.userHandle !== Buffer.from(passkey.user_id).toString('base64url')) return 'no';
  const { credential_id: id, public_key, counter } = passkey;
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge,
    credential: { id, publicKey: new Uint8Array(public_key), counter },
    ...expectedSite(context),
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  return verified &&
    authenticationInfo &&
    (await passkeyRepo(context.database.unscoped).use(passkey.id, authenticationInfo.newCounter, context.clock()))
    ? 'yes'
    : 'no';
}

async function storeChallenge<Options extends { challenge: string }>(
  { database, clock }: PasskeyContext,
  options: Options,
  userId: string | null,
): Promise<PasskeyOptions> {
  const expiresAt = addMinutes(clock(), passkeyMinutes);
  await passkeyRepo(database.unscoped).addChallenge(options.challenge, userId, expiresAt);
  return { options: { ...options } };
}

/** Undefined for one that was never issued, was used, or has expired. */
async function takeChallenge(
  { database, clock }: PasskeyContext,
  clientDataJSON: string,
  userId: string | null,
): Promise<string | undefined> {
  const challenge = signedChallenge(clientDataJSON);
  return challenge !== undefined && (await passkeyRepo(database.unscoped).takeChallenge(challenge, userId, clock()))
    ? challenge
    : undefined;
}

function signedChallenge(clientDataJSON: string): string | undefined {
  try {
    const { challenge }: { challenge?: unknown } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
