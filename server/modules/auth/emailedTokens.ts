import { createHash, randomBytes } from 'node:crypto';

/** 128 random bits. Only the hash is stored. */
export function newEmailedToken(): { token: string; hash: Buffer } {
  const token = randomBytes(16).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();
