import { describe, expect, test } from 'vitest';
import type { Level } from '#domain/shared/access.ts';
import {
  accessAfter,
  canSee,
  changeRefusal,
  disableRefusal,
  enableRefusal,
  invitationRefusal,
  inviteRefusal,
  renameRefusal,
  sessionsRefusal,
  visibleGrants,
  type CompanyUser,
} from '#server/modules/users/rules.ts';

const at = (locationId: string, accessLevel: Level = 'operator') => ({ locationId, accessLevel });
const owner: CompanyUser = { id: 'owner', role: 'admin', status: 'active', locations: [] };
const north: CompanyUser = {
  id: 'north',
  role: 'staff',
  status: 'active',
  locations: [at('north', 'admin'), at('west', 'manager')],
};
const desk: CompanyUser = {
  id: 'desk',
  role: 'staff',
  status: 'active',
  locations: [at('north'), at('south', 'manager')],
};
const stranger: CompanyUser = { ...desk, id: 'stranger', locations: [at('south')] };
const manager: CompanyUser = { ...desk, id: 'manager', locations: [at('north', 'manager')] };
const invited: CompanyUser = { ...desk, id: 'invited', status: 'invited', locations: [at('north')] };

describe('which people each level sees', () => {
  test.each([
    ['a company admin', owner, stranger, true],
    ['a location’s admin, somebody there', north, desk, true],
    ['a location’s admin, somebody elsewhere', north, stranger, false],
    ['a location’s admin, the company’s admin', north, owner, true],
    [
      'a location’s admin, somebody where they are only a manager',
      north,
      { ...stranger, locations: [at('west')] },
      false,
    ],
    ['a manager', manager, desk, false],
    ['a disabled admin', { ...owner, status: 'disabled' }, desk, false],
  ] as const)('%s: %#', (_who, viewer, user, sees) => {
    expect(canSee(viewer, user)).toBe(sees);
  });

  test('a location’s admin sees the access to their own locations and no other', () => {
    expect(visibleGrants(north, desk.locations)).toEqual([at('north')]);
    expect(visibleGrants(owner, desk.locations)).toEqual(desk.locations);
  });
});

describe('nobody gives more than they have', () => {
  test.each([
    ['a company admin makes an admin', owner, { role: 'admin', locations: [] }, undefined],
    ['a location’s admin makes a company admin', north, { role: 'admin', locations: [] }, 403],
    ['a location’s admin, at their location', north, { role: 'staff', locations: [at('north', 'admin')] }, undefined],
    [
      'a location’s admin, where they are a manager',
      north,
      { role: 'staff', locations: [at('west', 'point_of_sale')] },
      403,
    ],
    [
      'a location’s admin, at another location too',
      north,
      { role: 'staff', locations: [at('north'), at('south')] },
      403,
    ],
    ['a manager', manager, { role: 'staff', locations: [at('north')] }, 403],
  ] as const)('%s', (_who, viewer, access, status) => {
    expect(inviteRefusal(viewer, access)?.status).toBe(status);
  });
});

