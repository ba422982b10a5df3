import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const version = 'v1';

/** Each purpose has a key of its own. */
type Purpose =
  | 'stripe secrets'
  | 'second factors'
  | 'stored responses'
  | 'webhook secrets'
  | 'sealing keys'
  | 'signing certificates'
  | 'list keys'
  | 'signing keys';

const deriveKey = (appSecret: string, purpose: Purpose) =>
  Buffer.from(hkdfSync('sha256', appSecret, '', `spotter: ${purpose}`, 32));

/** It decrypts in no other owner's row. */
export function encrypt(
  appSecret: string,
  ownerId: string,
  secret: string,
  purpose: Purpose = 'stripe secrets',
): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv(algorithm, deriveKey(appSecret, purpose), iv).setAAD(Buffer.from(ownerId));
  const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return [version, ...[iv, cipher.getAuthTag(), encrypted].map((part) => part.toString('base64url'))].join('.');
}

/** Throws for text that was changed, or encrypted under another secret or for another owner. */
export function decrypt(
  appSecret: string,
  ownerId: string,
  encrypted: string,
  purpose: Purpose = 'stripe secrets',
): string {
  const [kind, ...parts] = encrypted.split('.');
  const [iv, tag, text] = parts.map((part) => Buffer.from(part, 'base64url'));
  if (kind !== version || !iv || !tag || !text) throw new Error('Not an encrypted secret');
  const decipher = createDecipheriv(algorithm, deriveKey(appSecret, purpose), iv, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(ownerId)).setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/** Undefined when it was encrypted under another server's secret. */
export function tryDecrypt(
  appSecret: string,
  ownerId: string,
  encrypted: string,
  purpose?: Purpose,
): string | undefined {
  try {
    return decrypt(appSecret, ownerId, encrypted, purpose);
  } catch {
    return undefined;
  }
}

/** `sk_test_••••4242`. */
export const maskSecretKey = (secretKey: string): string =>
  `${/^[a-z]+_(?:test_|live_)?/.exec(secretKey)?.[0] ?? ''}••••${secretKey.length > 16 ? secretKey.slice(-4) : ''}`;
