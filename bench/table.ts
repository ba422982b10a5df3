import type { Measure } from './load.ts';
import type { Statement } from './record.ts';

export interface Figures {
  /** Over HTTP. */
  readonly http: Measure[];
  /** The server's statements for it, straight at the database. */
  readonly own: Measure[];
  /** Plain SQL written by hand; empty where there is none. */
  readonly plain: Measure[];
}

/** A write with one more feature than the previous step. */
export interface Step {
  readonly name: string;
  readonly url: string;
  readonly works: readonly (readonly Statement[])[];
  readonly measures: Measure[];
}

export const median = (numbers: readonly number[]): number => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
};

const perSecond = (measures: readonly Measure[]) => median(measures.map((one) => one.perSecond));

/** A Markdown table; numbers are right-aligned. */
export function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) => Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)));
  const padded = (line: readonly string[]) =>
    `| ${line.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return `${[padded(head), rule, ...lines.map(padded)].join('\n')}\n`;
}

const sizeName = (contacts: number) => (contacts >= 1_000_000 ? `${contacts / 1_000_000} M` : `${contacts / 1_000} k`);

/** The median of each round's ratio, so that a slow round affects neither side. */
const ratio = (these: readonly Measure[], those: readonly Measure[]) =>
  median(these.map((one, round) => one.perSecond / (those[round]?.perSecond ?? NaN)));

const share = (these: readonly Measure[], those: readonly Measure[]) =>
  those.length > 0 ? `${(100 * ratio(these, those)).toFixed(0)} %` : '';

/**
 * One line per row: for each size requests per second, p99 and the shares of its own statements and of plain SQL; last the cost
 * at the largest size relative to the smallest.
 */
export function serverTable(
  sizes: readonly number[],
  names: readonly string[],
  figures: readonly (readonly Figures[])[],
): string {
  const head = [
    'at 32 connections',
    ...sizes.flatMap((size) => [`${sizeName(size)}: req/s`, 'p99 ms', 'own SQL/s', 'of own', 'plain/s', 'of plain']),
    'growth',
  ];
  const lines = names.map((name, row) => {
    const bySize = figures.map((rows) => rows[row] ?? { http: [], own: [], plain: [] });
    return [
      name,
      ...bySize.flatMap(({ http, own, plain }) => [
        perSecond(http).toFixed(0),
        median(http.map(({ p99 }) => p99)).toFixed(0),
        perSecond(own).toFixed(0),
        share(http, own),
        plain.length > 0 ? perSecond(plain).toFixed(0) : '',
        share(http, plain),
      ]),
      ratio(bySize[0]?.http ?? [], bySize.at(-1)?.http ?? []).toFixed(2),
    ];
  });
  return table(head, lines);
}

export const reportsHead = (contacts: number) => [
  `a year of ${sizeName(contacts)} contacts`,
  'ms',
  'own SQL ms',
  'of own',
  'plain ms',
  'of plain',
];

/** Medians of the rounds, in milliseconds; the shares are ratios of speeds, as in the other tables. */
export function reportLine(
  name: string,
  rounds: readonly Readonly<Record<'http' | 'own' | 'plain', number>>[],
): string[] {
  const time = (which: 'http' | 'own' | 'plain') => median(rounds.map((round) => round[which])).toFixed(0);
  const of = (which: 'own' | 'plain') =>
    `${(100 * median(rounds.map((round) => round[which] / round.http))).toFixed(0)} %`;
  return [name, time('http'), time('own'), of('own'), time('plain'), of('plain')];
}

/** The cost of each part of a write: each line has one more feature than the line above. */
export function stepsTable(name: string, contacts: number, steps: readonly Step[], { own, http }: Figures): string {
  const lines = [
    ...steps,
    { name: 'the statements Spotter sends', measures: own },
    { name: 'over HTTP', measures: http },
  ];
  const plain = steps[0]?.measures ?? [];
  return table(
    [`${name}, ${sizeName(contacts)} contacts`, 'per second', 'of plain'],
    lines.map((line) => [line.name, perSecond(line.measures).toFixed(0), share(line.measures, plain)]),
  );
}
