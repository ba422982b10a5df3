import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { isSameSecret } from '#server/platform/crypto/appSecret.ts';

export interface SignedQuery {
  expires?: string | undefined;
  name?: string | undefined;
  view?: 'inline' | undefined;
  signature?: string | undefined;
}

interface SignedUrls {
  /** `name` is the file name when the browser saves it. Only an inline one is shown in a page. */
  sign(key: string, now: Date, name?: string, view?: 'inline'): string;
  verify(key: string, query: SignedQuery, now: Date): boolean;
}

export const signedForSeconds = 15 * 60;
const sameForSeconds = 3 * 60;

export function signedUrls(secret: string): SignedUrls {
  // As a key object: with bytes, Node spends five times as long on the key as on the signature, and a list has three for each row.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'spotter file urls', 32)));
  const signature = (path: string, expires: string, name = '', view?: 'inline') =>
    createHmac('sha256', key)
      .update(JSON.stringify([path, expires, name, ...(view ? [view] : [])]))
      .digest('base64url');
  return {
    sign(path, now, name, view) {
      const expires = String(expiryAt(now));
      const query = new URLSearchParams({
        expires,
        ...(name && { name }),
        ...(view && { view }),
        signature: signature(path, expires, name, view),
      });
      return `/api/files/${path}?${query}`;
    },
    verify(path, query, now) {
      if (!query.expires || !query.signature || !/^\d{1,12}$/.test(query.expires)) return false;
      return (
        isSameSecret(query.signature, signature(path, query.expires, query.name, query.view)) &&
        Number(query.expires) > seconds(now)
      );
    },
  };
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

/** Rounds the time down, so that an image keeps its URL for a few minutes and stays in the browser's cache. */
const expiryAt = (now: Date) => Math.floor((seconds(now) + signedForSeconds) / sameForSeconds) * sameForSeconds;
