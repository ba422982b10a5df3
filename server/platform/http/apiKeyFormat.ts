import { tokenFormat } from './tokenFormat.ts';

const prefixes = { secret: 'spot_live_', publishable: 'spot_pub_' } as const;
const shownLength = 4;

/** Sessions have JSON web tokens, which begin otherwise. */
export const apiKeyFormat = tokenFormat(prefixes.secret);
/** Everybody may see such a key. It signs people up and does nothing else. */
export const publishableKeyFormat = tokenFormat(prefixes.publishable);

export function newApiKey(kind: keyof typeof prefixes): { key: string; hash: Buffer; start: string } {
  const { token: key, hash } = (kind === 'secret' ? apiKeyFormat : publishableKeyFormat).create();
  return { key, hash, start: key.slice(0, prefixes[kind].length + shownLength) };
}
