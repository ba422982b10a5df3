import { linesOf, type Font } from './typesetting.ts';

export interface PdfText {
  title: string;
  /** Under the title: who issues it, which version, since when. */
  subtitle: string;
  sections: readonly { heading: string; text: string }[];
  footer: string;
}

const page = { width: 612, height: 792, margin: 72 };

interface Style {
  font: Font;
  size: number;
  /** From one line to the next. */
  leading: number;
  before: number;
}

const styles = {
  title: { font: 'bold', size: 20, leading: 24, before: 0 },
  subtitle: { font: 'plain', size: 10, leading: 14, before: 4 },
  heading: { font: 'bold', size: 11, leading: 15, before: 15 },
  text: { font: 'plain', size: 10, leading: 14, before: 3 },
} as const satisfies Record<string, Style>;

const fontNames: Record<Font, string> = { plain: 'F1', bold: 'F2' };

/** A PDF of one US Letter page in Helvetica, which every reader has. Text that does not fit is an error. */
export function textPdf({ title, subtitle, sections, footer }: PdfText): Buffer {
  const paragraphs: [text: string, style: Style][] = [
    [title, styles.title],
    [subtitle, styles.subtitle],
    ...sections.flatMap(({ heading, text }): [string, Style][] => [
      [heading, styles.heading],
      [text, styles.text],
    ]),
  ];
  let y = page.height - page.margin;
  const shown: string[] = [];
  for (const [text, style] of paragraphs) {
    y -= style.before;
    for (const line of linesOf(text, style, page.width - 2 * page.margin)) {
      y -= style.leading;
      shown.push(placed(line, style, y));
    }
  }
  if (y < page.margin) throw new Error(`"${title}" does not fit on its page`);
  shown.push(placed(footer, { ...styles.text, size: 8 }, page.margin / 2));
  return document(shown.join('\n'), title);
}

const placed = (line: string, { font, size }: Style, y: number) =>
  `BT /${fontNames[font]} ${size} Tf ${page.margin} ${y} Td (${escaped(line)}) Tj ET`;

const escaped = (text: string) => text.replaceAll(/[\\()]/g, String.raw`\$&`);

function document(content: string, title: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-US) >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Contents 6 0 R ` +
      '/Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Title (${escaped(title)}) /Producer (Spotter) >>`,
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  // One byte a character: the texts keep to ASCII, as `linesOf` checks.
  return Buffer.from(file + xref + trailer, 'latin1');
}
