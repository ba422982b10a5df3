import { webcrypto } from 'node:crypto';
import { memoize } from 'es-toolkit';
import { errors, jwtVerify, SignJWT } from 'jose';
import { validate } from 'uuid';
import { unauthorized } from './problem.ts';

const algorithm = 'HS256';
const issuer = 'spotter';
const audience = 'spotter-console';

const toKey = memoize((secret: string) =>
  webcrypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]),
);

/** Access is read from the database. */
export const signToken = async (secret: string, session: { id: string; userId: string; expiresAt: Date }, now: Date) =>
  new SignJWT({})
    .setProtectedHeader({ alg: algorithm })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(session.userId)
    .setJti(session.id)
    .setIssuedAt(now)
    .setExpirationTime(session.expiresAt)
    .sign(await toKey(secret));

/** Throws 401 for a token that is forged, expired, or for another purpose. */
export async function readSession(secret: string, token: string, now: Date): Promise<{ id: string; userId: string }> {
  try {
    const { payload } = await jwtVerify(token, await toKey(secret), {
      algorithms: [algorithm],
      issuer,
      audience,
      requiredClaims: ['sub', 'jti', 'exp', 'iat'],
      currentDate: now,
    });
    if (!validate(payload.jti)) throw unauthorized();
    return { id: String(payload.jti), userId: String(payload.sub) };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw unauthorized('Your session has expired. Please log in again.');
    throw unauthorized();
  }
}
