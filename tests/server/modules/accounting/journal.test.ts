import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultAccounts, type AccountingSettings } from '#domain/accounting/accounts.ts';
import { ledgerAccounts, postingKinds } from '#domain/ledger/accounts.ts';
import { accountTotals, buildJournal, type JournalLine } from '#server/modules/accounting/journal.ts';
import type { BookedAmount } from '#server/modules/accounting/repo.ts';

const accounts: AccountingSettings = {
  ...defaultAccounts,
  plans: [{ membershipId: 'gold', number: '4010', name: 'Gold' }],
  methods: [{ method: 'Check', number: '1031', name: 'Checks' }],
};
const facts = { day: '2026-11-02', locationId: 'a', category: null, planId: null, method: null };
/** A side of a posting: debits are positive. */
const booked = (
  kind: BookedAmount['kind'],
  account: BookedAmount['account'],
  cents: number,
  more: Partial<BookedAmount> = {},
): BookedAmount => ({ ...facts, kind, account, cents, ...more });
const inShort = ({ entry, number, debit, credit }: JournalLine) =>
  `${entry} ${number} ${debit > 0 ? `debit ${debit}` : `credit ${credit}`}`;

test.each<[string, BookedAmount[], string[]]>([
  [
    'a plan is sold on the general account of memberships',
    [booked('invoice', 'revenue', -1_000, { category: 'membership', planId: 'silver' })],
    ['sales 4000 credit 1000'],
  ],
  [
    'a plan with an account of its own is sold there, and its discount reduces it',
    [
      booked('invoice', 'revenue', -1_000, { category: 'membership', planId: 'gold' }),
      booked('invoice', 'discount', 100, { category: 'membership', planId: 'gold' }),
    ],
    ['sales 4010 credit 900'],
  ],
  ['an item', [booked('invoice', 'revenue', -1_000, { category: 'sales_item' })], ['sales 4100 credit 1000']],
  ['a fee', [booked('invoice', 'revenue', -1_000, { category: 'location_fee' })], ['sales 4200 credit 1000']],
  [
    'tax is owed to the state, and the whole by the customer',
    [booked('invoice', 'receivable', 1_080), booked('invoice', 'tax', -80, { category: 'sales_item' })],
    ['sales 1200 debit 1080', 'sales 2200 credit 80'],
  ],
  [
    'a line below zero is on the other side',
    [booked('invoice', 'revenue', 300, { category: 'sales_item' })],
    ['sales 4100 debit 300'],
  ],
  ['a void takes the sale back', [booked('void', 'tax', 1_000)], ['voids 2200 debit 1000']],
  [
    'cash settles what is owed',
    [booked('payment', 'cash', 1_000), booked('payment', 'receivable', -1_000)],
    ['payments 1000 debit 1000', 'payments 1200 credit 1000'],
  ],
  ['a card', [booked('payment', 'card', 1_000)], ['payments 1020 debit 1000']],
  [
    'another method with an account of its own',
    [booked('payment', 'other', 1_000, { method: 'check' })],
    ['payments 1031 debit 1000'],
  ],
  ['another method without one', [booked('payment', 'other', 1_000, { method: 'Wire' })], ['payments 1030 debit 1000']],
  [
    'what is paid after a write-off takes back the loss',
    [booked('write_off_paid', 'cash', 1_000), booked('write_off_paid', 'write_offs', -1_000)],
    ['payments 1000 debit 1000', 'payments 6100 credit 1000'],
  ],
  [
    'a refund, and the tax in it that is not owed any more',
    [booked('refund', 'card', -1_080), booked('refund', 'refunds', 1_000), booked('refund', 'tax', 80)],
    ['refunds 2200 debit 80', 'refunds 4900 debit 1000', 'refunds 1020 credit 1080'],
  ],
  [
    'a refund that failed is taken back among the refunds',
    [booked('refund_failed', 'card', 1_000), booked('refund_failed', 'refunds', -1_000)],
    ['refunds 1020 debit 1000', 'refunds 4900 credit 1000'],
  ],
  [
    'an opening balance is apart from the sales of its day',
    [
      booked('invoice', 'receivable', 1_500),
      booked('invoice', 'opening_balance', -1_000),
      booked('invoice', 'revenue', -500, { category: 'sales_item' }),
    ],
    [
      'openingBalances 1200 debit 1000',
      'openingBalances 3900 credit 1000',
      'sales 1200 debit 500',
      'sales 4100 credit 500',
    ],
  ],
  [
    'a voided opening balance',
    [booked('void', 'opening_balance', 1_000), booked('void', 'receivable', -1_000)],
    ['openingBalances 3900 debit 1000', 'openingBalances 1200 credit 1000'],
  ],
  [
    'a refund of a paid opening balance',
    [booked('refund', 'opening_balance', 1_000), booked('refund', 'cash', -1_000)],
    ['refunds 3900 debit 1000', 'refunds 1000 credit 1000'],
  ],
  [
    'a write-off',
    [booked('write_off', 'write_offs', 1_000), booked('write_off', 'receivable', -1_000)],
    ['writeOffs 6100 debit 1000', 'writeOffs 1200 credit 1000'],
  ],
  [
    'what a cardholder disputes',
    [booked('dispute', 'disputes', 1_000), booked('dispute', 'card', -1_000)],
    ['disputes 6300 debit 1000', 'disputes 1020 credit 1000'],
  ],
  [
    'a dispute that was won',
    [booked('dispute_won', 'disputes', -1_000), booked('dispute_won', 'card', 1_000)],
    ['disputes 1020 debit 1000', 'disputes 6300 credit 1000'],
  ],
  [
    'cash that is rounded down',
    [booked('payment', 'cash_rounding', 2), booked('payment', 'receivable', -2)],
    ['payments 6250 debit 2', 'payments 1200 credit 2'],
  ],
  [
    'cash goes to the bank',
    [booked('cash_movement', 'cash_in_out', 1_000), booked('cash_movement', 'cash', -1_000)],
    ['drawer 1010 debit 1000', 'drawer 1000 credit 1000'],
  ],
  [
    'a drawer that is short',
    [booked('drawer_count', 'over_short', 5), booked('drawer_count', 'cash', -5)],
    ['drawer 6200 debit 5', 'drawer 1000 credit 5'],
  ],
])('%s', (_case, amounts, lines) => {
  expect(buildJournal(amounts, accounts).map(inShort)).toEqual(lines);
});

