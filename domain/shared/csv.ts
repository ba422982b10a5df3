/** One column of a file: its heading and the value in each row. */
export interface CsvColumn<Row> {
  label: string;
  value: (row: Row) => string | number | boolean | null | undefined;
}

/** A spreadsheet runs text that starts like this as a formula, even after blanks. A leading quote makes it text. */
const startsFormula = /^\s*[=+\-@\t\r＝＋－＠]/;

/** One cell: quoted where needed, and never a formula. A number stays a number. */
export function csvCell(value: ReturnType<CsvColumn<unknown>['value']>): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = String(value);
  const safe = startsFormula.test(text) ? `'${text}` : text;
  return /[",\r\n;]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const line = (cells: readonly string[]) => `${cells.join(',')}\r\n`;

/** The heading line, after the byte order mark by which spreadsheets recognize UTF-8. */
export const csvHead = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  `\uFEFF${line(columns.map(({ label }) => csvCell(label)))}`;

export const csvLines = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  rows.map((row) => line(columns.map(({ value }) => csvCell(value(row))))).join('');

export const csvText = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  csvHead(columns) + csvLines(columns, rows);
