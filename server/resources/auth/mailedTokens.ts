import { createHash, randomBytes } from 'node:crypto';

/** A token for a link in a mail: 128 random bits; only its hash is kept. */
export function newMailedToken(): { token: string; hash: Buffer } {
  const token = randomBytes(16).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
