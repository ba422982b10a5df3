import type { ImportDuplicate, ImportedContact } from '#domain/contract/contacts-import.ts';
import { readRow, repeatedEmails, type Reading, type Sheet, type SheetRow } from '#domain/rules/contactImport.ts';
import { mapColumns, type ColumnMap } from '#domain/rules/contactImportColumns.ts';
import { dateOrderOf } from '#domain/rules/contactImportDates.ts';
import type { CalendarDate } from '#domain/rules/dates.ts';

/** A row that will be imported. */
interface ReadyRow {
  row: SheetRow;
  contact: ImportedContact;
}

/** A row that will not, and why; `contactId` is whoever has its e-mail already. */
export interface SkippedRow {
  id: number;
  row: SheetRow;
  name: string;
  email: string;
  reason: string;
  contactId?: string;
}

export interface CheckedRows {
  ready: readonly ReadyRow[];
  skipped: readonly SkippedRow[];
}

/** The cells of the column that is read as a birthday. */
export const birthdaysOf = ({ rows }: Sheet, map: ColumnMap): string[] => {
  const column = map.indexOf('dateOfBirth');
  return column < 0 ? [] : rows.map(({ cells }) => cells[column] ?? '');
};

/** How a file is to be read with these columns, or as its headings say. */
export const readingOf = (sheet: Sheet, today: CalendarDate, map: ColumnMap = mapColumns(sheet.headings)): Reading => ({
  map,
  dateOrder: dateOrderOf(birthdaysOf(sheet, map)),
  today,
});

/** All that can be said of a file before the server is asked. */
export function readRows({ rows }: Sheet, reading: Reading): CheckedRows {
  const read = rows.map((row) => readRow(row, reading));
  const wrong = read.flatMap((one) => ('problem' in one ? [skip(one.row, one, one.problem)] : []));
  const right = read.flatMap((one) => ('contact' in one ? [{ row: one.row, contact: one.contact }] : []));
  const repeated = repeatedEmails(right.map(({ contact }) => contact));
  const again = [...repeated].flatMap(([index, first]) => {
    const [one, before] = [right[index], right[first]];
    return one && before ? [skip(one.row, personOf(one), `Same email as row ${before.row.number}`)] : [];
  });
  return { ready: right.filter((_one, index) => !repeated.has(index)), skipped: inOrder([...wrong, ...again]) };
}

/** The same with what the server knows already left out. */
export function withoutDuplicates({ ready, skipped }: CheckedRows, duplicates: readonly ImportDuplicate[]): CheckedRows {
  const known = new Map(duplicates.map(({ index, contact }) => [index, contact]));
  const again = ready.flatMap((one, index): SkippedRow[] => {
    const contact = known.get(index);
    return contact ? [{ ...skip(one.row, personOf(one), 'Already a contact'), contactId: contact.id }] : [];
  });
  return { ready: ready.filter((_one, index) => !known.has(index)), skipped: inOrder([...skipped, ...again]) };
}

const personOf = ({ contact }: ReadyRow) => ({ name: `${contact.firstName} ${contact.lastName}`, email: contact.email });

const skip = (row: SheetRow, { name, email }: { name: string; email: string }, reason: string): SkippedRow => ({ id: row.number, row, name, email, reason });

const inOrder = (rows: readonly SkippedRow[]) => rows.toSorted((a, b) => a.id - b.id);
