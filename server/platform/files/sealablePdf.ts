import { badRequest, type Problem } from '#server/platform/http/problem.ts';

const broken =
  'This PDF is damaged. Please save it again, for example by printing it to a PDF, and choose the new file.';
const encrypted =
  'This PDF is encrypted. Please save it without a password or other restrictions, and choose the new file.';

const refused = (message: string): Problem => badRequest(message, { pdf: message });

/** 400 for a PDF to which nothing can be added without changing its own bytes. */
export async function requireSealablePdf(bytes: Uint8Array): Promise<void> {
  // Only uploads and seals need it.
  const { PDF } = await import('@libpdf/core');
  const pdf = await PDF.load(bytes).catch(() => undefined);
  if (pdf?.isEncrypted) throw refused(encrypted);
  if (!pdf || pdf.recoveredViaBruteForce || pdf.getPageCount() === 0) throw refused(broken);
}
