import { describe, expect, test } from 'vitest';
import { lockedReason } from '#domain/shared/featureText.ts';
import {
  allActions,
  can,
  companyActions,
  highest,
  levelLabels,
  levels,
  may,
  mayAsCompany,
  type Action,
  type Feature,
  type Level,
} from '#domain/shared/access.ts';

const everyone: Level[] = ['admin', 'manager', 'operator', 'point_of_sale'];
const desk: Level[] = ['admin', 'manager', 'operator'];
const sellers: Level[] = ['admin', 'manager', 'point_of_sale'];
const managers: Level[] = ['admin', 'manager'];

const features: [Feature, Level[]][] = [
  ['dashboard', everyone],
  ['checkins', everyone],
  ['company', ['admin']],
  ['users', ['admin']],
  ['access-control', ['admin']],
  ['settings', ['admin']],
  ['location', managers],
  ['agreements', managers],
  ['reports', managers],
  ['contacts', desk],
  ['memberships', desk],
  ['invoices', desk],
  ['sales-items', sellers],
  ['pos', sellers],
  ['drawers', managers],
  ['reconciliations', managers],
  ['training', everyone],
  ['equipment', everyone],
];

describe('Sidebar access', () => {
  test.each(features)('%s is for its levels and no other', (feature, allowed) => {
    expect(levels.filter((level) => can(level, feature))).toEqual(allowed);
  });

  test('a locked item says that the access level cannot access the feature', () => {
    expect(lockedReason('point_of_sale', 'contacts')).toBe('POS access level cannot access Contacts');
  });

  test('labels are Admin, Manager, Operator and POS', () => {
    expect(levels.map((level) => levelLabels[level])).toEqual(['Admin', 'Manager', 'Operator', 'POS']);
  });
});

const actions: Record<Action, Level[]> = {
  'contacts:list': everyone,
  'contacts:read': desk,
  'contacts:write': desk,
  'contacts:delete': managers,
  'contacts:code': desk,
  'contacts:restore': ['admin'],
  'contact-notes:delete': managers,
  'contact-memberships:change': desk,
  'contact-memberships:manage': managers,
  'memberships:read': desk,
  'memberships:write': desk,
  'memberships:sell': desk,
  'sales-items:read': everyone,
  'sales-items:write': sellers,
  'sales-items:sell': sellers,
  'sales-items:cost': managers,
  'invoices:read': desk,
  'invoices:receipt': everyone,
  'invoices:collect': desk,
  'invoices:close': managers,
  'invoices:dispute': ['admin', 'manager'],
  'invoices:refund': managers,
  'drawers:use': sellers,
  'drawers:manage': managers,
  'attention:read': desk,
  'reconciliations:read': managers,
  'agreements:read': desk,
  'agreements:write': managers,
  'signatures:read': desk,
  'signatures:write': desk,
  'checkins:read': everyone,
  'checkins:undo': ['admin', 'manager'],
  'doors:read': ['admin'],
  'doors:write': ['admin'],
  'doors:open': desk,
  'blocks:read': ['admin'],
  'blocks:write': ['admin'],
  'checkins:write': everyone,
  'reports:read': managers,
  'settings:read': everyone,
  'emails:preview': ['admin'],
  'events:read': desk,
  'activity:history': managers,
  'activity:read': ['admin'],
  'locations:read': everyone,
  'locations:write': managers,
  'companies:read': everyone,
  'devices:read': ['admin'],
  'devices:write': ['admin'],
  'users:read': ['admin'],
  'users:write': ['admin'],
};

describe('the levels of each action', () => {
  test.each(allActions)('%s is for its levels and no other', (action) => {
    expect(levels.filter((level) => may(level, action))).toEqual(actions[action]);
  });

  test('an action that the table does not name is denied to everyone', () => {
    const unknown: string = 'contacts:burn';
    expect(levels.some((level) => may(level, unknown as Action))).toBe(false);
  });

  test.each(companyActions)('%s is for the company’s admins alone', (action) => {
    expect([mayAsCompany('admin', action), mayAsCompany('staff', action)]).toEqual([true, false]);
  });
});

test.each([
  [['operator', 'manager'], 'manager'],
  [['point_of_sale', 'admin'], 'admin'],
  [['point_of_sale'], 'point_of_sale'],
  [[], null],
] as [Level[], Level | null][])('the best of %j is %s', (held, best) => {
  expect(highest(held)).toBe(best);
});
