import { randomBytes } from 'node:crypto';
import { decrypt, encrypt } from '#server/platform/crypto/encryption.ts';

/** 32 bytes in base64. */
export const newListKey = (): string => randomBytes(32).toString('base64');

export const sealListKey = (appSecret: string, deviceId: string, listKey: string): string =>
  encrypt(appSecret, deviceId, listKey, 'list keys');

/** Throws when it was encrypted under another server's secret. */
export const readListKey = (appSecret: string, device: { readonly id: string; readonly list_key_sealed: string }) =>
  decrypt(appSecret, device.id, device.list_key_sealed, 'list keys');
