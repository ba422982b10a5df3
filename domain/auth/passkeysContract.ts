import { z } from 'zod';
import { secondFactorProof } from '#domain/account/secondFactorContract.ts';
import { id, messageResponse, timestamp } from '#domain/shared/contract.ts';

const passkey = z.object({ id, name: z.string(), addedAt: timestamp, lastUsedAt: timestamp.nullable() }).meta({
  id: 'Passkey',
  description: 'A key that a device keeps for signing in. It is named by the browser that added it.',
});
export type Passkey = z.output<typeof passkey>;

export const passkeyList = z.object({ passkeys: z.array(passkey) }).meta({ id: 'PasskeyList' });
export type PasskeyList = z.output<typeof passkeyList>;

export const passkeyResponse = messageResponse.extend({ passkey }).meta({ id: 'PasskeyAdded' });
export type PasskeyResponse = z.output<typeof passkeyResponse>;

export const passkeyParams = z.object({ passkeyId: id });

/** The password, and a code if a second factor is on, so that an unlocked computer is not enough. */
export const passkeyProof = secondFactorProof.partial({ code: true }).meta({ id: 'PasskeyProof' });
export type PasskeyProof = z.output<typeof passkeyProof>;

/** The options for the browser, in the JSON of WebAuthn. */
export const passkeyOptions = z.object({ options: z.record(z.string(), z.unknown()) }).meta({
  id: 'PasskeyOptions',
  description:
    'For `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`. They work once, within five minutes.',
});
export type PasskeyOptions = z.output<typeof passkeyOptions>;

const incomplete = 'The passkey’s response is incomplete';
const encoded = (max: number) =>
  z
    .string(incomplete)
    .min(1, incomplete)
    .max(max, incomplete)
    .regex(/^[\w-]+$/, incomplete);

/** WebAuthn's `AuthenticationResponseJSON` and `RegistrationResponseJSON`. */
const credential = z.object({
  id: encoded(1400),
  rawId: encoded(1400),
  type: z.literal('public-key', incomplete),
  authenticatorAttachment: z.enum(['platform', 'cross-platform'], incomplete).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
});

export const passkeySignInBody = credential
  .extend({
    response: z.object(
      {
        clientDataJSON: encoded(8000),
        authenticatorData: encoded(8000),
        signature: encoded(4000),
        userHandle: encoded(100).nullish(),
      },
      incomplete,
    ),
  })
  .meta({ id: 'PasskeySignIn' });
export type PasskeySignInBody = z.output<typeof passkeySignInBody>;

export const passkeyBody = credential
  .extend({
    response: z.object(
      {
        clientDataJSON: encoded(8000),
        attestationObject: encoded(40_000),
        transports: z.array(z.string().max(30)).max(10).optional(),
        authenticatorData: encoded(8000).optional(),
        publicKey: encoded(4000).optional(),
        publicKeyAlgorithm: z.int().optional(),
      },
      incomplete,
    ),
  })
  .meta({ id: 'NewPasskey' });
export type PasskeyBody = z.output<typeof passkeyBody>;

export const passkeyTexts = {
  expired: 'This took too long or was tried before. Please try again.',
  refused: 'This passkey does not sign in to Spotter. Use another one, or your password.',
  notAdded: 'This passkey could not be checked. Please try again.',
  usePasskey: 'You have a passkey. Sign in with it to do this.',
} as const;
