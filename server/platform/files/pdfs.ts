import { createHash } from 'node:crypto';
import { isPdf, notAPdf } from '#domain/shared/uploads.ts';
import { badRequest, Problem } from '#server/platform/http/problem.ts';
import { safeFileName } from './fileName.ts';
import { newFileKey, type FileStore } from './store.ts';
import { readUntrustedFile } from './untrustedFile.ts';

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

const broken =
  'This PDF is damaged. Please save it again, for example by printing it to a PDF, and choose the new file.';
const encrypted =
  'This PDF is encrypted. Please save it without a password or other restrictions, and choose the new file.';

const refused = (message: string, field = 'pdf'): Problem => badRequest(message, { [field]: message });

/** 400 for a PDF to which nothing can be added without changing its own bytes. */
async function requireSealablePdf(bytes: Uint8Array): Promise<void> {
  const pdf = await readUntrustedFile({ kind: 'pdf', bytes });
  if (pdf.is !== 'pdf') throw refused(broken);
  if (pdf.isEncrypted) throw refused(encrypted);
  if (pdf.isRepaired || pdf.pages === 0) throw refused(broken);
}

/** 400 for a scan that nobody could open, or that could not be joined with others for a bank. */
async function requireReadableScan(bytes: Uint8Array): Promise<void> {
  const pdf = await readUntrustedFile({ kind: 'pdf', bytes });
  if (pdf.is !== 'pdf' || pdf.pages === 0) throw refused(broken, 'file');
  if (pdf.isLocked) throw refused(encrypted, 'file');
}
