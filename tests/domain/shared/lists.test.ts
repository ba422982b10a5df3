import { describe, expect, test } from 'vitest';
import { agreementListQuery } from '#domain/agreements/contract.ts';
import { checkinListQuery, checkinSummaryQuery } from '#domain/checkins/contract.ts';
import { toPagination } from '#domain/shared/contract.ts';
import { contactListQuery } from '#domain/contacts/contract.ts';
import { invoiceListQuery } from '#domain/invoices/contract.ts';
import { membershipListQuery } from '#domain/memberships/contract.ts';
import { salesItemListQuery } from '#domain/sales-items/contract.ts';
import { sampleId } from './support.ts';

const lists = [
  ['contacts', contactListQuery, 'createdAt', ['firstName', 'createdAt']],
  ['memberships', membershipListQuery, 'createdAt', ['name', 'createdAt']],
  ['sales-items', salesItemListQuery, 'createdAt', ['name', 'price', 'createdAt']],
  ['agreements', agreementListQuery, 'createdAt', ['name', 'createdAt']],
  ['invoices', invoiceListQuery, 'createdAt', ['status', 'total', 'due', 'createdAt']],
  ['checkins', checkinListQuery, 'checkinTime', ['contactFirstName', 'checkinTime', 'accessGranted']],
] as const;

describe.each(lists)('The list of %s', (_slug, query, sortBy, columns) => {
  test('defaults to page 1, limit 10, and the newest first', () => {
    expect(query.parse({})).toEqual({ page: 1, limit: 10, sortBy, sortOrder: 'desc' });
  });

  test('empty search= and limit= count as absent', () => {
    const empty = { page: '', limit: '', search: '', locationId: '', sortBy: '', sortOrder: '' };
    expect(query.parse(empty)).toEqual({ page: 1, limit: 10, sortBy, sortOrder: 'desc' });
    expect(query.parse({ search: '   ' }).search).toBeUndefined();
  });

  test('reads its numbers, search and location', () => {
    const asked = { page: '3', limit: '1000', search: ' ann ', locationId: sampleId, sortOrder: 'asc' };
    expect(query.parse(asked)).toEqual({
      page: 3,
      limit: 1000,
      search: 'ann',
      locationId: sampleId,
      sortBy,
      sortOrder: 'asc',
    });
    expect(query.parse({ page: 2, limit: 20 })).toMatchObject({ page: 2, limit: 20 });
  });

  test('sorts by its own columns and by no other', () => {
    expect(columns.filter((column) => query.safeParse({ sortBy: column }).success)).toEqual(columns);
    expect(
      ['id', 'email', 'toString', 'name; drop table'].some((column) => query.safeParse({ sortBy: column }).success),
    ).toBe(false);
  });

  test.each([
    { page: '0' },
    { page: '-1' },
    { page: '1.5' },
    { page: '1e3' },
    { page: 'Infinity' },
    { page: ' 1' },
    { page: '9999999999' },
    { page: ['1', '2'] },
    { limit: '0' },
    { limit: '1001' },
    { limit: 'ten' },
    { sortOrder: 'up' },
    { locationId: 'denver' },
    { search: 'a\0b' },
    { search: 'x'.repeat(101) },
    { search: ['a', 'b'] },
  ])('refuses %j', (asked) => {
    expect(query.safeParse(asked).success).toBe(false);
  });
});

describe('Filters', () => {
  test('memberFilter is members or non-members, and is omitted for all', () => {
    expect(contactListQuery.parse({ memberFilter: 'members' }).memberFilter).toBe('members');
    expect(contactListQuery.parse({ memberFilter: '' }).memberFilter).toBeUndefined();
    expect(contactListQuery.safeParse({ memberFilter: 'all' }).success).toBe(false);
  });

  test('the filter values are granted or denied', () => {
    expect(checkinListQuery.parse({ accessGranted: 'denied' }).accessGranted).toBe('denied');
    expect(checkinListQuery.parse({ accessGranted: '' }).accessGranted).toBeUndefined();
    expect(checkinListQuery.safeParse({ accessGranted: 'true' }).success).toBe(false);
  });

  test('includeVisitors is a flag', () => {
    expect(contactListQuery.parse({ includeVisitors: 'true' }).includeVisitors).toBe(true);
    expect(contactListQuery.parse({ includeVisitors: 'false' }).includeVisitors).toBe(false);
    expect(contactListQuery.safeParse({ includeVisitors: 'yes' }).success).toBe(false);
  });

  test('the summary counts 7 days unless asked otherwise, a month at most', () => {
    expect(checkinSummaryQuery.parse({}).days).toBe(7);
    expect(checkinSummaryQuery.safeParse({ days: '32' }).success).toBe(false);
  });
});

test.each([
  [1, 0, { totalPages: 0, hasNext: false, hasPrev: false }],
  [1, 10, { totalPages: 1, hasNext: false, hasPrev: false }],
  [1, 11, { totalPages: 2, hasNext: true, hasPrev: false }],
  [2, 11, { totalPages: 2, hasNext: false, hasPrev: true }],
])('page %d of %d rows', (page, total, rest) => {
  expect(toPagination({ page, limit: 10 }, total)).toEqual({ page, limit: 10, total, ...rest });
});