test('a day has one line of each account in an entry, in the order of day, location, entry, side and number', () => {
  const paid = [booked('payment', 'cash', 1_000), booked('payment', 'receivable', -1_000)];
  const item = { category: 'sales_item' } as const;
  const sold = [booked('invoice', 'receivable', 1_000), booked('invoice', 'revenue', -1_000, item)];
  const lines = buildJournal(
    [
      ...paid.map((amount) => ({ ...amount, day: '2026-11-03' })),
      ...sold.map((amount) => ({ ...amount, locationId: 'b' })),
      ...paid,
      ...sold,
      booked('invoice', 'receivable', 280),
      booked('invoice', 'tax', -80, item),
      booked('invoice', 'revenue', -200, item),
    ],
    accounts,
  );
  expect(
    lines.map(({ day, locationId, ...line }) => `${day} ${locationId} ${inShort({ day, locationId, ...line })}`),
  ).toEqual([
    '2026-11-02 a sales 1200 debit 1280',
    '2026-11-02 a sales 2200 credit 80',
    '2026-11-02 a sales 4100 credit 1200',
    '2026-11-02 a payments 1000 debit 1000',
    '2026-11-02 a payments 1200 credit 1000',
    '2026-11-02 b sales 1200 debit 1000',
    '2026-11-02 b sales 4100 credit 1000',
    '2026-11-03 a payments 1000 debit 1000',
    '2026-11-03 a payments 1200 credit 1000',
  ]);
  expect(accountTotals(lines).map(({ number, debit, credit }) => [number, debit, credit])).toEqual([
    ['1000', 2_000, 0],
    ['1200', 2_280, 2_000],
    ['2200', 0, 80],
    ['4100', 0, 2_200],
  ]);
});

test('one account with two uses has one line', () => {
  const one = { ...accounts, items: accounts.fees };
  const lines = buildJournal(
    [
      booked('invoice', 'receivable', 2_000),
      booked('invoice', 'revenue', -1_000, { category: 'sales_item' }),
      booked('invoice', 'revenue', -1_000, { category: 'location_fee' }),
    ],
    one,
  );
  expect(lines.map(inShort)).toEqual(['sales 1200 debit 2000', 'sales 4200 credit 2000']);
  const counted = [booked('drawer_count', 'over_short', 5), booked('drawer_count', 'cash', -5)];
  expect(buildJournal(counted, { ...accounts, overShort: accounts.cash })).toEqual([]);
});

/** A posting of two entries. */
const samplePosting = fc
  .record({
    day: fc.constantFrom('2026-11-02', '2026-11-03'),
    locationId: fc.constantFrom('a', 'b'),
    kind: fc.constantFrom(...postingKinds),
    debited: fc.constantFrom(...ledgerAccounts),
    cents: fc.integer({ min: -50_000, max: 50_000 }),
    category: fc.constantFrom('membership', 'sales_item', 'location_fee', null),
    planId: fc.constantFrom(null, 'gold', 'silver'),
    method: fc.constantFrom(null, 'Check', 'Wire'),
  })
  .map(({ debited, cents, ...posting }): BookedAmount[] => [
    { ...posting, account: debited, cents },
    { ...posting, account: 'receivable', cents: -cents },
  ]);

test('every entry of every day and location balances, no line has two sides or none, and what is owed is that of the postings', () => {
  fc.assert(
    fc.property(fc.array(samplePosting, { maxLength: 60 }), (postings) => {
      const amounts = postings.flat();
      const lines = buildJournal(amounts, accounts);
      const balances = new Map<string, number>();
      for (const { day, locationId, entry, debit, credit } of lines) {
        expect([debit > 0, credit > 0].filter(Boolean)).toHaveLength(1);
        const key = `${day} ${locationId} ${entry}`;
        balances.set(key, (balances.get(key) ?? 0) + debit - credit);
      }
      expect([...balances.values()].every((balance) => balance === 0)).toBe(true);
      const owed = amounts.reduce((sum, { account, cents }) => (account === 'receivable' ? sum + cents : sum), 0);
      const receivables = accountTotals(lines).find(({ number }) => number === '1200');
      expect((receivables?.debit ?? 0) - (receivables?.credit ?? 0)).toBe(owed);
    }),
  );
});
