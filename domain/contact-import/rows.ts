import { importedContactFields, type ImportedContact } from './contract.ts';
import { states } from '#domain/shared/states.ts';
import { importFields, importLabel, type ColumnMap, type ImportField } from './columns.ts';
import { readBirthday, readMembershipDate, type DateOrder } from './dates.ts';
import { addDays, isCalendarDate, type CalendarDate } from '#domain/shared/dates.ts';
import { readAmount, readRenewal, readStatus } from './words.ts';
import { readTags, writeTags } from '#domain/contacts/tags.ts';

/** A parsed file: headings and rows, each with its spreadsheet row number. */
export interface Sheet {
  headings: readonly string[];
  rows: readonly SheetRow[];
}
export interface SheetRow {
  number: number;
  cells: readonly string[];
}

export interface Reading {
  map: ColumnMap;
  dateOrder: DateOrder;
  today: CalendarDate;
}

type ReadRow = { row: SheetRow; email: string; name: string } & ({ contact: ImportedContact } | { problem: string });

type Texts = Partial<Record<ImportField, string>>;

/** Parses one row with the contract of the contact form. */
export function readRow(row: SheetRow, reading: Reading): ReadRow {
  const texts = toTexts(row, reading.map);
  const { firstName, lastName } = splitNames(texts);
  const emergency = toEmergencyContact(texts, reading.map);
  const { success, data, error } = importedContactFields.safeParse({
    ...texts,
    firstName,
    lastName,
    email: texts.email ?? '',
    phone: texts.phone ?? '',
    dateOfBirth: texts.dateOfBirth && readBirthday(texts.dateOfBirth, reading.dateOrder, reading.today),
    address: [texts.address, texts.address2].filter(Boolean).join(', '),
    state: texts.state && stateCode(texts.state),
    emergencyContactName: emergency.name,
    emergencyContactPhone: emergency.phone,
    tags: texts.tags === undefined ? undefined : readTags(texts.tags),
    membership: texts.membershipPlan ? toMembership(texts, texts.membershipPlan, reading.dateOrder) : undefined,
    balance: texts.balance ? readAmount(texts.balance) : undefined,
    stripeCustomerId: texts.stripeCustomerId || undefined,
  });
  const who = { row, email: texts.email ?? '', name: `${firstName} ${lastName}`.trim() };
  return success ? { ...who, contact: data } : { ...who, problem: toSentence(error.issues, texts) };
}

/** Indexes of contacts whose email occurs in an earlier row, with the index of the first occurrence. */
export function repeatedEmails(contacts: readonly { email: string }[]): Map<number, number> {
  const firsts = new Map<string, number>();
  const repeated = new Map<number, number>();
  for (const [index, { email }] of contacts.entries()) {
    const key = email.toLowerCase();
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, index);
    else repeated.set(index, first);
  }
  return repeated;
}

/**
 * Removes what exports add for spreadsheets: the leading quote that keeps them from running a formula, and the formula `="0171"` that
 * keeps the zeros of a number.
 */
