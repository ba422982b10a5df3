import { expect, test } from 'vitest';
import { getFigure } from '#domain/reports/reportFigures.ts';
import { firstColumn, reportKinds, reportLayouts } from '#domain/reports/reportLayouts.ts';

test.each(reportKinds)(
  'every figure of the %s report has a definition, and its chart shows what its table has',
  (kind) => {
    const { totals, figures, chart, tables } = reportLayouts[kind];
    const all = [...totals, ...figures, ...Object.values(tables).flatMap((table) => table.figures)];
    for (const name of all) expect(getFigure(name).definition).toMatch(/\.$/);
    expect(all).toEqual(expect.arrayContaining([...chart.figures]));
  },
);

test.each([
  ['sales', 'category', 'Category'],
  ['sales', 'week', 'Week'],
  ['payments', 'month', 'Month'],
  ['to-collect', 'day', 'Age'],
  ['deferred', 'day', 'Membership'],
] as const)('the first column of %s by %s is %s', (kind, grouping, label) => {
  expect(firstColumn(kind, grouping)).toBe(label);
});

test('what was over or short is the first figure of a Z report, so that a phone shows it without scrolling sideways', () => {
  expect(reportLayouts.payments.tables['drawers']?.figures[0]).toBe('cashDifference');
});
