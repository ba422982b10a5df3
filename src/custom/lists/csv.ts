import type { CsvColumn } from '#domain/rules/csv.ts';
import { sortableTime } from '#domain/rules/dateText.ts';

export { csvCell, csvHead, csvLines, type CsvColumn } from '#domain/rules/csv.ts';

/** A column of times by the location's clocks; its heading says which clocks these are. */
export const timeColumn = <Row>(label: string, timezone: string, timeOf: (row: Row) => string | undefined): CsvColumn<Row> => ({
  label: `${label} (${timezone})`,
  value: (row) => {
    const time = timeOf(row);
    return time && sortableTime(time, timezone);
  },
});

/** Hands a file that was made here to the browser's downloads. */
export function saveFile(name: string, parts: readonly BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken the file by then; at once would be too early for some.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
