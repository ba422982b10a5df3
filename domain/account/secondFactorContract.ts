import { z } from 'zod';
import { secondFactorCode } from '#domain/auth/contract.ts';
import { messageResponse, timestamp } from '#domain/shared/contract.ts';

/** `isRequired`: a company requires a second factor from this person, one of its admins. */
const secondFactor = z
  .object({ isOn: z.boolean(), turnedOnAt: timestamp.nullable(), recoveryCodesLeft: z.int(), isRequired: z.boolean() })
  .meta({ id: 'SecondFactor' });
export type SecondFactor = z.output<typeof secondFactor>;

export const secondFactorResponse = z.object({ secondFactor }).meta({ id: 'SecondFactorResponse' });
export type SecondFactorResponse = z.output<typeof secondFactorResponse>;

/** The key for an authenticator app, to type in or, as a URI, to scan. `qr`: the URI as an SVG image. */
export const secondFactorKey = z
  .object({ key: z.string(), uri: z.string(), qr: z.string() })
  .meta({ id: 'SecondFactorKey' });
export type SecondFactorKey = z.output<typeof secondFactorKey>;

export const secondFactorConfirmation = z.object({ code: secondFactorCode }).meta({ id: 'SecondFactorConfirmation' });

/** Shown once: only their hashes are stored. */
export const recoveryCodes = messageResponse
  .extend({ recoveryCodes: z.array(z.string()) })
  .meta({ id: 'RecoveryCodes' });
export type RecoveryCodes = z.output<typeof recoveryCodes>;

const passwordRequired = 'Password is required';

/** Turning it off, or making new recovery codes, takes both, so that an unlocked computer is not enough. */
export const secondFactorProof = z
  .object({
    password: z.string(passwordRequired).min(1, passwordRequired).max(1000, 'Password is too long'),
    code: secondFactorCode,
  })
  .meta({ id: 'SecondFactorProof' });
export type SecondFactorProof = z.output<typeof secondFactorProof>;

/** Required to turn it on, for the same reason. */
export const passwordProof = secondFactorProof.pick({ password: true }).meta({ id: 'PasswordProof' });
export type PasswordProof = z.output<typeof passwordProof>;

export const secondFactorTexts = {
  wrongCode: 'This code is wrong or has already been used. Wait for the next one and try again.',
  expired: 'Your sign-in has expired. Enter your password again.',
  required: 'Your company requires two-step verification. Turn it on in your account to go on.',
} as const;
