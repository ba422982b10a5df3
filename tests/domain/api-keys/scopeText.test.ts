import { expect, test } from 'vitest';
import { scopeGroups, scopesInShort } from '#domain/api-keys/scopeText.ts';
import { allScopes } from '#domain/shared/scopes.ts';

test('each scope is in one group, in words', () => {
  const listed = scopeGroups.flatMap(({ scopes }) => Object.keys(scopes));
  expect(listed.toSorted()).toEqual(allScopes.filter((scope) => scope !== 'all:read').toSorted());
  for (const { scopes } of scopeGroups) for (const text of Object.values(scopes)) expect(text).toMatch(/^[A-Z]/);
});

test.each([
  [['all:read'], 'Reads everything.'],
  [['contacts:read'], 'Reads contacts.'],
  [['contacts:write', 'contacts:read'], 'Changes contacts.'],
  [['all:read', 'contacts:write', 'checkins:write'], 'Reads everything. Changes contacts and check-ins.'],
  [['invoices:read', 'reports:read', 'sales-items:sell'], 'Reads invoices and reports. Changes sales items.'],
  [['activity:history', 'settings:read'], 'Reads the company and users and activity.'],
])('%j is %s', (scopes, text) => expect(scopesInShort(scopes)).toBe(text));
