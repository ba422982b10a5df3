import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const recoveryCodeCount = 10;

/** What authenticator apps expect: RFC 6238 with SHA-1, six digits, 30 seconds. */
const period = 30;
const totp = (key: string, label = '') =>
  new TOTP({ issuer: 'Spotter', label, secret: Secret.fromBase32(key), period });

export const newTotpKey = (): string => new Secret({ size: 20 }).base32;

export const keyUri = (key: string, email: string): string => totp(key, email).toString();

/** One step early or late is valid too. Undefined for another code. */
export function findStep(key: string, code: string, now: Date): number | undefined {
  const delta = totp(key).validate({ token: code, timestamp: now.getTime(), window: 1 });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / period) + delta;
}

/** 80 random bits each: `K7QW-2MFA-XRTB-9PLC`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodeCount }, () => (new Secret({ size: 10 }).base32.match(/.{4}/g) ?? []).join('-'));

/** Ignores spaces, dashes and capitals. A code of 80 random bits needs no slow hash. */
export const hashOfRecoveryCode = (userId: string, typed: string): Buffer =>
  createHash('sha256')
    .update(`${userId} ${normalizeTypedCode(typed)}`)
    .digest();

export const normalizeTypedCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '').toUpperCase();

export const isTimedCode = (typed: string): boolean => /^\d{6}$/.test(normalizeTypedCode(typed));
