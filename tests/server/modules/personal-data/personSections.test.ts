import { camelCase } from 'es-toolkit';
import { expect, test } from 'vitest';
import { personSections } from '#server/modules/personal-data/personSections.ts';
import { columns } from '#server/platform/database/schema.ts';

const readContact = (contact: Record<string, unknown>) =>
  personSections(new Map([['contacts', [contact]]]), 'America/Denver').flatMap(({ rows }) => rows);

test('each field of a contact is in the document about the person, a new one under its own name', () => {
  expect(
    readContact({ firstName: 'Ann', lastName: 'Oakley', phone: '3035550142', jobTitle: 'Coach', notes: '' }),
  ).toEqual([
    ['Name', 'Ann Oakley'],
    ['Phone', '(303) 555-0142'],
    ['Job title', 'Coach'],
  ]);
});

test('what the row alone needs is not', () => {
  // Those that `readPerson` leaves out.
  const read = columns.contacts.filter((column) => !/_key$|^company_id$/.test(column));
  const row = Object.fromEntries(read.map((column) => [camelCase(column), '2026-03-05T12:00:00Z']));
  expect(readContact(row).map(([label]) => label)).toEqual([
    'Name',
    'Email',
    'Phone',
    'Date of birth',
    'Address',
    'Emergency contact',
    'Notes',
    'Known since',
  ]);
});
