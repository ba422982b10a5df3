import { expect, test } from 'vitest';
import { compareBooks, type OurBooks, type StripesBooks } from '#server/modules/reconciliations/compare.ts';

const nothingHere: OurBooks = { card: [], missingCash: [], paidForNothing: [], ledger: [], stored: [] };
const nothingThere: StripesBooks = { card: [], disputes: [], fees: [], payouts: [], others: [] };
const compare = (ours: Partial<OurBooks>, stripes: Partial<StripesBooks> = {}) =>
  compareBooks({ ...nothingHere, ...ours }, { ...nothingThere, ...stripes });

const here = { key: 'pi_1', invoiceId: 'invoice', paymentId: 'payment', paid: 1_080, refunded: 0 };
const there = { key: 'pi_1', stripeId: 'ch_1', paid: 1_080, refunded: 0 };
const refs = { invoiceId: 'invoice', paymentId: 'payment' };

test.each([
  ['a payment on both sides', here, there, 1, []],
  ['a payment and its refund on both sides', { ...here, refunded: 80 }, { ...there, refunded: 80 }, 2, []],
  [
    'a payment that Stripe does not have',
    here,
    undefined,
    0,
    [{ kind: 'only_here', amount: 1_080, stripeId: 'pi_1', ...refs }],
  ],
  [
    'a card payment that never was at Stripe',
    { ...here, key: '0190-4f' },
    undefined,
    0,
    [{ kind: 'only_here', amount: 1_080, stripeId: undefined, ...refs }],
  ],
  [
    'a payment that Spotter does not have',
    undefined,
    there,
    0,
    [{ kind: 'only_at_stripe', amount: -1_080, stripeId: 'ch_1' }],
  ],
  [
    'a payment that Spotter knows but has not booked',
    { ...here, paid: 0 },
    there,
    0,
    [{ kind: 'only_at_stripe', amount: -1_080, stripeId: 'ch_1', ...refs }],
  ],
  [
    'a payment of another amount',
    here,
    { ...there, paid: 1_000 },
    0,
    [{ kind: 'amount', amount: 80, stripeId: 'ch_1', ...refs }],
  ],
  [
    'a refund that Stripe does not have',
    { ...here, refunded: 80 },
    there,
    1,
    [{ kind: 'only_here', amount: -80, stripeId: 'ch_1', ...refs }],
  ],
  [
    'a refund that Spotter does not have',
    here,
    { ...there, refunded: 80, refundId: 're_1' },
    1,
    [{ kind: 'only_at_stripe', amount: 80, stripeId: 're_1', ...refs }],
  ],
  [
    'a refund of another amount',
    { ...here, refunded: 80 },
    { ...there, refunded: 100, refundId: 're_1' },
    1,
    [{ kind: 'amount', amount: 20, stripeId: 're_1', ...refs }],
  ],
] as const)('%s', (_case, ours, stripes, matched, differences) => {
  const compared = compare({ card: ours ? [ours] : [] }, { card: stripes ? [stripes] : [] });
  expect(compared.matched).toBe(matched);
  expect(compared.differences).toMatchObject(differences);
  expect(compared.differences).toHaveLength(differences.length);
});

test.each([
  ['an open dispute', 'needs_response', 'pi_1', { kind: 'dispute', amount: 1_080, stripeId: 'dp_1', ...refs }],
  ['a lost dispute', 'lost', 'pi_1', { kind: 'dispute', amount: 1_080, stripeId: 'dp_1', ...refs }],
  [
    'a dispute of a payment made elsewhere',
    'lost',
    'pi_2',
    { kind: 'only_at_stripe', amount: 1_080, stripeId: 'dp_1' },
  ],
] as const)('%s is money that Stripe does not have', (_case, status, key, difference) => {
  const dispute = { stripeId: 'dp_1', key, taken: 1_080, status };
  expect(compare({ card: [here] }, { card: [there], disputes: [dispute] }).differences).toEqual([
    expect.objectContaining(difference),
  ]);
  expect(compare({ card: [here] }, { card: [there], disputes: [{ ...dispute, taken: 0 }] }).differences).toEqual([]);
});

test.each([
  ['a fee that fits', { amount: 1_080, fee: 61, net: 1_019, parts: 61 }, []],
  ['less credited than the payment less its fee', { amount: 1_080, fee: 61, net: 1_000, parts: 61 }, [19]],
  ['a fee that is more than its parts', { amount: 1_080, fee: 61, net: 1_019, parts: 51 }, [10]],
])('%s', (_case, fee, amounts) => {
  const { differences } = compare({}, { fees: [{ stripeId: 'txn_1', ...fee }] });
  expect(differences.map(({ kind, amount, stripeId }) => ({ kind, amount, stripeId }))).toEqual(
    amounts.map((amount) => ({ kind: 'fee', amount, stripeId: 'txn_1' })),
  );
});

test('a payout that is not the sum of its transactions, and money that belongs to no payment', () => {
  const payouts = [
    { stripeId: 'po_1', cents: 1_019, sum: 1_019 },
    { stripeId: 'po_2', cents: 900, sum: 1_019 },
  ];
  const { differences } = compare({}, { payouts, others: [{ stripeId: 'txn_2', cents: 5_000, what: 'A top-up' }] });
  expect(differences).toMatchObject([
    { kind: 'only_at_stripe', amount: -5_000, stripeId: 'txn_2', detail: 'A top-up' },
    { kind: 'payout', amount: 119, stripeId: 'po_2' },
  ]);
});

test('cash that is not in the open drawer', () => {
  expect(compare({ missingCash: [{ ...refs, cents: 500 }] }).differences).toEqual([
    { kind: 'drawer', amount: 500, detail: 'A drawer was open, and this cash is not in it', ...refs },
  ]);
});

test('each difference of the ledger is one, and leads to its invoice or drawer', () => {
  const paid = { record: 'invoice', id: 'invoice', figure: 'paid', stored: 1_080, booked: 0 } as const;
  const count = { record: 'drawer', id: 'drawer', figure: 'cash sales', stored: 500, booked: 700 } as const;
  const { differences } = compare({
    ledger: [
      { ...paid, invoiceId: 'invoice', drawerId: null },
      { ...count, invoiceId: null, drawerId: 'drawer' },
    ],
  });
  expect(differences).toMatchObject([
    {
      kind: 'ledger',
      amount: 1_080,
      detail: 'The invoice has $10.80 as paid, the ledger has $0.00',
      invoiceId: 'invoice',
    },
    {
      kind: 'ledger',
      amount: -200,
      detail: 'The drawer has $5.00 as cash sales, the ledger has $7.00',
      drawerId: 'drawer',
    },
  ]);
});

test('each difference of what is stored for reports is one, and leads to an invoice', () => {
  const stored = { detail: 'The stored paid periods differ', cents: -300, contactMembershipId: 'held' };
  expect(compare({ stored: [{ ...stored, invoiceId: 'invoice' }] }).differences).toEqual([
    { kind: 'reports', amount: -300, detail: stored.detail, invoiceId: 'invoice' },
  ]);
});
