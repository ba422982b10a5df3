import type { UserDetail } from '#domain/users/contract.ts';
// The screens' own chunks, so that no test waits for one.
import '#src/resources/users/UserEdit.tsx';
import '#src/resources/users/UserInvite.tsx';
import '#src/resources/users/UserList.tsx';
import '#src/resources/users/UserShow.tsx';
import type { Routes } from '#tests/support/consoleApi.ts';
import { buildLocation, createPage, ironPeak } from '#tests/support/records.ts';
import type { renderScreen } from '#tests/support/render.tsx';

export const north = buildLocation({ name: 'North' });
export const south = buildLocation({ name: 'South' });
export const at = (
  location: { id: string; name: string },
  accessLevel: UserDetail['locations'][number]['accessLevel'] = 'operator',
) => ({
  location: { id: location.id, name: location.name },
  accessLevel,
});

export const list = (...users: UserDetail[]): Routes => ({
  'GET /users': () => ({ users, pagination: createPage(users.length) }),
});
export const one = (detail: UserDetail, sessions: object[] = []): Routes => ({
  [`GET /users/${detail.user.id}`]: () => detail,
  [`GET /users/${detail.user.id}/sessions`]: () => ({ sessions }),
});
export const session = (change: object = {}) => ({
  id: 's1',
  device: 'Chrome on Windows',
  createdAt: '2026-01-05T10:00:00.000Z',
  lastSeenAt: '2026-01-05T22:04:00.000Z',
  isCurrent: false,
  ...change,
});

/** A call whose response does not come. */
export const lost = () => Promise.reject(new Error('The connection was lost'));

/** As the admin of one location who is not a company admin. */
export const asLocationAdmin: Parameters<typeof renderScreen>[2] = {
  level: 'admin',
  locations: [north],
  account: { userCompanies: [{ company: ironPeak, role: 'staff' }] },
};
export const locationAdminRoutes: Routes = {
  'GET /locations': () => ({
    companyLocations: [],
    directLocationAccess: [{ location: north, company: ironPeak, accessLevel: 'admin' }],
  }),
};