const asWritten = (cell: string) =>
  cell
    .replace(/^\s*="((?:[^"]|"")*)"\s*$/, (_, text: string) => text.replaceAll('""', '"'))
    .replace(/^'(?=\s*[=+\-@\t\r＝＋－＠])/, '')
    .trim();

/** What other products write where there is nothing. */
const nothing = /^\s*(-+|n\/a|null|0000-00-00|00\/00\/0000)(\s+00:00(:00)?)?\s*$/i;
/** A name may be Null. */
const names: readonly ImportField[] = ['firstName', 'lastName', 'fullName'];

/** Google joins several values of one kind with `:::`, and marks its own groups with a star. */
const joined = /\s*:::\s*/;
const firstOnly: readonly ImportField[] = ['email', 'phone'];

function toText(field: ImportField, cell: string): string {
  if (nothing.test(cell) && !names.includes(field)) return '';
  const text = asWritten(cell);
  if (firstOnly.includes(field)) return text.split(joined, 1)[0] ?? '';
  if (field !== 'tags' || !joined.test(text)) return text;
  return writeTags(text.split(joined).filter((tag) => !tag.startsWith('* ')));
}

function toTexts({ cells }: SheetRow, map: ColumnMap): Texts {
  const texts: Texts = {};
  for (const [index, field] of map.entries()) if (field) texts[field] = toText(field, cells[index] ?? '');
  return texts;
}

/** A membership as the file describes it. Text that cannot be parsed stays as it is, for the contract to reject. */
const toMembership = (texts: Texts, plan: string, order: DateOrder) => ({
  plan,
  startDate: texts.membershipStart && readMembershipDate(texts.membershipStart, order),
  endDate: texts.membershipEnd && readMembershipDate(texts.membershipEnd, order),
  nextBillDate: texts.nextBillDate
    ? readMembershipDate(texts.nextBillDate, order)
    : texts.paidThrough && dayAfter(readMembershipDate(texts.paidThrough, order)),
  price: texts.membershipPrice ? readAmount(texts.membershipPrice) : undefined,
  renewal: texts.membershipRenewal ? readRenewal(texts.membershipRenewal) : undefined,
  visitsLeft: texts.visitsLeft ? readAmount(texts.visitsLeft) : undefined,
  status: texts.membershipStatus ? readStatus(texts.membershipStatus) : undefined,
});

const dayAfter = (text: string) => (isCalendarDate(text) ? addDays(text, 1) : text);

/** Splits 'Okafor, Maya' or 'Maya Okafor'. Without a comma, the last word is the last name. */
function splitNames({ firstName = '', lastName = '', fullName = '' }: Texts) {
  if (!fullName || (firstName && lastName)) return { firstName, lastName };
  const [before = '', after] = fullName.split(/\s*,\s*/, 2);
  const words = fullName.split(/\s+/);
  const split =
    after === undefined
      ? { first: words.slice(0, -1).join(' ') || fullName, last: words.slice(1).at(-1) ?? '' }
      : { first: after, last: before };
  return { firstName: firstName || split.first, lastName: lastName || split.last };
}

/** Splits 'Ann Lee (303) 555-0100' into name and phone. */
function toEmergencyContact(
  { emergencyContactName: name = '', emergencyContactPhone: phone = '' }: Texts,
  map: ColumnMap,
) {
  const [, before, number] = /^(.*?)[\s,;:/-]*(\+?\(?\d[\d\s().-]{6,})$/.exec(name) ?? [];
  return number && !map.includes('emergencyContactPhone') ? { name: before ?? '', phone: number } : { name, phone };
}

/** 'Colorado' and 'co' become CO. Unknown states are unchanged, since they may be of another country. */
const stateCode = (text: string) => {
  const small = text.toLowerCase();
  return states.find(({ code, name }) => code.toLowerCase() === small || name.toLowerCase() === small)?.code ?? text;
};

/** Prefixes messages that do not name their field, adds the file's value, and removes duplicates. */
const toSentence = (issues: readonly { path: readonly PropertyKey[]; message: string }[], texts: Texts) =>
  [
    ...new Set(
      issues.map(({ path, message }) => {
        const field = fieldAt(path, texts);
        const text = field && texts[field];
        const sentence = message.startsWith('Must')
          ? `${field ? importLabel(field) : 'Row'}: ${message}`
          : message.replace('Next bill date', field === 'paidThrough' ? 'Paid-through date' : '$&');
        return text
          ? `${sentence} (“${text.length > shownLetters ? `${text.slice(0, shownLetters)}…` : text}”)`
          : sentence;
      }),
    ),
  ].join('. ');

const shownLetters = 40;

const fieldAt = ([key, part]: readonly PropertyKey[], texts: Texts): ImportField | undefined => {
  if (part === 'nextBillDate' && !texts.nextBillDate) return 'paidThrough';
  return importFields.find((field) => field === (key === 'membership' ? membershipParts[String(part)] : key));
};

const membershipParts: Partial<Record<string, ImportField>> = {
  plan: 'membershipPlan',
  startDate: 'membershipStart',
  endDate: 'membershipEnd',
  nextBillDate: 'nextBillDate',
  price: 'membershipPrice',
  renewal: 'membershipRenewal',
  visitsLeft: 'visitsLeft',
  status: 'membershipStatus',
};
