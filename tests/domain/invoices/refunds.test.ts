import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterRefund,
  linesCents,
  linesPaidBack,
  planRefund,
  splitRefund,
  type RefundRequest,
  refundable,
  type RefundableInvoice,
} from '#domain/invoices/refunds.ts';

const water = { name: 'Water', quantity: 3, total: 900, refunded: 0, isStocked: true };
const towel = { name: 'Towel', quantity: 1, total: 1_000, refunded: 0, isStocked: false };
const cash = { id: 'cash', amount: 1_000, refunded: 0, isByCard: false };
const card = { id: 'card', amount: 1_052, refunded: 0, isByCard: true };
/** The bank has taken this back of it. */
const disputedCard = (cents: number) => ({
  ...card,
  isByCard: false,
  disputed: cents,
  cardRefusal: 'disputed' as const,
});
/** $19.00 and 8 % tax, paid in cash and then by card. */
const invoice: RefundableInvoice = {
  tax: 152,
  paid: 2_052,
  refunded: 0,
  currency: 'USD',
  lines: [water, towel],
  payments: [cash, card],
};
const toCard = (request: Partial<RefundRequest> = {}): RefundRequest => ({ destination: 'card', ...request });
const inCash = (request: Partial<RefundRequest> = {}): RefundRequest => ({ destination: 'cash', ...request });

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

