import { expect, test } from 'vitest';
import { allActions, companyActions, type Action, type CompanyAction } from '#domain/shared/access.ts';
import { allScopes, includesAction } from '#domain/shared/scopes.ts';

const actions = [...allActions, ...companyActions];
const included = (scopes: string[], isReading = false) =>
  actions.filter((action) => includesAction(scopes, action, { isReading }));

test('every action is a scope but those that decide who may do what', () => {
  expect(actions.filter((action) => !(allScopes as readonly string[]).includes(action))).toEqual([
    'devices:write',
    'users:write',
    'companies:write',
    'stripe:write',
    'settings:write',
    'users:disable',
    'users:sessions',
    'api-keys:write',
  ]);
  expect(allScopes).toHaveLength(actions.length - 8 + 1);
});

test.each<[string, (Action | CompanyAction)[]]>([
  ['contacts:list', ['contacts:list']],
  ['contacts:read', ['contacts:list', 'contacts:read']],
  ['contacts:write', ['contacts:list', 'contacts:read', 'contacts:write']],
  ['contacts:delete', ['contacts:delete']],
  ['sales-items:write', ['sales-items:read', 'sales-items:write']],
  ['sales-items:sell', ['sales-items:sell']],
  ['locations:write', ['locations:write', 'locations:read']],
  ['locations:create', ['locations:create']],
  ['users:read', ['users:read']],
  ['activity:read', ['activity:read']],
])('%s includes %j', (scope, expected) => {
  expect(included([scope]).toSorted()).toEqual(expected.toSorted());
});

const reads = [
  'contacts:list',
  'contacts:read',
  'memberships:read',
  'sales-items:read',
  'invoices:read',
  'attention:read',
  'reconciliations:read',
  'agreements:read',
  'signatures:read',
  'checkins:read',
  'doors:read',
  'blocks:read',
  'locations:read',
  'companies:read',
  'reports:read',
  'devices:read',
  'events:read',
  'checklist:read',
];

test('all:read includes every read but users, settings, keys and the activity log', () => {
  expect(included(['all:read'])).toEqual(reads);
});

test('all:read on a request that reads includes what it asks for, whatever the name of the action', () => {
  const without = /^(users|settings|api-keys|activity):|^(stripe|companies|devices):write$|:export$/;
  expect(included(['all:read'], true)).toEqual(actions.filter((action) => !without.test(action)));
});

test.each(['users:write', 'api-keys:write', 'settings:write', 'stripe:write', 'contacts:everything', ''])(
  'a scope %j, however it was stored, includes no write',
  (scope) => expect(included([scope]).filter((action) => !action.endsWith(':read'))).toEqual([]),
);
