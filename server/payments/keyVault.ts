import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const version = 'v1';
const keyOf = (appSecret: string) => Buffer.from(hkdfSync('sha256', appSecret, '', 'spotter: stripe secrets', 32));

/** Encrypts a secret of a company under the server's secret. It decrypts in no other company's row. */
export function encrypt(appSecret: string, companyId: string, secret: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, keyOf(appSecret), iv).setAAD(Buffer.from(companyId));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return [version, ...[iv, cipher.getAuthTag(), encrypted].map((part) => part.toString('base64url'))].join('.');
}

/** Reverses `encrypt`. Throws for text that was changed, or encrypted under another secret or for another company. */
export function decrypt(appSecret: string, companyId: string, encrypted: string): string {
  const [kind, ...parts] = encrypted.split('.');
  const [iv, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (kind !== version || !iv || !tag || !text) throw new Error('Not an encrypted secret');
  const decipher = createDecipheriv(algorithm, keyOf(appSecret), iv, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(companyId)).setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/** The secret, or undefined when it was encrypted under another server's secret. */
export function tryDecrypt(appSecret: string, companyId: string, encrypted: string): string | undefined {
  try {
    return decrypt(appSecret, companyId, encrypted);
  } catch {
    return undefined;
  }
}

/** The part of a secret key that may be shown: `sk_test_••••4242`. */
export const masked = (secretKey: string): string =>
  `${/^[a-z]+_(?:test_|live_)?/.exec(secretKey)?.[0] ?? ''}••••${secretKey.length > 16 ? secretKey.slice(-4) : ''}`;
