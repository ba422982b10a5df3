import type { CsvColumn } from '#domain/shared/csv.ts';
import { sortableTime } from '#domain/shared/dateText.ts';
import { downloadFrom } from '../dom.ts';

/** A column of times in the location's time zone, which the heading names. */
export const timeColumn = <Row>(
  label: string,
  timezone: string,
  timeOf: (row: Row) => string | undefined,
): CsvColumn<Row> => ({
  label: `${label} (${timezone})`,
  value: (row) => {
    const time = timeOf(row);
    return time && sortableTime(time, timezone);
  },
});

/** Downloads a file that was created in the browser. */
export function saveFile(name: string, parts: readonly BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob([...parts], { type }));
  downloadFrom(url, name);
  // Some browsers need a moment before the URL is released.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
