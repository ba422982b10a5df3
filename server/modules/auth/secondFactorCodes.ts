import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const recoveryCodeCount = 10;

/** What authenticator apps expect: RFC 6238 with SHA-1, six digits, 30 seconds. */
const period = 30;
const totp = (key: string, label = '') =>
  new TOTP({ issuer: 'Spotter', label, secret: Secret.fromBase32(key), period });

/** A new key of 160 bits, in base32. */
export const newTotpKey = (): string => new Secret({ size: 20 }).base32;

/** The key in the form that authenticator apps scan. */
export const keyUri = (key: string, email: string): string => totp(key, email).toString();

/** The time step of a code that is valid now, or one step early or late; undefined for another code. */
export function findStep(key: string, code: string, now: Date): number | undefined {
  const delta = totp(key).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / period) + delta;
}

/** Ten codes of 80 random bits: `K7QW-2MFA-XRTB-9PLC`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => (new Secret({ size: 10 }).base32.match(/.{4}/g) ?? []).join('-'));

/** Normalizes a typed code: no spaces, dashes or capitals. A code of 80 random bits needs no slow hash. */
export const hashOfRecoveryCode = (userId: string, typed: string): Buffer =>
  createHash('sha256')
    .update(`${userId} ${plainCode(typed)}`)
    .digest();

export const plainCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();

export const isTimedCode = (typed: string): boolean => /^\d{6}$/.test(plainCode(typed));
