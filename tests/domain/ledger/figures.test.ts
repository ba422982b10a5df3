import { expect, test } from 'vitest';
import type { LedgerAccount, PostingKind } from '#domain/ledger/accounts.ts';
import { entriesAmount, figureFilter, rowFilter } from '#domain/ledger/figures.ts';

const entries = { debit: 10, credit: 4 };

test.each<[string, LedgerAccount[], PostingKind[], number | undefined]>([
  ['what is owed', ['receivable'], [], 6],
  ['sales', ['revenue', 'discount'], [], -6],
  ['voids', ['revenue', 'discount', 'tax'], ['void'], 6],
  ['sales and voids', ['revenue'], ['invoice', 'void'], -6],
  ['tax', ['tax'], [], -6],
  ['money in', ['cash', 'card', 'other'], ['payment', 'write_off_paid'], 6],
  ['money refunded', ['card'], ['refund', 'refund_failed'], -6],
  ['refunds of what was sold', ['refunds', 'tax'], ['refund', 'refund_failed'], 6],
  ['written off', ['write_offs'], [], 6],
  ['cash that was over', ['over_short'], [], -6],
  ['all accounts', [], [], undefined],
])('%s is shown with the sign of the report', (_what, account, kind, amount) => {
  expect(entriesAmount({ account, kind }, entries)).toBe(amount);
});

test('what is outstanding was booked on any day until then; a figure that is no sum of entries leads nowhere', () => {
  const period = { from: '2026-11-01', to: '2026-11-20' };
  expect(figureFilter('toCollect', period)).toEqual({ to: '2026-11-20', account: ['receivable'] });
  expect(figureFilter('recurringRevenue', period)).toBeUndefined();
});

test.each([
  ['sales', 'day', '2026-11-04', { from: '2026-11-04', to: '2026-11-04' }],
  ['sales', 'week', '2026-10-26', { from: '2026-11-01', to: '2026-11-01' }],
  ['overview', 'month', '2026-11-01', { from: '2026-11-01', to: '2026-11-20' }],
  ['sales', 'category', 'membership', { category: 'membership' }],
  ['sales', 'staff', 'none', { staffId: 'none' }],
  ['sales', 'item', 'a-uuid', { itemId: 'a-uuid' }],
  ['sales', 'item', 'location_fee Key Card', { category: 'location_fee', itemId: 'none', name: 'Key Card' }],
  ['to-collect', 'day', '0-7', undefined],
] as const)('a row of %s by %s', (kind, grouping, key, filter) => {
  expect(rowFilter(kind, grouping, { from: '2026-11-01', to: '2026-11-20' }, key)).toEqual(filter);
});
