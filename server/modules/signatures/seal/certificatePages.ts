import type { PDF } from '@libpdf/core';
import sharp from 'sharp';
import type { Guardian, SignatureMethod, Tick } from '#domain/signatures/contract.ts';
import { addSections, type PdfRow, type PdfSection } from '#server/platform/pdf/sections.ts';

export interface CertificateFacts {
  readonly id: string;
  readonly company: string;
  readonly location: string;
  readonly agreement: string;
  readonly versionNumber: number;
  readonly sha256: string;
  readonly size: number;
  readonly member: string;
  readonly name: string;
  readonly guardian: Guardian | null;
  readonly method: SignatureMethod;
  readonly witness: string | null;
  readonly emailedTo: string | null;
  readonly consent: { readonly text: string; readonly sha256: string };
  readonly ticks: readonly Tick[];
  readonly openedAt: Date | null;
  readonly readToEndAt: Date | null;
  readonly signedAt: Date;
  readonly sealedAt: Date;
  readonly timezone: string;
  readonly ipAddress: string;
  readonly userAgent: string;
  readonly drawing: Uint8Array | null;
  readonly verifyUrl: string;
}

/** Behind the document's pages. */
export async function addCertificate(pdf: PDF, facts: CertificateFacts): Promise<void> {
  const drawing = facts.drawing ? await decodePng(facts.drawing) : undefined;
  await addSections(pdf, 'Certificate of signature', describe(facts), drawing);
}

/** Rejects what is no picture, and what would take much memory. */
export const decodePng = (png: Uint8Array): Promise<Buffer> =>
  sharp(png, { limitInputPixels: 4_000_000, failOn: 'error' })
    .resize({ width: 800, height: 300, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .png()
    .toBuffer();

function describe(facts: CertificateFacts): PdfSection[] {
  const at = (moment: Date | null) => (moment ? momentText(moment, facts.timezone) : 'Not recorded');
  return [
    {
      title: 'Document',
      rows: [
        ['Agreement', `${facts.agreement}, version ${facts.versionNumber}`],
        ['Issued by', `${facts.company}, ${facts.location}`],
        ['SHA-256', facts.sha256],
        ['Size', `${facts.size} bytes, which are the first bytes of this file, unchanged`],
      ],
    },
    {
      title: 'Signature',
      rows: [
        ['Signed by', facts.guardian ? facts.guardian.name : facts.name],
        ...(facts.guardian
          ? ([
              ['Guardian', facts.guardian.relation],
              ['Signed for', facts.name],
            ] satisfies PdfRow[])
          : []),
        ['Member', facts.member],
        ['Signed', at(facts.signedAt)],
        ['Opened', at(facts.openedAt)],
        ['Said to be read', at(facts.readToEndAt)],
        ['How', describeMethod(facts)],
        ['Address', facts.ipAddress],
        ['Browser', facts.userAgent || 'Not recorded'],
        ['Signature ID', facts.id],
      ],
    },
    {
      title: 'Agreed to',
      rows: [
        ['Consent', facts.consent.text],
        ['Its SHA-256', facts.consent.sha256],
        ...facts.ticks.map(({ term, at: tickedAt }): PdfRow => ['Ticked', `${term} (${at(new Date(tickedAt))})`]),
      ],
    },
    {
      title: 'How to check this file',
      rows: [
        ['Document', `head -c ${facts.size} FILE | sha256sum gives the SHA-256 above.`],
        ['Seal', `A PDF reader shows whether the file was changed after it was sealed: ${at(facts.sealedAt)}.`],
        ['Online', facts.verifyUrl],
      ],
    },
    ...(facts.drawing ? [{ title: 'Drawn', rows: [] }] : []),
  ];
}

function describeMethod({ method, witness, emailedTo }: CertificateFacts): string {
  if (method === 'desk') return `At the front desk${witness ? `, with ${witness} as the witness` : ''}`;
  return emailedTo ? `By a link that was emailed to ${emailedTo}` : 'By a link';
}

/** '2026-11-27 01:30:00 UTC (Nov 26, 2026, 6:30:00 PM, America/Denver)'. */
function momentText(moment: Date, timezone: string): string {
  const utc = moment.toISOString().slice(0, 19).replace('T', ' ');
  const local = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone: timezone });
  return `${utc} UTC (${local.format(moment)}, ${timezone})`;
}
