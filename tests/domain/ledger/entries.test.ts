import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shareFailedRefund, shareRefund, type RefundShare, type SharedLine } from '#domain/ledger/entries.ts';

const none = { gross: 0, tax: 0 };
const line = (gross: number, tax: number, change: Partial<SharedLine> = {}): SharedLine => ({
  gross,
  tax,
  refunded: none,
  ...change,
});
const shares = (...pairs: [number, number][]): RefundShare[] => pairs.map(([gross, tax]) => ({ gross, tax }));

test.each<[string, SharedLine[], number, RefundShare[]]>([
  [
    'all of it gives back each line with its tax',
    [line(1_080, 80), line(540, 40)],
    1_620,
    shares([1_080, 80], [540, 40]),
  ],
  ['an amount is split by price', [line(1_080, 80), line(540, 40)], 810, shares([540, 40], [270, 20])],
  [
    'a line that staff chose gives it all',
    [line(1_080, 80), line(540, 40, { asked: 540 })],
    540,
    shares([0, 0], [540, 40]),
  ],
  [
    'what goes beyond the chosen line comes from the others',
    [line(1_080, 80), line(540, 40, { asked: 540 })],
    640,
    shares([100, 7], [540, 40]),
  ],
  [
    'what was refunded before is not given again',
    [line(1_080, 80, { refunded: { gross: 1_080, tax: 80 } }), line(540, 40)],
    270,
    shares([0, 0], [270, 20]),
  ],
  ['a free line gives nothing', [line(0, 0), line(100, 0)], 50, shares([0, 0], [50, 0])],
  ['a credit line takes its part back', [line(1_000, 0), line(-400, 0)], 600, shares([1_000, 0], [-400, 0])],
])('%s', (_what, lines, cents, expected) => {
  expect(shareRefund(lines, cents)).toEqual(expected);
});

test('however an invoice is refunded piece by piece, each line has given back its price and its tax, and a refund that fails takes back what it gave', () => {
  const cents = fc.integer({ min: 0, max: 50_000 });
  fc.assert(
    fc.property(
      fc.array(fc.record({ net: cents, tax: fc.integer({ min: 0, max: 5_000 }) }), { minLength: 1, maxLength: 5 }),
      fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 6 }),
      (priced, pieces) => {
        let lines = priced.map(({ net, tax }) => line(net + tax, tax));
        const total = lines.reduce((sum, { gross }) => sum + gross, 0);
        let left = total;
        const give = (given: readonly RefundShare[]) => {
          lines = lines.map((one, index) => ({
            ...one,
            refunded: {
              gross: one.refunded.gross + (given[index]?.gross ?? 0),
              tax: one.refunded.tax + (given[index]?.tax ?? 0),
            },
          }));
        };
        for (const piece of [...pieces, total]) {
          const part = Math.min(piece, left);
          const given = shareRefund(lines, part);
          expect(given.reduce((sum, { gross }) => sum + gross, 0)).toBe(part);
          const before = lines;
          give(given);
          const back = shareFailedRefund(
            lines.map((one, index) => ({ ...one, asked: given[index]?.gross ?? 0 })),
            part,
          );
          give(back);
          expect(lines).toEqual(before);
          give(given);
          left -= part;
        }
        for (const { gross, tax, refunded } of lines) expect(refunded).toEqual({ gross, tax: gross === 0 ? 0 : tax });
      },
    ),
  );
});
