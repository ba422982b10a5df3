import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultAccounts, type AccountingSettings } from '#domain/accounting/accounts.ts';
import {
  accountTotals,
  buildJournal,
  type BookedAmount,
  type JournalLine,
} from '#server/modules/accounting/journal.ts';

const accounts: AccountingSettings = {
  ...defaultAccounts,
  plans: [{ membershipId: 'gold', number: '4010', name: 'Gold' }],
  methods: [{ method: 'Check', number: '1031', name: 'Checks' }],
};
const on = { day: '2026-11-02', locationId: 'a', cents: 1_000 };
const inShort = ({ entry, number, debit, credit }: JournalLine) =>
  `${entry} ${number} ${debit > 0 ? `debit ${debit}` : `credit ${credit}`}`;

test.each<[string, BookedAmount, string[]]>([
  [
    'a plan is sold on the general account of memberships',
    { ...on, what: 'sale', kind: 'membership', of: 'silver' },
    ['sales 1200 debit 1000', 'sales 4000 credit 1000'],
  ],
  [
    'a plan with an account of its own is sold there',
    { ...on, what: 'sale', kind: 'membership', of: 'gold' },
    ['sales 1200 debit 1000', 'sales 4010 credit 1000'],
  ],
  [
    'an item',
    { ...on, what: 'sale', kind: 'sales_item', of: null },
    ['sales 1200 debit 1000', 'sales 4100 credit 1000'],
  ],
  [
    'a fee',
    { ...on, what: 'sale', kind: 'location_fee', of: null },
    ['sales 1200 debit 1000', 'sales 4200 credit 1000'],
  ],
  [
    'tax is owed to the state',
    { ...on, what: 'sale', kind: 'tax', of: null },
    ['sales 1200 debit 1000', 'sales 2200 credit 1000'],
  ],
  [
    'a line below zero is on the other side',
    { ...on, cents: -300, what: 'sale', kind: 'sales_item', of: null },
    ['sales 4100 debit 300', 'sales 1200 credit 300'],
  ],
  [
    'a void takes the sale back',
    { ...on, what: 'void', kind: 'tax', of: null },
    ['voids 2200 debit 1000', 'voids 1200 credit 1000'],
  ],
  [
    'cash settles what is owed',
    { ...on, what: 'payment', kind: 'cash', of: null },
    ['payments 1000 debit 1000', 'payments 1200 credit 1000'],
  ],
  [
    'a card',
    { ...on, what: 'payment', kind: 'card', of: null },
    ['payments 1020 debit 1000', 'payments 1200 credit 1000'],
  ],
  [
    'another method with an account of its own',
    { ...on, what: 'payment', kind: 'other', of: 'check' },
    ['payments 1031 debit 1000', 'payments 1200 credit 1000'],
  ],
  [
    'another method without one',
    { ...on, what: 'payment', kind: 'other', of: 'Wire' },
    ['payments 1030 debit 1000', 'payments 1200 credit 1000'],
  ],
  [
    'what is paid after a write-off takes back the loss',
    { ...on, what: 'recovery', kind: 'cash', of: null },
    ['payments 1000 debit 1000', 'payments 6100 credit 1000'],
  ],
  [
    'a refund',
    { ...on, what: 'refund', kind: 'card', of: null },
    ['refunds 4900 debit 1000', 'refunds 1020 credit 1000'],
  ],
  [
    'the tax in a refund is not owed any more',
    { ...on, what: 'refundedTax' },
    ['refunds 2200 debit 1000', 'refunds 4900 credit 1000'],
  ],
  [
    'an opening balance',
    { ...on, what: 'opening' },
    ['openingBalances 1200 debit 1000', 'openingBalances 3900 credit 1000'],
  ],
  [
    'a voided opening balance',
    { ...on, what: 'openingVoid' },
    ['openingBalances 3900 debit 1000', 'openingBalances 1200 credit 1000'],
  ],
  [
    'a refund of a paid opening balance',
    { ...on, what: 'openingRefund', kind: 'cash', of: null },
    ['refunds 3900 debit 1000', 'refunds 1000 credit 1000'],
  ],
  ['a write-off', { ...on, what: 'writeOff' }, ['writeOffs 6100 debit 1000', 'writeOffs 1200 credit 1000']],
  ['cash comes from the bank', { ...on, what: 'cashMoved' }, ['drawer 1000 debit 1000', 'drawer 1010 credit 1000']],
  [
    'cash goes to the bank',
    { ...on, cents: -1_000, what: 'cashMoved' },
    ['drawer 1010 debit 1000', 'drawer 1000 credit 1000'],
  ],
  ['a drawer that is short', { ...on, cents: -5, what: 'overShort' }, ['drawer 6200 debit 5', 'drawer 1000 credit 5']],
])('%s', (_case, amount, lines) => {
  expect(buildJournal([amount], accounts).map(inShort)).toEqual(lines);
});

