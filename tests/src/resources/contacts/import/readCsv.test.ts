import { assert, asyncProperty, constantFrom, oneof, option, record, string } from 'fast-check';
import { expect, test } from 'vitest';
import { mapColumns } from '#domain/contact-import/columns.ts';
import { readRow } from '#domain/contact-import/rows.ts';
import { importedContactFields } from '#domain/contact-import/contract.ts';
import { csvHead, csvLines } from '#domain/shared/csv.ts';
import { contactCsv } from '#src/resources/contacts/contactCsv.ts';
import { readCsv } from '#src/resources/contacts/import/readCsv.ts';
import { buildContact } from '#tests/support/records.ts';

const bytes = (text: string, mark: number[] = []) => new Uint8Array([...mark, ...new TextEncoder().encode(text)]);
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0);
const utf16 = (text: string) =>
  new Uint8Array(new Uint16Array([0xfeff, ...Array.from(text, (letter) => letter.codePointAt(0) ?? 0)]).buffer);
const swapped = (pairs: Uint8Array) => Uint8Array.from(pairs, (_byte, index) => pairs[index ^ 1] ?? 0);
const read = (content: Uint8Array<ArrayBuffer> | string) =>
  readCsv(new File([content], 'members.csv', { type: 'text/csv' }));
const zoe = { headings: ['Name', 'Notes'], rows: [{ number: 2, cells: ['Zoë', 'a\nb'] }] };

test.each([
  ['commas', 'Name,Notes\r\nZoë,"a\nb"\r\n'],
  ['semicolons', 'Name;Notes\nZoë;"a\nb"'],
  ['tabs', 'Name\tNotes\nZoë\t"a\nb"\n\n\n'],
  ['the mark of UTF-8', bytes('Name,Notes\nZoë,"a\nb"', [0xef, 0xbb, 0xbf])],
  ['the letters of Windows', latin1('Name,Notes\nZoë,"a\nb"')],
  ['UTF-16 as spreadsheets write it', utf16('Name,Notes\nZoë,"a\nb"')],
  ['UTF-16 without its mark', utf16('Name,Notes\nZoë,"a\nb"').slice(2)],
  ['UTF-16 in the other order, without its mark', swapped(utf16('Name,Notes\nZoë,"a\nb"').slice(2))],
])('reads a file with %s', async (_case, content) => {
  expect(await read(content)).toEqual(zoe);
});

test.each([
  ['the line in which Excel names the separator', 'sep=;\r\nName;Email\r\nZoë;z@b.c', 2],
  ['a title that contains another separator', 'Members of Iron Peak, Denver, Colorado\n\n"Name";"Email"\nZoë;z@b.c', 4],
  ['titles above the headings', 'Members Report\nIron Peak; all clubs\n\nName;Email\nZoë;z@b.c', 5],
])('reads a file with %s', async (_case, content, number) => {
  expect(await read(content)).toEqual({ headings: ['Name', 'Email'], rows: [{ number, cells: ['Zoë', 'z@b.c'] }] });
});

test('a file whose first heading is PK is no workbook', async () => {
  expect((await read('PK,Name\n1,Zoë')).headings).toEqual(['PK', 'Name']);
});

test('headings that nobody knows stand in the first row', async () => {
  expect((await read('Vorname,Nachname\nZoë,Lang\nMax,Klein')).headings).toEqual(['Vorname', 'Nachname']);
});

test('a row has the number a spreadsheet shows, blank rows or not', async () => {
  expect((await read('Name,Email\n,\n\nZoë,z@b.c\n')).rows).toEqual([{ number: 4, cells: ['Zoë', 'z@b.c'] }]);
});

test.each([
  ['nothing', '', 'This file is empty'],
  ['only headings', 'Name,Email\n', 'This file has headings but no rows below them'],
  ['a quotation mark too many', 'Name,Email\n"Zoë,z@b.c\n', 'A quotation mark in this file is opened and never closed'],
  ['a workbook', 'PK\u0003\u0004', 'This is a workbook. Please save it as CSV in your spreadsheet program first.'],
  [
    'a workbook of older programs',
    latin1('\u00D0\u00CF\u0011\u00E0\0'),
    'This is a workbook. Please save it as CSV in your spreadsheet program first.',
  ],
  [
    'a web page for a workbook',
    '<html><table><tr><td>Name</td></tr></table>',
    'This is a workbook. Please save it as CSV in your spreadsheet program first.',
  ],
  ['a picture', '\u0089PNG\0\0', 'This is not a CSV file'],
  [
    'too many rows',
    `Name\n${'x\n'.repeat(20_001)}`,
    'This file has 20,001 rows. At most 20,000 can be imported at once: please split it.',
  ],
  ['too many bytes', `Name\n${'x'.repeat(10 * 1024 * 1024)}`, 'File size must be less than 10MB'],
])('a file with %s is refused, and says why', async (_case, content, message) => {
  await expect(read(content)).rejects.toThrow(message);
});

const letters = oneof(
  string({ minLength: 1, maxLength: 1 }),
  constantFrom('"', ',', ';', '\n', '\r\n', "'", '=', '+', '-', '@', 'é', '😀'),
);
/** Any text that the export restores, except text that begins with the quote that the export itself adds. */
const filled = (maxLength: number) =>
  string({ unit: letters, maxLength }).map(
    (text) =>
      text
        .replaceAll('\0', '')
        .replace(/^[\s']+/, '')
        .trim() || 'x',
  );

test('what Export CSV writes, Import reads', async () => {
  const contacts = record({
    firstName: filled(20),
    lastName: filled(20),
    phone: constantFrom(null, '3035550142', '+442079460000', 'ask at the desk'),
    dateOfBirth: constantFrom(null, '1990-03-04'),
    address: option(filled(40)),
    city: option(filled(20)),
    state: constantFrom(null, 'CO', 'Ontario'),
    zipCode: option(filled(10)),
    emergencyContactName: option(filled(20)),
    emergencyContactPhone: constantFrom(null, '3035550100', '+442079460000'),
    notes: option(filled(80)),
  });
  await assert(
    asyncProperty(contacts, async (change) => {
      const contact = buildContact(change);
      const row = {
        ...contact,
        homeLocation: { id: contact.id, name: 'Iron Peak Denver', city: null, state: null, timezone: 'America/Denver' },
      };
      const { headings, rows } = await read(csvHead(contactCsv('UTC')) + csvLines(contactCsv('UTC'), [row]));
      const [only] = rows;
      const map = mapColumns(headings);
      expect(headings.filter((_heading, index) => !map[index])).toEqual([
        'Home Location',
        'Created (UTC)',
        'Status',
        'Plan',
        'Last Visit (UTC)',
        'Owed',
      ]);
      expect(only && readRow(only, { map, dateOrder: 'month', today: '2026-03-10' })).toMatchObject({
        contact: importedContactFields.parse(contact),
      });
    }),
    { numRuns: 300 },
  );
});
