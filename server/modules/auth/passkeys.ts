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
const webauthn = () => import('@simplewebauthn/server');

const passkeyMinutes = 5;

type KnownPasskey = NonNullable<Awaited<ReturnType<ReturnType<typeof passkeyRepo>['byCredential']>>>;

/** A device always verifies its user, by fingerprint, face or PIN, so a passkey counts as both factors. */
export function passkeys({ config, database, clock }: Pick<AppContext, 'config' | 'database' | 'clock'>) {
  const { origin, hostname: rpID } = new URL(config.publicUrl);
  const repo = passkeyRepo(database.unscoped);
  const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };
  const timeout = passkeyMinutes * 60_000;

  async function storeChallenge<Options extends { challenge: string }>(
    options: Options,
    userId: string | null,
  ): Promise<PasskeyOptions> {
    await repo.addChallenge(options.challenge, userId, addMinutes(clock(), passkeyMinutes));
    return { options: { ...options } };
  }

  /** Undefined for one that was never issued, was used, or has expired. */
  async function takeChallenge(clientDataJSON: string, userId: string | null): Promise<string | undefined> {
    const challenge = signedChallenge(clientDataJSON);
    return challenge !== undefined && (await repo.takeChallenge(challenge, userId, clock())) ? challenge : undefined;
  }

  return {
    /** A device that already has one of this person's refuses. */
    async creationOptions(user: { id: string; email: string; name: string }): Promise<PasskeyOptions> {
      const known = await repo.ofUser(user.id);
      const { generateRegistrationOptions } = await webauthn();
      const options = await generateRegistrationOptions({
        rpName: 'Spotter',
        rpID,
        userID: Buffer.from(user.id),
        userName: user.email,
        userDisplayName: user.name,
        timeout,
        attestationType: 'none',
        excludeCredentials: known.map(({ credential_id, transports }) => ({
          id: credential_id,
          transports: transports as [],
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return storeChallenge(options, user.id);
    },

    async newPasskey(userId: string, response: PasskeyBody, name: string): Promise<NewPasskey> {
      const expectedChallenge = await takeChallenge(response.response.clientDataJSON, userId);
      if (!expectedChallenge) throw badRequest(passkeyTexts.expired);
      const { verifyRegistrationResponse } = await webauthn();
      const { registrationInfo } = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        expectedChallenge,
        ...expected,
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
        created_at: clock(),
      };
    },

    /** The device knows whose passkeys it has. */
    async requestOptions(): Promise<PasskeyOptions> {
      const { generateAuthenticationOptions } = await webauthn();
      return storeChallenge(await generateAuthenticationOptions({ rpID, timeout, userVerification: 'required' }), null);
    },

    async verifyResponse(
      passkey: KnownPasskey | undefined,
      response: PasskeySignInBody,
    ): Promise<'yes' | 'no' | 'too late'> {
      const expectedChallenge = await takeChallenge(response.response.clientDataJSON, null);
      if (!expectedChallenge) return 'too late';
      if (!passkey || response.response.userHandle !== Buffer.from(passkey.user_id).toString('base64url')) return 'no';
      const { credential_id: id, public_key, counter } = passkey;
      const { verifyAuthenticationResponse } = await webauthn();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge,
        credential: { id, publicKey: new Uint8Array(public_key), counter },
        ...expected,
      }).catch(() => ({ verified: false, authenticationInfo: undefined }));
      return verified && authenticationInfo && (await repo.use(passkey.id, authenticationInfo.newCounter, clock()))
        ? 'yes'
        : 'no';
    },
  };
}

function signedChallenge(clientDataJSON: string): string | undefined {
  try {
    const { challenge }: { challenge?: unknown } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
