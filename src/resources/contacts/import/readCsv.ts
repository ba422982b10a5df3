import { parse } from 'papaparse';
import { mapColumns } from '#domain/contact-import/columns.ts';
import { importMaxRows, uploadMaxBytes } from '#domain/shared/limits.ts';
import type { Sheet, SheetRow } from '#domain/contact-import/rows.ts';

class UnreadableFile extends Error {}

/** Also shown for the web pages that older programs save as .xls. */
const workbook = 'This is a workbook. Please save it as CSV in your spreadsheet program first.';

const count = (rows: number) => rows.toLocaleString('en-US');

/** Parses a file of comma-, semicolon- or tab-separated values; throws an `UnreadableFile` with the reason. */
export async function readCsv(file: File): Promise<Sheet> {
  if (file.size >= uploadMaxBytes) throw new UnreadableFile('File size must be less than 10MB');
  // Excel in Europe writes the separator in a first line of its own (`sep=;`), which it hides.
  const text = decodeText(new Uint8Array(await file.arrayBuffer())).replace(/^sep=.\r?\n/i, '');
  if (/^\s*<(!doctype|html|table|\?xml)/i.test(text)) throw new UnreadableFile(workbook);
  const { data, errors } = parse<string[]>(text, { delimiter: guessSeparator(text) });
  if (errors.some(({ type }) => type === 'Quotes'))
    throw new UnreadableFile('A quotation mark in this file is opened and never closed');
  const filled = data
    .map((cells, index) => ({ number: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim()));
  const [head, ...rows] = filled.slice(headingsAt(filled.slice(0, mostTitles)));
  if (!head) throw new UnreadableFile('This file is empty');
  if (rows.length === 0) throw new UnreadableFile('This file has headings but no rows below them');
  if (rows.length > importMaxRows) {
    throw new UnreadableFile(
      `This file has ${count(rows.length)} rows. At most ${count(importMaxRows)} can be imported at once: please split it.`,
    );
  }
  return { headings: head.cells.map((heading) => heading.trim()), rows };
}

/** Reports write a title, a club or a date above their headings. */
const mostTitles = 10;

const countNamed = (cells: readonly string[]) => mapColumns(cells).filter(Boolean).length;

/** The first row that names two columns, else the first row. */
const headingsAt = (rows: readonly SheetRow[]) =>
  Math.max(
    0,
    rows.findIndex(({ cells }) => countNamed(cells) > 1),
  );

const separators = [',', ';', '\t', '|'];

/**
 * The one with which a row names most columns: titles above may contain others. Without known headings the first line with a
 * separator decides, since column names contain none, but cells below may.
 */
function guessSeparator(text: string): string {
  const lines = text
    .slice(0, 64 * 1024)
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]+/);
  const headings = lines.find((line) => /[,;\t|]/.test(line)) ?? '';
  const guesses = separators
    .map((delimiter) => ({
      delimiter,
      named: Math.max(1, ...parse<string[]>(text, { delimiter, preview: mostTitles }).data.map(countNamed)),
      inHeadings: headings.split(delimiter).length,
    }))
    .toSorted((a, b) => b.named - a.named || b.inHeadings - a.inHeadings);
  return guesses[0]?.delimiter ?? ',';
}

/** UTF-8 and UTF-16 by their byte order marks, or by the zeros beside Latin letters, UTF-8 without, else Windows-1252. */
function decodeText(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if ((first === 0x50 && second === 0x4b && third === 0x03) || (first === 0xd0 && second === 0xcf))
    throw new UnreadableFile(workbook);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const zeros = bytes.subarray(0, 2).indexOf(0);
  const wide = zeros < 0 ? '' : new TextDecoder(zeros === 1 ? 'utf-16le' : 'utf-16be').decode(bytes);
  if (wide && !wide.includes('\0')) return wide;
  if (bytes.includes(0)) throw new UnreadableFile('This is not a CSV file');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
