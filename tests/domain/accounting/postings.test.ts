import { expect, test } from 'vitest';
import { defaultAccounts, type AccountingSettings } from '#domain/accounting/accounts.ts';
import { accountPostings } from '#domain/accounting/postings.ts';

const accounts: AccountingSettings = { ...defaultAccounts, plans: [], methods: [] };
const gold = { membershipId: 'gold', number: '4010', name: 'Gold' };
const check = { method: 'Check', number: '1031', name: 'Checks' };

test('an account with one use leads to what is booked there', () => {
  expect(accountPostings(defaultAccounts.items, accounts)).toEqual({
    account: ['revenue', 'discount'],
    category: 'sales_item',
  });
  expect(accountPostings(defaultAccounts.memberships, accounts)).toMatchObject({ category: 'membership' });
  expect(accountPostings({ number: '9', name: 'Unknown' }, accounts)).toBeUndefined();
});

test('the account of a plan or of another method leads to that one, and the rest cannot be chosen', () => {
  const own = { ...accounts, plans: [gold], methods: [check] };
  expect(accountPostings(gold, own)).toEqual({
    account: ['revenue', 'discount'],
    category: 'membership',
    planId: 'gold',
  });
  expect(accountPostings(check, own)).toEqual({ account: ['other'], method: 'Check' });
  expect(accountPostings(defaultAccounts.memberships, own)).toBeUndefined();
  expect(accountPostings(defaultAccounts.other, own)).toBeUndefined();
});

test('an account with several uses leads nowhere', () => {
  const shared = { ...accounts, fees: defaultAccounts.items };
  expect(accountPostings(defaultAccounts.items, shared)).toBeUndefined();
});
