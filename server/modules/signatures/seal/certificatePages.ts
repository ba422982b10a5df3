import type { PDF } from '@libpdf/core';
import sharp from 'sharp';
import type { Guardian, SignatureMethod, Tick } from '#domain/signatures/contract.ts';
import { createTypeface, type Typeface } from './typeface.ts';

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

type Row = readonly [label: string, value: string];

interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

const regular = 400;
const strong = 600;
const margin = 56;
const [pageWidth, pageHeight] = [612, 792];
const labelWidth = 130;
const valueWidth = pageWidth - 2 * margin - labelWidth;
const size = { title: 18, section: 11, text: 9 };
const lineHeight = 13;

/** As many pages as it takes, behind the document's. */
export async function addCertificate(pdf: PDF, facts: CertificateFacts): Promise<void> {
  const sections = describe(facts);
  const title = 'Certificate of signature';
  const values = sections.flatMap(({ rows }) => rows.map(([, value]) => value));
  const text = await createTypeface(pdf, values, regular);
  const labels = sections.flatMap(({ title: heading, rows }) => [heading, ...rows.map(([label]) => label)]);
  const bold = await createTypeface(pdf, [title, ...labels], strong);

  let page = pdf.addPage({ width: pageWidth, height: pageHeight });
  let y = pageHeight - margin;
  const moveDown = (by: number, room = by) => {
    if (y - room < margin) {
      page = pdf.addPage({ width: pageWidth, height: pageHeight });
      y = pageHeight - margin;
    }
    y -= by;
  };
  const write = (face: Typeface, line: string, x: number, fontSize: number) => {
    let left = x;
    for (const { text: letters, font } of face.runs(line)) {
      page.drawText(letters, { x: left, y, font, size: fontSize });
      left += font.getTextWidth(letters, fontSize);
    }
  };

  moveDown(size.title);
  write(bold, title, margin, size.title);
  for (const section of sections) {
    moveDown(lineHeight * 2, lineHeight * 4);
    write(bold, section.title, margin, size.section);
    moveDown(4);
    for (const [label, value] of section.rows) {
      wrap(text, value, valueWidth, size.text).forEach((line, index) => {
        moveDown(lineHeight);
        if (index === 0) write(bold, label, margin, size.text);
        write(text, line, margin + labelWidth, size.text);
      });
    }
  }
  if (facts.drawing) {
    const image = pdf.embedPng(await readablePng(facts.drawing));
    const scale = Math.min(valueWidth / image.width, 90 / image.height, 1);
    const [width, height] = [image.width * scale, image.height * scale];
    moveDown(height + lineHeight);
    page.drawImage(image, { x: margin + labelWidth, y, width, height });
  }
}

/** Rejects what is no picture, and what would take much memory. */
export const readablePng = (png: Uint8Array): Promise<Buffer> =>
  sharp(png, { limitInputPixels: 4_000_000, failOn: 'error' })
    .resize({ width: 800, height: 300, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .png()
    .toBuffer();

function describe(facts: CertificateFacts): Section[] {
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
            ] satisfies Row[])
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
        ...facts.ticks.map(({ term, at: tickedAt }): Row => ['Ticked', `${term} (${at(new Date(tickedAt))})`]),
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

/** A word that is longer than the line is broken. */
function wrap(face: Typeface, text: string, width: number, fontSize: number): string[] {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (face.width(longer, fontSize) <= width) {
      lines[lines.length - 1] = longer;
      continue;
    }
    if (line !== '') lines.push('');
    for (const letter of word) {
      const current = lines.at(-1) ?? '';
      if (face.width(current + letter, fontSize) <= width) lines[lines.length - 1] = current + letter;
      else lines.push(letter);
    }
  }
  return lines;
}
