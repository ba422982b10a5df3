import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  afterRefund,
  linesCents,
  linesPaidBack,
  planRefund,
  splitRefund,
  refundable,
} from '#domain/invoices/refunds.ts';
import { card, cash, disputedCard, inCash, invoice, towel, water } from './refundable.ts';

test.each([
  ['one of three, with its share of the tax', [{ position: 0, quantity: 1 }], 324],
  ['a line', [{ position: 1, quantity: 1 }], 1_080],
  [
    'all of them',
    [
      { position: 0, quantity: 3 },
      { position: 1, quantity: 1 },
    ],
    2_052,
  ],
])('the price of %s', (_case, lines, cents) => {
  expect(linesCents(invoice, lines)).toBe(cents);
});

const all = [
  { position: 0, quantity: 3 },
  { position: 1, quantity: 1 },
];
test.each([
  ['all of it went back', 2_052, all],
  ['less than one piece', 323, []],
  ['exactly two pieces', 648, [{ position: 0, quantity: 2 }]],
  ['one line and not all of the next', 2_051, [{ position: 0, quantity: 3 }]],
  ['not one of the first line', 0, []],
])('a partial amount covers these quantities: %s', (_case, cents, expected) => {
  expect(linesPaidBack(invoice, all, cents)).toEqual(expected);
});

test('a line that the money does not pay for is passed over for one that it does', () => {
  expect(linesPaidBack(invoice, all.toReversed(), 700)).toEqual([{ position: 0, quantity: 2 }]);
});

test('refunded unit by unit, a line adds up to its price with tax, whatever the rounding', () => {
  const sizes = fc.record({
    price: fc.integer({ min: 0, max: 99_999_999 }),
    quantity: fc.integer({ min: 1, max: 12 }),
    tax: fc.integer({ min: 0, max: 9_999 }),
    other: fc.integer({ min: 0, max: 5_000 }),
  });
  fc.assert(
    fc.property(sizes, ({ price, quantity, tax, other }) => {
      const line = { ...water, quantity, total: price * quantity };
      const rest = { ...towel, total: other };
      let sum = linesCents({ lines: [line, rest], tax }, [{ position: 1, quantity: 1 }]);
      for (let refunded = 0; refunded < quantity; refunded += 1) {
        const cents = linesCents({ lines: [{ ...line, refunded }, rest], tax }, [{ position: 0, quantity: 1 }]);
        expect(cents).toBeGreaterThanOrEqual(0);
        sum += cents;
      }
      expect(sum).toBe(line.total + other + tax);
    }),
  );
});

test('unit by unit, every line can be refunded: never refused, and the parts add up to its price with tax', () => {
  const sizes = fc.record({
    quantity: fc.integer({ min: 1, max: 60 }),
    total: fc.oneof(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 99_999_999 })),
    tax: fc.integer({ min: 0, max: 9_999 }),
    other: fc.constantFrom(0, 1, 999),
    isFirst: fc.boolean(),
  });
  fc.assert(
    fc.property(sizes, ({ quantity, total, tax, other, isFirst }) => {
      const [line, rest] = [
        { ...water, quantity, total },
        { ...towel, total: other },
      ];
      const [position, restAt] = isFirst ? [0, 1] : [1, 0];
      const linesAt = (refunded: number, isRestRefunded = false) => {
        const [mine, others] = [
          { ...line, refunded },
          { ...rest, refunded: isRestRefunded ? 1 : 0 },
        ];
        return isFirst ? [mine, others] : [others, mine];
      };
      const paid = total + other + tax;
      let refunded = 0;
      for (let count = 0; count < quantity; count += 1) {
        const sold = {
          tax,
          paid,
          refunded,
          currency: 'USD',
          lines: linesAt(count),
          payments: [{ ...cash, amount: paid, refunded }],
        };
        const plan = planRefund(sold, inCash({ lines: [{ position, quantity: 1 }] }));
        if ('refusal' in plan) throw new Error(plan.refusal);
        expect(plan.cents).toBeGreaterThanOrEqual(count === quantity - 1 ? 1 : 0);
        refunded += plan.cents;
      }
      expect(refunded + linesCents({ lines: linesAt(quantity), tax }, [{ position: restAt, quantity: 1 }])).toBe(paid);
    }),
  );
});

