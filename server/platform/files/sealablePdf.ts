import { badRequest, type Problem } from '#server/platform/http/problem.ts';
import { readUntrustedFile } from './untrustedFile.ts';

const broken =
  'This PDF is damaged. Please save it again, for example by printing it to a PDF, and choose the new file.';
const encrypted =
  'This PDF is encrypted. Please save it without a password or other restrictions, and choose the new file.';

const refused = (message: string, field = 'pdf'): Problem => badRequest(message, { [field]: message });

/** 400 for a PDF to which nothing can be added without changing its own bytes. */
export async function requireSealablePdf(bytes: Uint8Array): Promise<void> {
  const pdf = await readUntrustedFile({ kind: 'pdf', bytes });
  if (pdf.is !== 'pdf') throw refused(broken);
  if (pdf.isEncrypted) throw refused(encrypted);
  if (pdf.isRepaired || pdf.pages === 0) throw refused(broken);
}

/** 400 for a scan that nobody could open, or that could not be joined with others for a bank. */
export async function requireReadableScan(bytes: Uint8Array): Promise<void> {
  const pdf = await readUntrustedFile({ kind: 'pdf', bytes });
  if (pdf.is !== 'pdf' || pdf.pages === 0) throw refused(broken, 'file');
  if (pdf.isLocked) throw refused(encrypted, 'file');
}