describe('changing access', () => {
  test.each([
    ['a company admin, anybody', owner, desk, { locations: [at('west', 'admin')] }, 1, undefined],
    [
      'a company admin leaves staff without a location',
      owner,
      desk,
      { locations: [] },
      1,
      'Choose at least one location',
    ],
    [
      'an admin becomes staff without a location',
      owner,
      { ...owner, id: 'second' },
      { role: 'staff' },
      1,
      'Choose at least one location',
    ],
    [
      'the last admin becomes staff',
      owner,
      owner,
      { role: 'staff', locations: [at('north')] },
      0,
      'A company needs at least one admin',
    ],
    ['one of two admins becomes staff', owner, owner, { role: 'staff', locations: [at('north')] }, 1, undefined],
    [
      'a disabled admin becomes staff, beside one active',
      owner,
      { ...owner, id: 'second', status: 'disabled' },
      { role: 'staff', locations: [at('north')] },
      0,
      undefined,
    ],
    ['a location’s admin, at their location', north, desk, { locations: [at('north', 'manager')] }, 1, undefined],
    ['a location’s admin takes their location away', north, manager, { locations: [] }, 1, undefined],
    [
      'a location’s admin, themselves',
      north,
      north,
      { locations: [at('north', 'admin')] },
      1,
      'You cannot change your own access',
    ],
    [
      'a location’s admin, a company admin',
      north,
      owner,
      { locations: [at('north')] },
      1,
      'Only a company admin can change a company admin',
    ],
    ['a location’s admin gives the role', north, desk, { role: 'admin' }, 1, 'Only a company admin can do this'],
    [
      'a location’s admin gives another location',
      north,
      desk,
      { locations: [at('south', 'admin')] },
      1,
      'You can only give access to locations where you are an admin',
    ],
  ] as const)('%s', (_who, viewer, user, change, otherAdmins, message) => {
    expect(changeRefusal(viewer, user, change, otherAdmins)?.message).toBe(message);
  });

  test.each([
    [
      'a company admin replaces all',
      owner,
      desk,
      { locations: [at('west')] },
      { role: 'staff', locations: [at('west')] },
    ],
    [
      'a location’s admin replaces their own',
      north,
      desk,
      { locations: [at('north', 'manager')] },
      { role: 'staff', locations: [at('south', 'manager'), at('north', 'manager')] },
    ],
    [
      'a location’s admin takes theirs away',
      north,
      desk,
      { locations: [] },
      { role: 'staff', locations: [at('south', 'manager')] },
    ],
    [
      'an admin has no grants',
      owner,
      desk,
      { role: 'admin', locations: [at('north')] },
      { role: 'admin', locations: [] },
    ],
    ['nothing named', owner, desk, {}, { role: 'staff', locations: desk.locations }],
  ] as const)('after it: %s', (_what, viewer, user, change, after) => {
    expect(accessAfter(viewer, user, change)).toEqual(after);
  });

  test.each([
    ['a company admin', owner, desk, false, undefined],
    ['a location’s admin', north, desk, false, 403],
    ['somebody who works elsewhere too', owner, desk, true, 409],
    ['somebody invited, wherever they work', owner, invited, true, undefined],
  ] as const)('names: %s', (_who, viewer, user, elsewhere, status) => {
    expect(renameRefusal(viewer, user, elsewhere)?.status).toBe(status);
  });
});

describe('disable and enable', () => {
  test.each([
    ['staff', owner, desk, 1, undefined],
    ['oneself', owner, owner, 1, 'You cannot disable yourself'],
    ['one of two admins', owner, { ...owner, id: 'second' }, 1, undefined],
    [
      'the last admin, by one who was disabled meanwhile',
      { ...owner, status: 'disabled' },
      { ...owner, id: 'second' },
      0,
      'A company needs at least one admin',
    ],
    [
      'staff, by one who was disabled meanwhile',
      { ...owner, status: 'disabled' },
      desk,
      1,
      'Only a company admin can do this',
    ],
    ['staff, by a location’s admin', north, desk, 1, 'Only a company admin can do this'],
    [
      'somebody who has not accepted yet',
      owner,
      invited,
      1,
      'This person has not accepted the invitation yet. Revoke it instead.',
    ],
  ] as const)('%s', (_who, viewer, user, otherAdmins, message) => {
    expect(disableRefusal(viewer, user, otherAdmins)?.message).toBe(message);
  });

  test.each([
    [owner, { ...desk, status: 'disabled' }, undefined],
    [owner, invited, 409],
    [north, { ...desk, status: 'disabled' }, 403],
  ] as const)('enable %#', (viewer, user, status) => {
    expect(enableRefusal(viewer, user)?.status).toBe(status);
  });
});

test.each([
  ['a company admin', owner, invited, undefined],
  ['a location’s admin, for their location', north, invited, undefined],
  ['a location’s admin, for more than theirs', north, { ...invited, locations: desk.locations }, 403],
  ['a location’s admin, for a company admin', north, { ...invited, role: 'admin', locations: [] }, 403],
  ['accepted already', owner, desk, 409],
] as const)('sending again and revoking: %s', (_who, viewer, user, status) => {
  expect(invitationRefusal(viewer, user)?.status).toBe(status);
});

test('sessions of somebody who works for another company too are their own business', () => {
  expect([sessionsRefusal(false), sessionsRefusal(true)?.status]).toEqual([undefined, 409]);
});
