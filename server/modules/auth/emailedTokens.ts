import { randomBytes } from 'node:crypto';
import { hashOfToken } from '#server/platform/http/tokenFormat.ts';

/** 128 random bits. Only the hash is stored. */
export function newEmailedToken(): { token: string; hash: Buffer } {
  const token = randomBytes(16).toString('base64url');
  return { token, hash: hashOfToken(token) };
}
