import type {
  ContactImportResponse,
  ImportedContact,
  ImportedRow,
  ImportSummary,
} from '#domain/contact-import/contract.ts';
import { readRow, repeatedEmails, type Reading, type Sheet, type SheetRow } from '#domain/contact-import/rows.ts';
import { dateFields, mapColumns, type ColumnMap } from '#domain/contact-import/columns.ts';
import { guessDateOrder } from '#domain/contact-import/dates.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { fullName } from '#domain/shared/fullName.ts';

interface ReadyRow {
  row: SheetRow;
  contact: ImportedContact;
  /** Only for the first rows, once the server has responded. */
  becomes?: ImportedRow | undefined;
}

/** A row that will not be imported, and why; `contactId` is the contact that already has its email. */
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
  /** Present when the file has memberships, balances or Stripe customers. */
  summary?: ImportSummary | undefined;
  /** Plans of the file that are not at the location, or twice, with the number of rows that are skipped for it. */
  unmatchedPlans?: ReadonlyMap<string, number>;
}

export const listDates = ({ rows }: Sheet, map: ColumnMap): string[] => {
  const columns = map.flatMap((field, column) => (field && dateFields.includes(field) ? [column] : []));
  return rows.flatMap(({ cells }) => columns.map((column) => cells[column] ?? ''));
};

/** How a file is read with these columns, or by its headings. */
export const readSheet = (sheet: Sheet, today: CalendarDate, map: ColumnMap = mapColumns(sheet.headings)): Reading => ({
  map,
  dateOrder: guessDateOrder(listDates(sheet, map)),
  today,
});

/** Everything that can be checked in a file before the server is asked. */
export function readRows({ rows }: Sheet, reading: Reading): CheckedRows {
  const read = rows.map((row) => readRow(row, reading));
  const wrong = read.flatMap((one) => ('problem' in one ? [skip(one.row, one, one.problem)] : []));
  const right = read.flatMap((one) => ('contact' in one ? [{ row: one.row, contact: one.contact }] : []));
  const repeated = repeatedEmails(right.map(({ contact }) => contact));
  const again = [...repeated].flatMap(([index, first]) => {
    const [one, before] = [right[index], right[first]];
    return one && before ? [skip(one.row, toPerson(one), `Same email as row ${before.row.number}`)] : [];
  });
  return { ready: right.filter((_one, index) => !repeated.has(index)), skipped: sortRows([...wrong, ...again]) };
}

/** The same without the rows that the server leaves out: contacts that it has already, and memberships that it cannot create. */
export function withResponse(
  { ready, skipped }: CheckedRows,
  { duplicates, summary }: ContactImportResponse,
): CheckedRows {
  const duplicatesByIndex = new Map(duplicates.map(({ index, contact }) => [index, contact]));
  const outcomes = new Map(summary?.rows.map((row) => [row.index, row]));
  const isImportable = (index: number) => !duplicatesByIndex.has(index) && outcomes.get(index)?.becomes !== 'invalid';
  const again = ready.flatMap((one, index): SkippedRow[] => {
    if (isImportable(index)) return [];
    const contact = duplicatesByIndex.get(index);
    const reason = one.contact.membership ? knownMember : 'Already a contact';
    if (contact) return [{ ...skip(one.row, toPerson(one), reason), contactId: contact.id }];
    const errors = Object.values(outcomes.get(index)?.errors ?? {});
    return errors.length > 0 ? [skip(one.row, toPerson(one), errors.join('. '))] : [];
  });
  const importable = ready.flatMap((one, index) =>
    isImportable(index) ? [{ ...one, becomes: outcomes.get(index) }] : [],
  );
  const unmatchedPlans = new Map<string, number>();
  for (const [index, { contact }] of ready.entries()) {
    const plan = contact.membership?.plan;
    if (plan && outcomes.get(index)?.errors?.['membership.plan'])
      unmatchedPlans.set(plan, (unmatchedPlans.get(plan) ?? 0) + 1);
  }
  return { ready: importable, skipped: sortRows([...skipped, ...again]), summary, unmatchedPlans };
}

const knownMember =
  'Already a contact. A membership is imported with a new contact only: undo the import of the contacts first, or add it by hand.';

const toPerson = ({ contact }: ReadyRow) => ({
  name: fullName(contact),
  email: contact.email,
});

const skip = (row: SheetRow, { name, email }: { name: string; email: string }, reason: string): SkippedRow => ({
  id: row.number,
  row,
  name,
  email,
  reason,
});

const sortRows = (rows: readonly SkippedRow[]) => rows.toSorted((a, b) => a.id - b.id);
