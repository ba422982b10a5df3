import { contactHeadings } from './contactHeadings.ts';
import type { ImportedContact } from './contract.ts';
import { accountHeadings, membershipHeadings } from './membershipHeadings.ts';

type Headings = readonly [label: string, ...others: string[]];

/** Headings are compared after `plain`. */
const knownHeadings = { ...contactHeadings, ...membershipHeadings, ...accountHeadings } satisfies Record<
  string,
  Headings
> &
  Record<Exclude<keyof ImportedContact, 'membership'>, Headings>;

export type ImportField = keyof typeof knownHeadings;
export const importFields = Object.keys(knownHeadings) as ImportField[];
export const importLabel = (field: ImportField): string => knownHeadings[field][0];

const membershipFields = new Set<string>(Object.keys(membershipHeadings));

/** The date fields, which all have the same date order in a file. */
export const dateFields: readonly ImportField[] = [
  'dateOfBirth',
  'membershipStart',
  'membershipEnd',
  'nextBillDate',
  'paidThrough',
];

/** The field for each column of a file; null is skipped. No field is used twice. */
export type ColumnMap = readonly (ImportField | null)[];

/** `E-mail Address*` and `email_address` are the same heading. */
const toHeadingKey = (heading: string) =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');

export function mapColumns(headings: readonly string[]): ColumnMap {
  const plainHeadings = headings.map(toHeadingKey);
  const map = headings.map((): ImportField | null => null);
  for (const field of importFields) {
    const column = knownHeadings[field]
      .map((heading) => plainHeadings.findIndex((given, index) => given === toHeadingKey(heading) && !map[index]))
      .find((index) => index >= 0);
    if (column !== undefined) map[column] = field;
  }
  const hasBothNames = map.includes('firstName') && map.includes('lastName');
  // A plan without a date is what a list of contacts shows, not a membership to import.
  const hasMemberships =
    map.includes('membershipPlan') &&
    (['membershipStart', 'nextBillDate', 'paidThrough'] as const).some((field) => map.includes(field));
  const isLeftOut = (field: ImportField | null) =>
    field !== null && ((field === 'fullName' && hasBothNames) || (!hasMemberships && membershipFields.has(field)));
  return map.map((field) => (isLeftOut(field) ? null : field));
}

/** Assigns a field to a column, removing it from the column that had it. */
export const remapColumn = (map: ColumnMap, column: number, field: ImportField | null): ColumnMap =>
  map.map((current, index) => {
    if (index === column) return field;
    return current === field ? null : current;
  });

export function missingColumns(map: ColumnMap): string[] {
  const hasName = (field: 'firstName' | 'lastName') => map.includes(field) || map.includes('fullName');
  return [
    ...(['firstName', 'lastName'] as const).filter((field) => !hasName(field)),
    ...(map.includes('email') ? [] : (['email'] as const)),
  ].map(importLabel);
}
