import { expect, test } from 'vitest';
import { deviceName } from '#server/modules/auth/startSession.ts';
import { levels } from '#domain/shared/access.ts';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36`, 'Chrome on Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0`,
    'Microsoft Edge on Windows',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox on macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 14; Pixel 8) ${webkit} Chrome/126.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['a tool nobody knows', 'Unknown device'],
  ['', 'Unknown device'],
  [undefined, 'Unknown device'],
])('%s is %s', (userAgent, device) => {
  expect(deviceName(userAgent)).toBe(device);
});

const server = await sharedServer();
const passwordHash = await hashPassword('correct horse');
const gym = await createGym(server, { passwordHash });
const rival = await createGym(server);

const signIn = async (email: string) => {
  const { status, body } = await server.anonymous.post('/auth/login', { body: { email, password: 'correct horse' } });
  expect(status).toBe(200);
  return body;
};

test.each(levels)('a sign-in as %s is answered with what the dashboard would ask for next', async (level) => {
  const { locations, access, checklist } = await signIn(gym.users[level].email);
  const next = await gym.by[level].get('/locations');
  expect(locations).toEqual(next.body);
  expect(access).toBe(next.headers['x-access']);
  const steps = await gym.by[level].get(`/companies/${gym.companyId}/checklist`);
  expect(steps.status).toBe(level === 'admin' ? 200 : 403);
  expect(checklist).toEqual(steps.body.checklist);
});

test('a sign-in is answered with the locations that the person may see, and with none of another company', async () => {
  const ids = async (level: 'admin' | 'manager') => {
    const { companyLocations, directLocationAccess } = (await signIn(gym.users[level].email)).locations;
    return [...companyLocations, ...directLocationAccess].map(({ location }) => location.id).toSorted();
  };
  expect(await ids('admin')).toEqual([gym.locationId, gym.otherLocationId].toSorted());
  expect(await ids('manager')).toEqual([gym.locationId]);
});

test('a sign-in of somebody who administers two companies is answered without a checklist', async () => {
  const of = (companyId: string) =>
    server.database.unscoped
      .insertInto('company_admins')
      .values({ user_id: gym.users.admin.id, company_id: companyId });
  await of(rival.companyId).execute();
  const { locations, checklist } = await signIn(gym.users.admin.email);
  expect(checklist).toBeUndefined();
  expect(locations.companyLocations).toHaveLength(4);
  await server.database.unscoped
    .deleteFrom('company_admins')
    .where('company_id', '=', rival.companyId)
    .where('user_id', '=', gym.users.admin.id)
    .execute();
});

test('a sign-in of somebody without access anywhere is answered with no location', async () => {
  await server.database.scoped([gym.companyId], (tx) =>
    tx.deleteFrom('location_access').where('user_id', '=', gym.users.operator.id).execute(),
  );
  const { locations, checklist } = await signIn(gym.users.operator.email);
  expect(locations).toEqual({ companyLocations: [], directLocationAccess: [] });
  expect(checklist).toBeUndefined();
});

test('a sign-in is answered with nothing else while a second factor must be turned on first', async () => {
  await server.database.scoped([gym.companyId], (tx) =>
    tx
      .insertInto('company_settings')
      .values({ company_id: gym.companyId, updated_at: server.clock.now, security: '{"requireSecondFactor": true}' })
      .onConflict((conflict) =>
        conflict.column('company_id').doUpdateSet({ security: '{"requireSecondFactor": true}' }),
      )
      .execute(),
  );
  const body = await signIn(gym.users.admin.email);
  expect(Object.keys(body).toSorted()).toEqual(['access', 'token', 'user']);
  expect((await signIn(gym.users.manager.email)).locations.directLocationAccess).toHaveLength(1);
});
