import { splitAtSeal } from './seal.ts';
import type { FileHashes, Verdict } from './verifyContract.ts';

type Hash = (bytes: Uint8Array) => Promise<string>;

export async function hashFile(bytes: Uint8Array, sha256: Hash): Promise<FileHashes> {
  const parts = splitAtSeal(bytes);
  const whole = await sha256(bytes);
  return parts ? { whole, before: await sha256(parts.before), seal: await sha256(parts.seal) } : { whole };
}

interface VerdictText {
  readonly title: string;
  readonly text: string;
}

/** Used by the page and by the operator's command. */
export function verdictText({ known, intact }: Pick<Verdict, 'known' | 'intact'>): VerdictText {
  if (!known)
    return {
      title: 'Spotter does not know this file',
      text: 'It was not sealed by this Spotter, or it was changed beyond recognition.',
    };
  if (!intact)
    return { title: 'This file was changed', text: 'It was sealed here and is not as it was. Do not rely on it.' };
  return { title: 'This file is genuine', text: 'It was sealed here, and not a byte was changed since.' };
}
