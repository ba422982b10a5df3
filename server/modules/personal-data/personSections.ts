import { compact, omit, sortBy } from 'es-toolkit';
import { fieldLabel } from '#domain/activity/text.ts';
import { emailLabels, type EmailKind } from '#domain/member-emails/emailKinds.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { formatCents } from '#domain/shared/money.ts';
import { displayPhone } from '#domain/shared/phone.ts';
import { capitalize } from '#domain/shared/capitalize.ts';
import type { PdfRow, PdfSection } from '#server/platform/pdf/sections.ts';
import type { Tables } from '#server/platform/database/schema.ts';
import type { PersonRecords, PersonRow } from './readPerson.ts';

/** What is kept about a contact, for reading. The JSON beside it has every field. */
export function personSections(person: PersonRecords, timezone: string): PdfSection[] {
  const at = (value: unknown) => (value ? dateTimeText(new Date(String(value)), timezone) : '');
  const toRows = (
    table: keyof Tables,
    toRow: (row: PersonRow) => readonly [unknown, ...unknown[]],
    order: (row: PersonRow) => number = () => 0,
  ): PdfRow[] =>
    sortBy(person.get(table) ?? [], [order]).map((row): PdfRow => {
      const [label, ...values] = toRow(row).map((value) =>
        value === null || value === undefined ? '' : String(value),
      );
      return [label ?? '', compact(values).join(', ')];
    });
  const [contact = {}] = person.get('contacts') ?? [];
  const cents = (value: unknown) => formatCents(Number(value));
  const sections: PdfSection[] = [
    { title: 'Contact', rows: about(contact, at) },
    {
      title: 'Notes',
      rows: toRows('contact_notes', ({ createdAt, text, authorName }) => [at(createdAt), text, authorName]),
    },
    {
      title: 'Blocks',
      rows: toRows('contact_blocks', ({ createdAt, reason, untilDay }) => [at(createdAt), reason, untilDay]),
    },
    {
      title: 'Household',
      rows: toRows('households', ({ name }) => ['Name', name]).concat(
        toRows('household_members', ({ relation, joinedAt }) => ['Member since', at(joinedAt), relation]),
      ),
    },
    {
      title: 'Memberships',
      rows: toRows('contact_memberships', (row) => [
        row.membershipName,
        `from ${String(row.startDate)}`,
        row.lastDay && `through ${String(row.lastDay)}`,
        row.cancelNote,
        row.notes,
      ]),
    },
    {
      title: 'Invoices',
      rows: toRows('invoices', (row) => [
        at(row.createdAt),
        row.description,
        cents(row.totalCents),
        row.status,
        row.notes,
      ]),
    },
    {
      title: 'Payments',
      rows: toRows(
        'payments',
        (row) => [
          at(datePayment(row)),
          String(row.kind).replace('_', ' '),
          cents(row.amountCents),
          row.otherMethod ?? row.method,
          row.status,
          row.reference,
        ],
        (row) => Date.parse(String(datePayment(row))),
      ),
    },
    {
      title: 'Saved card',
      rows: toRows('saved_cards', ({ brand, lastDigits, lastDay }) => ['Card', brand, lastDigits, lastDay]),
    },
    {
      title: 'Signed agreements',
      rows: toRows('signatures', (row) => [
        at(row.signedAt),
        `${String(row.agreementName)}, version ${String(row.versionNumber)}`,
        row.guardianName ?? row.name,
        row.ipAddress,
      ]),
    },
    {
      title: 'Check-ins',
      rows: toRows('checkins', ({ checkinTime, doorId, accessGranted, reason }) => [
        at(checkinTime),
        doorId,
        accessGranted ? 'granted' : 'denied',
        reason,
      ]),
    },
    {
      title: 'Emails',
      rows: toRows('emails', ({ createdAt, kind, sentTo, address, state }) => [
        at(createdAt),
        emailLabels[kind as EmailKind],
        sentTo ?? address,
        state,
      ]),
    },
    {
      title: 'Activity',
      rows: toRows('activity', (row) => [at(row.at), String(row.action).replace('.', ': '), row.actorName]),
    },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

/** A payment is dated by its booking, or its beginning until it is booked, as in the lists of payments. */
const datePayment = ({ postedAt, createdAt }: PersonRow) => postedAt ?? createdAt;

/** A field without a line of its own here, such as a new one, has one under its name. */
function about(contact: PersonRow, at: (value: unknown) => string): PdfRow[] {
  const { firstName, lastName, email, phone, dateOfBirth, address, city, state, zipCode, ...more } = contact;
  const { emergencyContactName, emergencyContactPhone, tags, notes, createdAt, ...others } = more;
  const text = (value: unknown) => (value ? String(value) : '');
  const rows: PdfRow[] = [
    ['Name', `${text(firstName)} ${text(lastName)}`],
    ['Email', text(email)],
    ['Phone', displayPhone(text(phone))],
    ['Date of birth', text(dateOfBirth)],
    ['Address', compact([address, city, state, zipCode]).join(', ')],
    ['Emergency contact', compact([emergencyContactName, emergencyContactPhone]).join(', ')],
    ['Tags', Array.isArray(tags) ? tags.join(', ') : ''],
    ...Object.entries(omit(others, ofRow)).map(([field, value]): PdfRow => [
      capitalize(fieldLabel(field)),
      text(value),
    ]),
    ['Notes', text(notes)],
    ['Known since', at(createdAt)],
  ];
  return rows.filter(([, value]) => value !== '');
}

/** The picture is in the archive. */
const ofRow = [
  'id',
  'homeLocationId',
  'imageFileName',
  'imageFileSize',
  'imageUploadedAt',
  'memberThrough',
  'updatedAt',
  'archivedAt',
  'externalId',
];