test('a line that costs nothing is not refunded', () => {
  const free = { ...invoice, lines: [{ ...water, total: 0 }, towel] };
  expect(planRefund(free, inCash({ lines: [{ position: 0, quantity: 1 }] }))).toEqual({
    refusal: 'These lines cost nothing. There is nothing to refund.',
  });
});

test.each([
  ['nothing refunded yet', {}, { all: 2_052, card: 1_052 }],
  [
    'a part in cash, from the cash',
    { refunded: 500, payments: [{ ...cash, refunded: 500 }, card] },
    { all: 1_552, card: 1_052 },
  ],
  [
    'more in cash than came in cash',
    {
      refunded: 1_500,
      payments: [
        { ...cash, refunded: 1_000 },
        { ...card, refunded: 500 },
      ],
    },
    { all: 552, card: 552 },
  ],
  [
    'a card that Stripe did not charge',
    { payments: [cash, { ...card, isByCard: false, cardRefusal: 'not_stripe' as const }] },
    { all: 2_052, card: 0, cardRefusal: 'not_stripe' },
  ],
  [
    'such a card, of which nothing is left',
    {
      payments: [cash, { ...card, isByCard: false, refunded: 1_052, cardRefusal: 'not_stripe' as const }],
      refunded: 1_052,
    },
    { all: 1_000, card: 0 },
  ],
  ['refunded beyond what was paid', { refunded: 2_052, payments: [cash, card] }, { all: 0, card: 0 }],
  [
    'the card, which is disputed',
    { disputed: 1_052, payments: [cash, disputedCard(1_052)] },
    { all: 1_000, card: 0, cardRefusal: 'disputed' },
  ],
  [
    'the card, of which a part is disputed: none of it goes to the card',
    { disputed: 1_000, payments: [cash, disputedCard(1_000)] },
    { all: 1_052, card: 0, cardRefusal: 'disputed' },
  ],
  [
    'two cards, of which one is disputed: all of the other, which needs no reason',
    { disputed: 1_052, payments: [{ ...card, id: 'older', amount: 1_000 }, disputedCard(1_052)] },
    { all: 1_000, card: 1_000 },
  ],
  [
    'two cards, of which one is disputed in part: its rest only in cash',
    { disputed: 52, payments: [{ ...card, id: 'older', amount: 1_000 }, disputedCard(52)] },
    { all: 2_000, card: 1_000, cardRefusal: 'disputed' },
  ],
  [
    'disputed after a part was refunded',
    {
      disputed: 1_052,
      refunded: 1_100,
      payments: [
        { ...cash, refunded: 1_000 },
        { ...disputedCard(1_052), refunded: 100 },
      ],
    },
    { all: 0, card: 0, cardRefusal: 'disputed' },
  ],
])('what can be refunded: %s', (_case, change, expected) => {
  expect(refundable({ ...invoice, ...change })).toEqual(expected);
});

test.each([
  ['a part of it', 'paid', 100, 0, 99, 'paid'],
  ['all of it', 'paid', 100, 0, 100, 'refunded'],
  ['all that was paid, while some is due', 'partially_paid', 50, 50, 50, 'partially_paid'],
  ['all that was paid of one whose rest was written off', 'void', 50, 0, 50, 'void'],
])('the status after a refund of %s', (_case, status, paid, due, refunded, expected) => {
  expect(afterRefund({ status, paid, due }, refunded)).toBe(expected);
});

test.each([
  ['what is left', 'refund', 500, { left: 800, surplus: 0 }, { booked: 500, surplus: 0 }],
  ['more than is left', 'refund', 1_080, { left: 480, surplus: 0 }, { booked: 480, surplus: 600 }],
  ['nothing that is left', 'refund', 1_080, { left: 0, surplus: 0 }, { booked: 0, surplus: 1_080 }],
  ['what failed', 'refund_failed', 500, { left: 0, surplus: 0 }, { booked: 500, surplus: 0 }],
  ['what failed, some of it beyond', 'refund_failed', 1_080, { left: 0, surplus: 600 }, { booked: 480, surplus: 600 }],
  ['what failed, all of it beyond', 'refund_failed', 200, { left: 0, surplus: 600 }, { booked: 0, surplus: 200 }],
] as const)('of a reported refund of %s', (_case, kind, cents, before, expected) => {
  expect(splitRefund(kind, cents, before)).toEqual(expected);
});
