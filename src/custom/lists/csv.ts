import { sortableTime } from '#domain/rules/dateText.ts';

/** One column of a file: its heading and what stands below it. */
export interface CsvColumn<Row> {
  label: string;
  value: (row: Row) => string | number | boolean | null | undefined;
}

/** A column of times in the location's time zone, which the heading names. */
export const timeColumn = <Row>(label: string, timezone: string, timeOf: (row: Row) => string | undefined): CsvColumn<Row> => ({
  label: `${label} (${timezone})`,
  value: (row) => {
    const time = timeOf(row);
    return time && sortableTime(time, timezone);
  },
});

/** A spreadsheet runs a text that starts like this as a formula. A quote before it marks it as text. */
const startsFormula = /^\s*[=+\-@\t\r＝＋－＠]/;

/** One cell: quoted if needed, and never a formula. A number stays a number. */
export function csvCell(value: ReturnType<CsvColumn<unknown>['value']>): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = String(value);
  const safe = startsFormula.test(text) ? `'${text}` : text;
  return /[",\r\n;]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`;

/** The heading line, after the byte order mark by which spreadsheets recognize UTF-8. */
export const csvHead = <Row>(columns: readonly CsvColumn<Row>[]): string => `\uFEFF${line(columns.map(({ label }) => csvCell(label)))}`;

export const csvLines = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => line(columns.map(({ value }) => csvCell(value(row))))).join('');

/** Downloads a file that was created in the browser. */
export function saveFile(name: string, parts: readonly BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers need a moment before the URL is released.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