describe('a plan', () => {
  test.each([
    [
      'all of it in cash: the cash first, then the newest card',
      inCash(),
      {
        cents: 2_052,
        isWhole: true,
        parts: [
          { paymentId: 'cash', cents: 1_000 },
          { paymentId: 'card', cents: 1_052 },
        ],
        lines: [
          { position: 0, quantity: 3, restock: false },
          { position: 1, quantity: 1, restock: false },
        ],
      },
    ],
    [
      'a part to the card',
      toCard({ cents: 100 }),
      { cents: 100, isWhole: false, parts: [{ paymentId: 'card', cents: 100 }], lines: [] },
    ],
    [
      'lines, back into stock',
      toCard({ lines: [{ position: 0, quantity: 2 }], restock: [0] }),
      {
        cents: 648,
        isWhole: false,
        parts: [{ paymentId: 'card', cents: 648 }],
        lines: [{ position: 0, quantity: 2, restock: true }],
      },
    ],
  ])('%s', (_case, request, expected) => {
    expect(planRefund(invoice, request)).toEqual(expected);
  });

  test('to several cards, the newest first', () => {
    const cards = {
      ...invoice,
      payments: [
        { ...card, id: 'first', amount: 1_000 },
        { ...card, id: 'second', amount: 1_052, refunded: 52 },
      ],
      refunded: 52,
    };
    expect(planRefund(cards, toCard({ cents: 1_500 }))).toMatchObject({
      parts: [
        { paymentId: 'second', cents: 1_000 },
        { paymentId: 'first', cents: 500 },
      ],
    });
  });

  test('to the cards passes over the newest, which is disputed; in cash its rest comes first', () => {
    const cards = {
      ...invoice,
      disputed: 1_000,
      payments: [{ ...card, id: 'older', amount: 1_000 }, disputedCard(1_000)],
    };
    expect(planRefund(cards, toCard({ cents: 1_000 }))).toMatchObject({
      parts: [{ paymentId: 'older', cents: 1_000 }],
    });
    expect(planRefund(cards, toCard({ cents: 1_001 }))).toEqual({
      refusal: 'Only $10.00 can go back to a card. Refund the rest in cash.',
    });
    expect(planRefund(cards, inCash())).toMatchObject({
      cents: 1_052,
      parts: [
        { paymentId: 'card', cents: 52 },
        { paymentId: 'older', cents: 1_000 },
      ],
    });
  });

  test('cash whose payment is not known is refunded all the same', () => {
    expect(planRefund({ ...invoice, payments: [] }, inCash({ cents: 10 }))).toMatchObject({
      parts: [{ paymentId: null, cents: 10 }],
    });
  });

  test.each([
    ['more than was paid', inCash({ cents: 2_053 }), 'Only $20.52 can be refunded'],
    [
      'more to the card than came from one',
      toCard({ cents: 1_053 }),
      'Only $10.52 can go back to a card. Refund the rest in cash.',
    ],
    [
      'more of a line than is left',
      inCash({ lines: [{ position: 0, quantity: 4 }] }),
      'Only 3 of Water can be refunded',
    ],
    [
      'stock without a quantity',
      inCash({ cents: 100, restock: [0] }),
      'Choose how many of Water to refund, so that they can go back into stock',
    ],
    [
      'stock of what has none',
      inCash({ lines: [{ position: 1, quantity: 1 }], restock: [1] }),
      'Towel is not kept in stock',
    ],
  ])('%s is refused', (_case, request, refusal) => {
    expect(planRefund(invoice, request)).toEqual({ refusal });
  });

  test('to a card that Stripe did not charge is refused with the reason', () => {
    const other = { ...invoice, payments: [{ ...card, isByCard: false, cardRefusal: 'not_stripe' as const }] };
    expect(planRefund(other, toCard({ cents: 100 }))).toEqual({
      refusal: 'A card payment of this invoice was not made through Stripe. Refund it in cash.',
    });
  });

  test.each([
    ['all of it', 1_052, 1_000],
    ['a part of it', 1_000, 1_052],
  ])(
    'to a card of which the bank has taken back %s is refused with the reason; the rest goes in cash',
    (_case, disputed, rest) => {
      const split = { ...invoice, disputed, payments: [cash, disputedCard(disputed)] };
      expect(planRefund(split, toCard({ cents: 1 }))).toEqual({
        refusal:
          'A card payment of this invoice is disputed, and Stripe refunds nothing of it. Refund the rest in cash.',
      });
      expect(planRefund(split, inCash())).toMatchObject({ cents: rest });
      expect(planRefund(split, inCash({ cents: rest + 1 }))).toHaveProperty('refusal');
    },
  );

  test.each([
    ['a line', inCash({ lines: [{ position: 2, quantity: 1 }] })],
    ['stock', inCash({ restock: [7] })],
  ])('%s that the invoice does not have could never be refunded', (_case, request) => {
    expect(planRefund(invoice, request)).toEqual({ refusal: 'This invoice has no such line', isInvalid: true });
  });

  test.each([
    ['nothing was paid', { paid: 0, payments: [] }, 'Nothing was paid on this invoice'],
    ['all is refunded', { refunded: 2_052 }, 'Everything that was paid on this invoice has been refunded'],
    ['it was all cash', { payments: [cash] }, 'None of this was paid by card. Refund it in cash.'],
    [
      'the bank has taken it back',
      { disputed: 2_052 },
      'The bank has taken this money back for a dispute. It can be refunded only if the dispute is won.',
    ],
  ])('is refused where %s', (_case, change, refusal) => {
    expect(planRefund({ ...invoice, ...change }, toCard({ cents: 1 }))).toEqual({ refusal });
  });

  test('of the rest beside a dispute takes no lines by itself, for not all that was paid goes back', () => {
    expect(planRefund({ ...invoice, disputed: 1_052 }, inCash())).toMatchObject({
      cents: 1_000,
      isWhole: false,
      lines: [],
    });
  });

  test('a line that is refunded, and lines that cost nothing, are refused', () => {
    const gone = {
      ...invoice,
      lines: [
        { ...water, refunded: 3 },
        { ...towel, total: 0 },
      ],
      tax: 0,
    };
    expect(planRefund(gone, inCash({ lines: [{ position: 0, quantity: 1 }] }))).toEqual({
      refusal: 'Water has already been refunded',
    });
    expect(planRefund(gone, inCash({ lines: [{ position: 1, quantity: 1 }] }))).toEqual({
      refusal: 'These lines cost nothing. There is nothing to refund.',
    });
  });
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
