import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * `spot_live_`, 32 random letters and digits, and a checksum of six: the CRC-32 of everything before it in base 62, padded with
 * zeros. A scanner for leaked secrets finds a key by its beginning and tells a real one by its checksum without asking anybody.
 */
const prefix = 'spot_live_';
const randomLength = 32;
const checksumLength = 6;
const startLength = prefix.length + 4;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const shape = new RegExp(`^${prefix}[${digits}]{${randomLength + checksumLength}}$`);

function checksum(text: string): string {
  let rest = crc32(text);
  let result = '';
  while (result.length < checksumLength) {
    result = digits.charAt(rest % digits.length) + result;
    rest = Math.floor(rest / digits.length);
  }
  return result;
}

export function newApiKey(): { key: string; hash: Buffer; start: string } {
  const random = Array.from({ length: randomLength }, () => digits.charAt(randomInt(digits.length)));
  const text = prefix + random.join('');
  const key = text + checksum(text);
  return { key, hash: hashOfApiKey(key), start: key.slice(0, startLength) };
}

/** Whatever is no session's token, which are JSON web tokens, whether its checksum is right or not. */
export const isApiKey = (token: string): boolean => token.startsWith(prefix);

export const isWellFormed = (key: string): boolean =>
  shape.test(key) && checksum(key.slice(0, -checksumLength)) === key.slice(-checksumLength);

/** The key is random, so a fast hash does. */
export const hashOfApiKey = (key: string): Buffer => createHash('sha256').update(key).digest();
