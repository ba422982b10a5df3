import { compact } from 'es-toolkit';
import { emailLabels, type EmailKind } from '#domain/member-emails/emailKinds.ts';
import { dateTimeText } from '#domain/shared/dateText.ts';
import { formatCents } from '#domain/shared/money.ts';
import { displayPhone } from '#domain/shared/phone.ts';
import type { PdfRow, PdfSection } from '#server/platform/pdf/sections.ts';
import type { Tables } from '#server/platform/database/schema.ts';
import type { Person, PersonRow } from './readPerson.ts';

/** What is kept about a contact, for reading. The JSON beside it has every field. */
export function personSections(person: Person, timezone: string): PdfSection[] {
  const at = (value: unknown) => (value ? dateTimeText(new Date(String(value)), timezone) : '');
  const rowsOf = (table: keyof Tables, toRow: (row: PersonRow) => readonly [unknown, ...unknown[]]): PdfRow[] =>
    (person.get(table) ?? []).map((row): PdfRow => {
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
      rows: rowsOf('contact_notes', ({ createdAt, text, authorName }) => [at(createdAt), text, authorName]),
    },
    {
      title: 'Blocks',
      rows: rowsOf('contact_blocks', ({ createdAt, reason, untilDay }) => [at(createdAt), reason, untilDay]),
    },
    {
      title: 'Household',
      rows: rowsOf('households', ({ name }) => ['Name', name]).concat(
        rowsOf('household_members', ({ relation, joinedAt }) => ['Member since', at(joinedAt), relation]),
      ),
    },
    {
      title: 'Memberships',
      rows: rowsOf('contact_memberships', (row) => [
        row.membershipName,
        `from ${String(row.startDate)}`,
        row.lastDay && `through ${String(row.lastDay)}`,
        row.cancelNote,
        row.notes,
      ]),
    },
    {
      title: 'Invoices',
      rows: rowsOf('invoices', (row) => [
        at(row.createdAt),
        row.description,
        cents(row.totalCents),
        row.status,
        row.notes,
      ]),
    },
    {
      title: 'Payments',
      rows: rowsOf('payments', (row) => [
        at(row.createdAt),
        String(row.kind).replace('_', ' '),
        cents(row.amountCents),
        row.otherMethod ?? row.method,
        row.status,
        row.reference,
      ]),
    },
    {
      title: 'Saved card',
      rows: rowsOf('saved_cards', ({ brand, lastDigits, lastDay }) => ['Card', brand, lastDigits, lastDay]),
    },
    {
      title: 'Signed agreements',
      rows: rowsOf('signatures', (row) => [
        at(row.signedAt),
        `${String(row.agreementName)}, version ${String(row.versionNumber)}`,
        row.guardianName ?? row.name,
        row.ipAddress,
      ]),
    },
    {
      title: 'Check-ins',
      rows: rowsOf('checkins', ({ checkinTime, doorId, accessGranted, reason }) => [
        at(checkinTime),
        doorId,
        accessGranted ? 'granted' : 'denied',
        reason,
      ]),
    },
    {
      title: 'Emails',
      rows: rowsOf('emails', ({ createdAt, kind, sentTo, address, state }) => [
        at(createdAt),
        emailLabels[kind as EmailKind],
        sentTo ?? address,
        state,
      ]),
    },
    {
      title: 'Activity',
      rows: rowsOf('activity', (row) => [at(row.at), String(row.action).replace('.', ': '), row.actorName]),
    },
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

function about(contact: PersonRow, at: (value: unknown) => string): PdfRow[] {
  const text = (name: string) => (contact[name] ? String(contact[name]) : '');
  const rows: PdfRow[] = [
    ['Name', `${text('firstName')} ${text('lastName')}`],
    ['Email', text('email')],
    ['Phone', text('phone') && displayPhone(text('phone'))],
    ['Date of birth', text('dateOfBirth')],
    ['Address', compact([text('address'), text('city'), text('state'), text('zipCode')]).join(', ')],
    ['Emergency contact', compact([text('emergencyContactName'), text('emergencyContactPhone')]).join(', ')],
    ['Tags', Array.isArray(contact.tags) ? contact.tags.join(', ') : ''],
    ['Notes', text('notes')],
    ['Known since', at(contact.createdAt)],
  ];
  return rows.filter(([, value]) => value !== '');
}
