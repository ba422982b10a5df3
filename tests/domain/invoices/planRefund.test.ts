import { describe, expect, test } from 'vitest';
import { planRefund } from '#domain/invoices/refunds.ts';
import { card, cash, disputedCard, inCash, invoice, toCard, towel, water } from './refundable.ts';

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
