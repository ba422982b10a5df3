import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const version = 'v1';
const keyOf = (appSecret: string) => Buffer.from(hkdfSync('sha256', appSecret, '', 'spotter: stripe secrets', 32));

/** Encrypts a secret of a company under the server's secret; no other company's row can hold it. */
export function seal(appSecret: string, companyId: string, secret: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, keyOf(appSecret), iv).setAAD(Buffer.from(companyId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return [version, ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
}

/** Decrypts what `seal` gave; throws for what was changed, or sealed under another secret or for another company. */
export function unseal(appSecret: string, companyId: string, sealed: string): string {
  const [kind, ...parts] = sealed.split('.');
  const [iv, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (kind !== version || !iv || !tag || !text) throw new Error('Not a sealed secret');
  const decipher = createDecipheriv(algorithm, keyOf(appSecret), iv, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(companyId)).setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/** The secret, or undefined when this server's secret does not open it. */
export function opened(appSecret: string, companyId: string, sealed: string): string | undefined {
  try {
    return unseal(appSecret, companyId, sealed);
  } catch {
    return undefined;
  }
}

/** What may be shown of a secret key: `sk_test_••••4242`. */
export const masked = (secretKey: string): string =>
  `${/^[a-z]+_(?:test_|live_)?/.exec(secretKey)?.[0] ?? ''}••••${secretKey.length > 16 ? secretKey.slice(-4) : ''}`;
