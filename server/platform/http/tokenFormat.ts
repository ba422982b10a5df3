import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const randomLength = 32;
const checksumLength = 6;
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function checksum(text: string): string {
  let rest = crc32(text);
  let result = '';
  while (result.length < checksumLength) {
    result = digits.charAt(rest % digits.length) + result;
    rest = Math.floor(rest / digits.length);
  }
  return result;
}

/**
 * A prefix, 32 random letters and digits, and a checksum of six: the CRC-32 of everything before it in base 62, padded with
 * zeros. A scanner for leaked secrets finds a token by its beginning and tells a real one by its checksum without asking anybody.
 */
export function tokenFormat(prefix: string) {
  const shape = new RegExp(`^${prefix}[${digits}]{${randomLength + checksumLength}}$`);
  return {
    create(): { token: string; hash: Buffer } {
      const random = Array.from({ length: randomLength }, () => digits.charAt(randomInt(digits.length)));
      const text = prefix + random.join('');
      const token = text + checksum(text);
      return { token, hash: hashOfToken(token) };
    },

    /** Whatever begins like one, whether its checksum is right or not. */
    begins: (token: string): boolean => token.startsWith(prefix),

    isWellFormed: (token: string): boolean =>
      shape.test(token) && checksum(token.slice(0, -checksumLength)) === token.slice(-checksumLength),
  };
}

/** The token is random, so a fast hash does. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
