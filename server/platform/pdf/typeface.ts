import { sumBy } from 'es-toolkit';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PDF as Pdf } from '@libpdf/core';
import subsetFont from 'subset-font';

type Font = ReturnType<Pdf['embedFont']>;

interface Run {
  readonly text: string;
  readonly font: Font;
}

export interface Typeface {
  /** The text in pieces of one font each. A letter of no font is spelled as its code point. */
  runs(text: string): Run[];
  width(text: string, size: number): number;
}

/** The first with a letter is used for it: Latin, Greek, Cyrillic and Vietnamese, then Chinese, Japanese and Korean. */
const families = ['inter', 'noto-sans-sc', 'noto-sans-jp', 'noto-sans-kr'];
const { resolve } = createRequire(import.meta.url);

/** Embeds the letters of these texts and nothing else of the fonts. */
export async function createTypeface(pdf: Pdf, texts: readonly string[], weight: number): Promise<Typeface> {
  const missing = new Set(`${texts.map(normalizeText).join('')}[]U+0123456789ABCDEF?`);
  const { PDF } = await import('@libpdf/core');
  const scratch = PDF.create();
  const fonts = new Map<string, Font>();
  for (const file of await loadFontFiles()) {
    const wanted = [...missing].filter((letter) => file.has(letter.codePointAt(0) ?? 0));
    if (wanted.length === 0) continue;
    const bytes = await readSubset(file.path, wanted.join(''), weight);
    // A file does not have all letters of its ranges, and a font without any cannot be embedded.
    const probe = scratch.embedFont(bytes);
    const available = wanted.filter((letter) => probe.canEncode(letter));
    if (available.length === 0) continue;
    const font = pdf.embedFont(bytes);
    for (const letter of available) {
      fonts.set(letter, font);
      missing.delete(letter);
    }
  }
  const [fallback] = fonts.values();
  if (!fallback) throw new Error('There is no font for this text');
  const spelled = (text: string) =>
    [...normalizeText(text)].flatMap((letter) => (fonts.has(letter) ? letter : [...toCode(letter)]));

  const runs = (text: string): Run[] => {
    const result: Run[] = [];
    for (const letter of spelled(text)) {
      const font = fonts.get(letter) ?? fallback;
      const last = result.at(-1);
      if (last?.font === font) result[result.length - 1] = { text: last.text + letter, font };
      else result.push({ text: letter, font });
    }
    return result;
  };
  return {
    runs,
    width: (text, size) => sumBy(runs(text), (run) => run.font.getTextWidth(run.text, size)),
  };
}

/** Accents are one letter with what they stand on, since the fonts are set letter by letter. */
const normalizeText = (text: string) => text.normalize('NFC').replaceAll(/\s+/g, ' ');

const toCode = (letter: string) => `[U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

const readSubset = async (path: string, letters: string, weight: number) =>
  subsetFont(await readFile(path), letters, { targetFormat: 'truetype', variationAxes: { wght: weight } });

interface FontFile {
  readonly path: string;
  readonly has: (codePoint: number) => boolean;
}

let files: Promise<FontFile[]> | undefined;
const loadFontFiles = (): Promise<FontFile[]> => (files ??= readFontFiles());

/** A family comes in many files, with the ranges of each in `unicode.json`. */
async function readFontFiles(): Promise<FontFile[]> {
  const byFamily = await Promise.all(
    families.map(async (family) => {
      const list = resolve(`@fontsource-variable/${family}/unicode.json`);
      const subsets = JSON.parse(await readFile(list, 'utf8')) as Record<string, string>;
      return Object.entries(subsets)
        .toReversed()
        .map(([subset, ranges]) => ({
          path: join(dirname(list), 'files', `${family}-${subset.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
          has: isWithin(ranges),
        }));
    }),
  );
  return byFamily.flat();
}

/** Ranges as `U+0000-00FF,U+0131`. */
function isWithin(ranges: string): (codePoint: number) => boolean {
  const list = ranges.split(',').map((range) => {
    const [from = '', to = from] = range.replace('U+', '').split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)] as const;
  });
  return (codePoint) => list.some(([from, to]) => codePoint >= from && codePoint <= to);
}
