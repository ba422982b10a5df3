import { createHash } from 'node:crypto';
import { isPdf, notAPdf } from '#domain/shared/uploads.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { safeFileName } from './fileName.ts';
import { requireReadableScan, requireSealablePdf } from './sealablePdf.ts';
import { newFileKey, type FileStore } from './store.ts';

export interface StoredPdf {
  key: string;
  fileName: string;
  size: number;
  sha256: Buffer;
}

/** The row is written afterwards. Anything but a PDF is a 415; one that cannot be read, a 400. */
export async function storeScan(
  files: FileStore,
  companyId: string,
  bytes: Buffer,
): Promise<{ key: string; size: number }> {
  if (!isPdf(bytes)) throw new Problem(415, notAPdf);
  await requireReadableScan(bytes);
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
