import type { PDF as Pdf, Signer } from '@libpdf/core';
import { splitAtSeal } from '#domain/signatures/seal.ts';
import { addCertificate, type CertificateFacts } from './certificatePages.ts';

interface SealedPdf {
  readonly bytes: Buffer;
  readonly before: Uint8Array;
  readonly seal: Uint8Array;
}

/** The document's own bytes, then the certificate, then the seal. Nothing in front of either is changed. */
export async function sealPdf(document: Uint8Array, facts: CertificateFacts, signer: Signer): Promise<SealedPdf> {
  const { PDF } = await import('@libpdf/core');
  const pdf = await PDF.load(document);
  allowUpdates(pdf);
  await addCertificate(pdf, facts);
  const certified = await pdf.save({ incremental: true, subsetFonts: true });
  requireUnchanged(certified, document);

  const certifiedPdf = await PDF.load(certified);
  allowUpdates(certifiedPdf);
  const { bytes } = await certifiedPdf.sign({
    signer,
    reason: `Seals the signature ${facts.id}`,
    signingTime: facts.sealedAt,
    fieldName: `Spotter ${facts.id}`,
    level: 'B-B',
  });
  requireUnchanged(bytes, certified);
  const parts = splitAtSeal(bytes);
  if (parts?.before.length !== certified.length) throw new Error('The sealed PDF does not split at its seal');
  return { bytes: Buffer.from(bytes), ...parts };
}

/**
 * The library appends nothing to a file that is arranged for fast viewing in the web, though the format allows it: a reader takes
 * a file whose length is not the stated one as any other.
 */
function allowUpdates(pdf: Pdf): void {
  if (pdf.isLinearized) Object.defineProperty(pdf, 'isLinearized', { value: false });
  const blocker = pdf.canSaveIncrementally();
  if (blocker) throw new Error(`Nothing can be added to this PDF: ${blocker}`);
}

function requireUnchanged(bytes: Uint8Array, start: Uint8Array): void {
  if (Buffer.compare(bytes.subarray(0, start.length), start) !== 0)
    throw new Error('The PDF was changed when it was sealed');
}