test('a day has one line of each account in an entry, in the order of day, location, entry, side and number', () => {
  const lines = buildJournal(
    [
      { ...on, day: '2026-11-03', what: 'payment', kind: 'cash', of: null },
      { ...on, locationId: 'b', what: 'sale', kind: 'sales_item', of: null },
      { ...on, what: 'payment', kind: 'cash', of: null },
      { ...on, what: 'sale', kind: 'sales_item', of: null },
      { ...on, cents: 80, what: 'sale', kind: 'tax', of: null },
      { ...on, cents: 200, what: 'sale', kind: 'sales_item', of: null },
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
      { ...on, what: 'sale', kind: 'sales_item', of: null },
      { ...on, what: 'sale', kind: 'location_fee', of: null },
    ],
    one,
  );
  expect(lines.map(inShort)).toEqual(['sales 1200 debit 2000', 'sales 4200 credit 2000']);
  expect(buildJournal([{ ...on, what: 'overShort' }], { ...accounts, overShort: accounts.cash })).toEqual([]);
});

const method = { kind: fc.constantFrom('cash', 'card', 'other'), of: fc.constantFrom(null, 'Check', 'Wire') } as const;
const sold = {
  kind: fc.constantFrom('membership', 'sales_item', 'location_fee', 'tax'),
  of: fc.constantFrom(null, 'gold', 'silver'),
} as const;
const base = {
  day: fc.constantFrom('2026-11-02', '2026-11-03'),
  locationId: fc.constantFrom('a', 'b'),
  cents: fc.integer({ min: -50_000, max: 50_000 }),
};
const sampleAmount = fc.oneof(
  fc.record({ ...base, ...sold, what: fc.constantFrom('sale', 'void') }),
  fc.record({ ...base, ...method, what: fc.constantFrom('payment', 'recovery', 'refund', 'openingRefund') }),
  fc.record({
    ...base,
    what: fc.constantFrom('opening', 'openingVoid', 'refundedTax', 'writeOff', 'cashMoved', 'overShort'),
  }),
) as fc.Arbitrary<BookedAmount>;

test('every entry of every day and location balances, and no line has two sides or none', () => {
  fc.assert(
    fc.property(fc.array(sampleAmount, { maxLength: 60 }), (amounts) => {
      const lines = buildJournal(amounts, accounts);
      const balances = new Map<string, number>();
      for (const { day, locationId, entry, debit, credit } of lines) {
        expect([debit > 0, credit > 0].filter(Boolean)).toHaveLength(1);
        const key = `${day} ${locationId} ${entry}`;
        balances.set(key, (balances.get(key) ?? 0) + debit - credit);
      }
      expect([...balances.values()].every((balance) => balance === 0)).toBe(true);
      const owed = amounts.reduce(
        (sum, { what, cents }) =>
          sum +
          (['sale', 'opening'].includes(what)
            ? cents
            : ['void', 'openingVoid', 'payment', 'writeOff'].includes(what)
              ? -cents
              : 0),
        0,
      );
      const receivables = accountTotals(lines).find(({ number }) => number === '1200');
      expect((receivables?.debit ?? 0) - (receivables?.credit ?? 0)).toBe(owed);
    }),
  );
});
