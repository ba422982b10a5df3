import type { PDF } from '@libpdf/core';
import { zip } from 'es-toolkit';
import { createTypeface, type Typeface } from './typeface.ts';

export type PdfRow = readonly [label: string, value: string];

export interface PdfSection {
  readonly title: string;
  readonly rows: readonly PdfRow[];
}

const regular = 400;
const strong = 600;
const margin = 56;
const [pageWidth, pageHeight] = [612, 792];
const labelWidth = 130;
const labelGap = 8;
const valueWidth = pageWidth - 2 * margin - labelWidth;
const size = { title: 18, section: 11, text: 9 };
const titleLineHeight = 22;
const lineHeight = 13;
const pictureHeight = 90;
/** Lines. */
const shortRow = 4;

/** Labels and values under a title, on as many new pages as it takes. A picture, a PNG, stands below all of them. */
export async function addSections(
  pdf: PDF,
  title: string,
  sections: readonly PdfSection[],
  picture?: Uint8Array,
): Promise<void> {
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

  for (const line of wrap(bold, title, pageWidth - 2 * margin, size.title)) {
    moveDown(titleLineHeight);
    write(bold, line, margin, size.title);
  }
  for (const section of sections) {
    moveDown(lineHeight * 2, lineHeight * (shortRow + 3));
    write(bold, section.title, margin, size.section);
    moveDown(4);
    for (const [label, value] of section.rows) {
      const labelLines = wrap(bold, label, labelWidth - labelGap, size.text);
      const valueLines = wrap(text, value, valueWidth, size.text);
      const lines = zip(labelLines, valueLines);
      // A short row stays on one page.
      if (lines.length <= shortRow) moveDown(0, lineHeight * lines.length);
      for (const [labelLine, valueLine] of lines) {
        moveDown(lineHeight);
        write(bold, labelLine ?? '', margin, size.text);
        write(text, valueLine ?? '', margin + labelWidth, size.text);
      }
    }
  }
  if (picture) {
    const image = pdf.embedPng(picture);
    const scale = Math.min(valueWidth / image.width, pictureHeight / image.height, 1);
    const [width, height] = [image.width * scale, image.height * scale];
    moveDown(height + lineHeight);
    page.drawImage(image, { x: margin + labelWidth, y, width, height });
  }
}

/** Lines are kept. A word that is longer than the line is broken. */
const wrap = (face: Typeface, text: string, width: number, fontSize: number): string[] =>
  text
    .trimEnd()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .flatMap((line) => wrapLine(face, line, width, fontSize));

function wrapLine(face: Typeface, text: string, width: number, fontSize: number): string[] {
  const lines = [''];
  for (const word of text.trim().split(/\s+/)) {
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
