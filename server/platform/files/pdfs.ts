import { createHash } from 'node:crypto';
import { isPdf, notAPdf } from '#domain/shared/uploads.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { safeFileName } from './fileName.ts';
import { requireSealablePdf } from './sealablePdf.ts';
import { newFileKey, type FileStore } from './store.ts';
import { readStrangersFile } from './strangersFile.ts';

export interface StoredPdf {
  key: string;
  fileName: string;
  size: number;
  sha256: Buffer;
}

/** The row is written afterwards. Anything but a PDF is a 415, and so is one that could not be joined with others. */
export async function storeScan(
  files: FileStore,
  companyId: string,
  bytes: Buffer,
): Promise<{ key: string; size: number }> {
  const isCostly = async () => (await readStrangersFile({ kind: 'pdf', bytes })).is === 'too costly';
  if (!isPdf(bytes) || (await isCostly())) throw new Problem(415, notAPdf);
  const key = newFileKey(companyId, 'signatures', 'pdf');
  await files.put(key, bytes);
  return { key, size: bytes.length };
}

/** The row is written afterwards. Anything but a PDF is a 415; one that cannot be sealed once it is signed, a 400. */
export async function storePdf(
  files: FileStore,
  companyId: string,
  { bytes, name }: { bytes: Buffer; name: string },
): Promise<StoredPdf> {
  if (!isPdf(bytes)) throw new Problem(415, notAPdf);
  await requireSealablePdf(bytes);
  const key = newFileKey(companyId, 'agreements', 'pdf');
  await files.put(key, bytes);
  return {
    key,
    fileName: safeFileName(name, 'pdf'),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
  };
}
