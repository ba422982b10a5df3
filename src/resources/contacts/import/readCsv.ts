import { parse } from 'papaparse';
import { importMaxRows, uploadMaxBytes } from '#domain/rules/limits.ts';
import type { Sheet } from '#domain/rules/contactImport.ts';

/** Why a file cannot be imported, in a sentence for the user. */
class UnreadableFile extends Error {}

const count = (rows: number) => rows.toLocaleString('en-US');

/** Reads a file of comma-, semicolon- or tab-separated values; throws an `UnreadableFile` that says what is wrong. */
export async function readCsv(file: File): Promise<Sheet> {
  if (file.size >= uploadMaxBytes) throw new UnreadableFile('File size must be less than 10MB');
  const text = decoded(new Uint8Array(await file.arrayBuffer()));
  const { data, errors } = parse<string[]>(text, { delimiter: separatorOf(text) });
  if (errors.some(({ type }) => type === 'Quotes')) throw new UnreadableFile('A quotation mark in this file is opened and never closed');
  const [head, ...rows] = data.map((cells, index) => ({ number: index + 1, cells })).filter(({ cells }) => cells.some((cell) => cell.trim()));
  if (!head) throw new UnreadableFile('This file is empty');
  if (rows.length === 0) throw new UnreadableFile('This file has headings but no rows below them');
  if (rows.length > importMaxRows) {
    throw new UnreadableFile(`This file has ${count(rows.length)} rows. At most ${count(importMaxRows)} can be imported at once: please split it.`);
  }
  return { headings: head.cells.map((heading) => heading.trim()), rows };
}

/** The heading line tells: names of columns hold none of these, where cells below may. */
function separatorOf(text: string): string {
  const headings = text.slice(0, 64 * 1024).replaceAll(/"[^"]*"/g, '').replace(/^[\r\n]+/, '').split(/[\r\n]/, 1)[0] ?? '';
  const [mostOften = ','] = [',', ';', '\t', '|'].toSorted((a, b) => headings.split(b).length - headings.split(a).length);
  return mostOften;
}

/** UTF-8 and UTF-16 by their marks, UTF-8 without one, else what Windows writes in the west. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) throw new UnreadableFile('This is a workbook. Please save it as CSV in your spreadsheet program first.');
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0)) throw new UnreadableFile('This is not a CSV file');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
