import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvHead, csvLines, type CsvColumn } from '#domain/shared/csv.ts';
import { timeColumn } from '#src/ui/lists/csv.ts';
import { contactCsv } from '#src/resources/contacts/contactCsv.ts';
import { invoiceCsv } from '#src/resources/invoices/InvoiceList.tsx';
import { membershipCsv } from '#src/resources/memberships/MembershipList.tsx';
import { salesItemCsv } from '#src/resources/sales-items/SalesItemList.tsx';

test.each([
  ['plain text', 'Maya', 'Maya'],
  ['a comma', 'Okafor, Maya', '"Okafor, Maya"'],
  ['quotes', 'the "champ"', '"the ""champ"""'],
  ['a new line', 'one\ntwo', '"one\ntwo"'],
  ['nothing', null, ''],
  ['a number', -4.5, '-4.5'],
  ['a flag', true, 'true'],
] as const)('a cell keeps its text: %s', (_case, value, expected) => {
  expect(csvCell(value)).toBe(expected);
});

test.each(['=1+1', '+1 303', '-1', '@SUM(A1)', '\tx', '\r=x', '  =1+1', '＝1+1'])(
  'a text that a spreadsheet would run is made text: %j',
  (text) => {
    expect(csvCell(text)).toMatch(/^"?'/);
  },
);

test('whatever a cell holds, it is one cell and never a formula', () => {
  assert(
    property(string({ unit: 'binary' }), (text) => {
      const cell = csvCell(text);
      const inner = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      expect(inner.replace(/^'/, '')).toBe(text.replace(/^'/, ''));
      expect(inner).not.toMatch(/^\s*[=+\-@]/);
      expect(cell.startsWith('"') || !/[",\r\n]/.test(cell)).toBe(true);
    }),
  );
});

test('a file starts with the UTF-8 byte order mark and its headings, and has one line per row', () => {
  const columns: CsvColumn<{ name: string; price: number }>[] = [
    { label: 'Name', value: ({ name }) => name },
    { label: 'Price', value: ({ price }) => price },
  ];
  expect(csvHead(columns) + csvLines(columns, [{ name: 'Water', price: 3 }])).toBe('\uFEFFName,Price\r\nWater,3\r\n');
});

test("times are by the location's clocks, whatever its day, and the heading says so", () => {
  const columns = [timeColumn<{ at: string }>('Created', 'Pacific/Kiritimati', ({ at }) => at)];
  expect(csvHead(columns)).toBe('\uFEFFCreated (Pacific/Kiritimati)\r\n');
  expect(csvLines(columns, [{ at: '2026-01-05T22:04:00.000Z' }])).toBe('2026-01-06 12:04\r\n');
});

test.each([
  ['contacts', contactCsv],
  ['invoices', invoiceCsv],
  ['memberships', membershipCsv],
  ['sales items', salesItemCsv],
])('the file of %s names the zone of its times', (_name, columns) => {
  expect(columns('America/Denver').map(({ label }) => label)).toContain('Created (America/Denver)');
});
