import { expect, test } from 'vitest';
import { changesBetween, changesOfPart } from '#server/modules/activity/logActivity.ts';

const id = '018f0000-0000-7000-8000-000000000001';

test.each([
  ['nothing', { price: 49 }, { price: 49 }, []],
  ['a number', { price: 49 }, { price: 59 }, [{ field: 'price', before: 49, after: 59 }]],
  ['to zero', { price: 49 }, { price: 0 }, [{ field: 'price', before: 49, after: 0 }]],
  ['a flag', { isActive: true }, { isActive: false }, [{ field: 'isActive', before: true, after: false }]],
  ['emptied', { phone: '303' }, { phone: '' }, [{ field: 'phone', before: '303', after: null }]],
  ['empty in another way', { phone: null }, { phone: '' }, []],
  [
    'a list',
    { agreements: ['Waiver'] },
    { agreements: ['Waiver', 'Rules'] },
    [{ field: 'agreements', before: ['Waiver'], after: ['Waiver', 'Rules'] }],
  ],
  [
    'numbers in a list',
    { retryDays: [1, 3] },
    { retryDays: [1] },
    [{ field: 'retryDays', before: ['1', '3'], after: ['1'] }],
  ],
  [
    'a moment',
    { at: new Date('2026-03-01T00:00:00Z') },
    { at: new Date('2026-03-02T00:00:00Z') },
    [{ field: 'at', before: '2026-03-01T00:00:00.000Z', after: '2026-03-02T00:00:00.000Z' }],
  ],
  [
    'what nobody edits',
    { id, companyId: id, updatedAt: 'a', createdAt: 'a' },
    { id, companyId: id, updatedAt: 'b', createdAt: 'a' },
    [],
  ],
  [
    'a secret',
    { stripeSecretKey: 'sk_test_1' },
    { stripeSecretKey: 'sk_test_2' },
    [{ field: 'stripeSecretKey', before: null, after: null }],
  ],
  ['a password', { passwordHash: 'x' }, { passwordHash: null }, [{ field: 'passwordHash', before: null, after: null }]],
  ['a token', { kioskToken: null }, { kioskToken: 'x' }, [{ field: 'kioskToken', before: null, after: null }]],
  [
    'a new record',
    null,
    { name: 'Towel', description: '', price: 0 },
    [
      { field: 'name', before: null, after: 'Towel' },
      { field: 'price', before: null, after: 0 },
    ],
  ],
  ['a deleted record', { name: 'Towel', description: null }, null, [{ field: 'name', before: 'Towel', after: null }]],
] as const)('%s', (_case, before, after, expected) => {
  expect(changesBetween(before, after)).toEqual(expected);
});

test.each([
  ['renamed', { name: 'Towel' }, { name: 'Towels' }, [{ field: 'fee', before: 'Towel', after: 'Towels' }]],
  [
    'changed, and named all the same',
    { name: 'Towel', amount: '5' },
    { name: 'Towel', amount: '6' },
    [
      { field: 'fee', before: 'Towel', after: 'Towel' },
      { field: 'amount', before: '5', after: '6' },
    ],
  ],
  ['removed', { name: 'Towel' }, null, [{ field: 'fee', before: 'Towel', after: null }]],
] as const)('a part that was %s', (_case, before, after, expected) => {
  expect(changesOfPart('fee', before, after)).toEqual(expected);
});
