import { tokenFormat } from './tokenFormat.ts';

const prefix = 'spot_live_';
const startLength = prefix.length + 4;

/** Sessions have JSON web tokens, which begin otherwise. */
export const apiKeyFormat = tokenFormat(prefix);

export function newApiKey(): { key: string; hash: Buffer; start: string } {
  const { token: key, hash } = apiKeyFormat.create();
  return { key, hash, start: key.slice(0, startLength) };
}
