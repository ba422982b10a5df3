import { createHmac, createPublicKey, verify } from 'node:crypto';
import { isWithinHours, toMinutes } from '#domain/doors/accessHours.ts';
import type { AccessList } from '#domain/checkins/deviceContract.ts';

export interface SignedList {
  readonly list: string;
  readonly signature: string;
}

/** The list, if Spotter's key signed exactly these bytes; undefined for any other. */
export function readList({ list, signature }: SignedList, publicKey: string): AccessList | undefined {
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') },
    format: 'jwk',
  });
  const isGenuine = verify(null, Buffer.from(list), key, Buffer.from(signature, 'base64'));
  return isGenuine ? (JSON.parse(list) as AccessList) : undefined;
}

/**
 * Without power a clock may stand still, so a list may be from its future by as long as it lasts. By a clock that is further behind nobody
 * knows how old the list is.
 */
export function isFresh({ issuedAt, expiresAt }: AccessList, now: Date): boolean {
  const issued = Date.parse(issuedAt);
  const expires = Date.parse(expiresAt);
  return Math.abs(now.getTime() - issued) < expires - issued;
}

/** As members type it: in any case, with spaces and hyphens. */
const wholeCode = (code: string) => code.replaceAll(/[\s-]/g, '').toUpperCase();

export const toEntry = (listKey: string, code: string): string =>
  createHmac('sha256', Buffer.from(listKey, 'base64'))
    .update(wholeCode(code))
    .digest()
    .subarray(0, 16)
    .toString('base64url');

/** What the list says of a code now; `ask` where only the server knows. */
export function findAnswer(
  { entries, timezone }: AccessList,
  hash: string,
  now: Date,
): 'granted' | 'ask' | 'not listed' {
  const open = entries.filter(
    ({ code, from, until, hours = [] }) =>
      code === hash &&
      (from === undefined || new Date(from) <= now) &&
      now < new Date(until) &&
      isWithinHours(
        hours.map(({ weekdays, ...day }) => ({ weekdays, from: toMinutes(day.from), to: toMinutes(day.to) })),
        timezone,
        now,
      ),
  );
  if (open.some(({ online }) => !online)) return 'granted';
  return open.length > 0 ? 'ask' : 'not listed';
}
