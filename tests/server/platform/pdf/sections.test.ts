import { PDF } from '@libpdf/core';
import { expect, test } from 'vitest';
import { addSections } from '#server/platform/pdf/sections.ts';

const [pageWidth, margin] = [612, 56];

test('a title that is longer than the line goes on in the next one', async () => {
  const title = `Data of ${'Wolfeschlegelstein '.repeat(5)}${'x'.repeat(100)}`;
  const made = PDF.create();
  await addSections(made, title, [{ title: 'Contact', rows: [['Name', 'Ann']] }]);
  const pdf = await PDF.load(await made.save());
  const lines = pdf.getPage(0)?.extractText().lines ?? [];
  expect(lines.map(({ text }) => text.replaceAll(' ', '')).join('')).toBe(`${title.replaceAll(' ', '')}ContactNameAnn`);
  for (const { bbox } of lines) expect(bbox.x + bbox.width).toBeLessThanOrEqual(pageWidth - margin);
});

test('a label that is wider than its column, such as the name of an agreement, goes on below and covers no value', async () => {
  const rows = [
    ['Personal Training and Nutrition Agreement, version 12', 'Signed by Ann Lee'],
    ['Total', '$94.00'],
  ] as const;
  const made = PDF.create();
  await addSections(made, 'Signed', [{ title: 'Signed agreements', rows }]);
  const pdf = await PDF.load(await made.save());
  const lines = pdf.getPage(0)?.extractText().lines ?? [];
  expect(lines.map(({ text }) => text).join(' ')).toMatch(
    /Personal Training.*Signed by Ann Lee.*version 12.*Total.*\$94\.00/,
  );
});

test('a note keeps its lines', async () => {
  const made = PDF.create();
  const note = 'Left knee.\nNo squats\r\n\nAsk again in May';
  await addSections(made, 'Data of Ann Lee', [{ title: 'Notes', rows: [['May 3', note]] }]);
  const pdf = await PDF.load(await made.save());
  const lines = pdf.getPage(0)?.extractText().lines ?? [];
  expect(lines.map(({ text }) => text)).toEqual([
    'Data of Ann Lee',
    'Notes',
    expect.stringMatching(/May 3 *Left knee\./),
    'No squats',
    'Ask again in May',
  ]);
});

test('a row of a few lines stays on one page, and a long one goes on in the next', async () => {
  const made = PDF.create();
  const rows = Array.from(
    { length: 60 },
    (_row, index) => [`Row ${index}.`, `First ${index}.\nSecond ${index}.`] as const,
  );
  const long = Array.from({ length: 80 }, (_line, index) => `Line ${index}.`).join('\n');
  await addSections(made, 'Evidence', [{ title: 'Rows', rows: [['Single', 'One line'], ...rows, ['Long', long]] }]);
  const pdf = await PDF.load(await made.save());
  const pages = pdf.getPages().map((page) => page.extractText().text);
  for (const index of rows.keys()) {
    const holding = pages.filter((text) => text.includes(`First ${index}.`) || text.includes(`Second ${index}.`));
    expect(holding).toHaveLength(1);
  }
  expect(pages.join('\n')).toContain('Line 79.');
});

test('a heading stands on the page of its first row', async () => {
  const first = 'One.\nTwo.\nThree.\nFour.';
  for (let above = 30; above < 60; above += 1) {
    const made = PDF.create();
    const filling = Array.from({ length: above }, (_row, index) => [`Row ${index}`, 'Filling'] as const);
    await addSections(made, 'Evidence', [
      { title: 'Filling', rows: filling },
      { title: 'Heading', rows: [['Note', first]] },
    ]);
    const pdf = await PDF.load(await made.save());
    const page = pdf
      .getPages()
      .map((one) => one.extractText().text)
      .find((text) => text.includes('Heading'));
    expect(page, `${above} rows above`).toContain('One.');
  }
});
