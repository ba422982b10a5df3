import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { validate } from 'uuid';
import { unauthorized } from './problem.ts';

const algorithm = 'HS256';
const issuer = 'spotter';
const audience = 'spotter-console';

const keyOf = (secret: string) => new TextEncoder().encode(secret);

/** A signed token for one session of one user; it says nothing else, rights are read from the database. */
export const signToken = (secret: string, session: { id: string; userId: string; expiresAt: Date }, now: Date) =>
  new SignJWT({})
    .setProtectedHeader({ alg: algorithm })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(session.userId)
    .setJti(session.id)
    .setIssuedAt(now)
    .setExpirationTime(session.expiresAt)
    .sign(keyOf(secret));

interface Verified {
  id: string;
  userId: string;
  issuedAt: Date;
  expiresAt: Date;
}

/** A signature that was right stays right: only the times of a token that was seen are looked at again. */
const verified = new Map<string, Map<string, Verified>>();
const remembered = 1_000;

function remember(secret: string, token: string, session: Verified): void {
  const known = verified.get(secret) ?? new Map<string, Verified>();
  if (known.size >= remembered) known.clear();
  verified.set(secret, known.set(token, session));
}

const timesOf = ({ iat = 0, exp = 0 }: JWTPayload) => ({ issuedAt: new Date(iat * 1_000), expiresAt: new Date(exp * 1_000) });

/** The session a token names; a 401 for a token that is forged, expired, or meant for something else. */
export async function sessionOf(secret: string, token: string, now: Date): Promise<{ id: string; userId: string }> {
  const seen = verified.get(secret)?.get(token);
  if (seen && seen.issuedAt <= now && now < seen.expiresAt) return seen;
  try {
    const { payload } = await jwtVerify(token, keyOf(secret), {
      algorithms: [algorithm],
      issuer,
      audience,
      requiredClaims: ['sub', 'jti', 'exp', 'iat'],
      currentDate: now,
    });
    if (!validate(payload.jti)) throw unauthorized();
    const session = { id: String(payload.jti), userId: String(payload.sub), ...timesOf(payload) };
    remember(secret, token, session);
    return session;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw unauthorized('Your session has expired. Please log in again.');
    throw unauthorized();
  }
}
