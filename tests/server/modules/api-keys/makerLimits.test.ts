import { describe, expect, test } from 'vitest';
import { createApiKey } from '#tests/support/apiKeys.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym, makeAdmin, type Gym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const rival = await createGym(server);
describe('a key never does what its maker may not', () => {
  const call = (key: { caller: ReturnType<typeof server.withKey> }, path: string) =>
    key.caller.get(path).then(({ status }) => status);

  async function gymWithKey(scopes: string[], locationIds?: (of: Gym) => string[]) {
    const own = await createGym(server);
    const key = await createApiKey(server, own, scopes, locationIds && { locationIds: locationIds(own) });
    return { own, key };
  }
  const demote = async (
    { companyId, users }: Gym,
    levelsAt: Record<string, 'admin' | 'operator' | 'point_of_sale'>,
  ) => {
    await server.database.unscoped.deleteFrom('company_admins').where('user_id', '=', users.admin.id).execute();
    for (const [location_id, access_level] of Object.entries(levelsAt))
      await server.database.unscoped
        .insertInto('location_access')
        .values({ user_id: users.admin.id, company_id: companyId, location_id, access_level })
        .execute();
  };

  test('the key of a disabled user stops working, and works again when they are enabled', async () => {
    const { own, key } = await gymWithKey(['all:read']);
    const boss = await createBoss(own);
    expect(await call(key, '/contacts')).toBe(200);
    await boss.post(`/users/${own.users.admin.id}/disable`, { body: { companyId: own.companyId } });
    expect(await call(key, '/contacts')).toBe(401);
    await boss.post(`/users/${own.users.admin.id}/enable`, { body: { companyId: own.companyId } });
    expect(await call(key, '/contacts')).toBe(200);
  });

  test('the key of a user who leaves the company stops working', async () => {
    const { own, key } = await gymWithKey(['all:read']);
    await demote(own, {});
    expect(await call(key, '/me')).toBe(401);
  });

  test('a lower level lowers the key', async () => {
    const { own, key } = await gymWithKey(['invoices:read', 'checkins:read']);
    const reports = await createApiKey(server, own, ['reports:read']);
    await demote(own, { [own.locationId]: 'operator' });
    expect(await call(key, `/invoices?locationId=${own.locationId}`)).toBe(200);
    expect(await call(key, `/invoices?locationId=${own.otherLocationId}`)).toBe(404);
    const period = 'from=2026-01-01&to=2026-01-31';
    expect(await call(reports, `/reports/sales?locationId=${own.locationId}&${period}`)).toBe(403);
    await server.database.unscoped
      .updateTable('location_access')
      .set({ access_level: 'point_of_sale' })
      .where('user_id', '=', own.users.admin.id)
      .execute();
    expect(await call(key, `/invoices?locationId=${own.locationId}`)).toBe(403);
    expect(await call(key, `/checkins?locationId=${own.locationId}`)).toBe(200);
  });

  test('a key for some locations knows no others, and nothing of the whole company', async () => {
    const { own, key } = await gymWithKey(['all:read', 'locations:create'], (of) => [of.locationId]);
    expect(await call(key, `/contacts?locationId=${own.locationId}`)).toBe(200);
    expect(await call(key, `/contacts?locationId=${own.otherLocationId}`)).toBe(404);
    expect(await call(key, `/locations/${own.otherLocationId}`)).toBe(404);
    await builders(server, own).contact({ home_location_id: own.otherLocationId, first_name: 'Elsewhere' });
    await builders(server, own).contact({ first_name: 'Here' });
    const { body: contacts } = await key.caller.get('/contacts');
    expect(contacts.contacts.map(({ contact }: { contact: { firstName: string } }) => contact.firstName)).toEqual([
      'Here',
    ]);
    const { body: made } = await key.caller.post('/locations', { body: { companyId: own.companyId, name: 'East' } });
    expect(made.message).toBe('This API key is for some locations, and this needs a key for all locations');
  });

  test('its last location taken from the maker, the key does nothing', async () => {
    const { own, key } = await gymWithKey(['all:read'], (of) => [of.otherLocationId]);
    await demote(own, { [own.locationId]: 'admin' });
    expect(await call(key, '/contacts')).toBe(403);
    expect((await key.caller.get('/me')).body.locations).toEqual([]);
  });

  test('an archived company takes its keys along', async () => {
    const { own, key } = await gymWithKey(['all:read']);
    await server.database.scoped([own.companyId], (tx) =>
      tx.updateTable('companies').set({ archived_at: new Date() }).where('id', '=', own.companyId).execute(),
    );
    expect(await call(key, '/me')).toBe(401);
  });

  test('while the company asks its admins for two-step verification, the key of one without it rests', async () => {
    const { own, key } = await gymWithKey(['all:read']);
    await server.database.scoped([own.companyId], (tx) =>
      tx
        .insertInto('company_settings')
        .values({
          company_id: own.companyId,
          security: JSON.stringify({ requireSecondFactor: true }),
          updated_at: new Date(),
        })
        .execute(),
    );
    expect(await call(key, '/contacts')).toBe(403);
  });

  test('a key sees one company, whatever else its maker belongs to', async () => {
    const { own, key } = await gymWithKey(['all:read']);
    await makeAdmin(server.database, own.users.admin.id, rival.companyId);
    expect(await call(key, `/contacts?locationId=${rival.locationId}`)).toBe(404);
    expect(await call(key, `/companies/${rival.companyId}`)).toBe(404);
    expect((await key.caller.get('/me')).body.companies).toEqual([
      { id: own.companyId, name: own.companyName, role: 'admin' },
    ]);
  });

  async function createBoss(own: Gym) {
    const { id } = own.users.manager;
    await makeAdmin(server.database, id, own.companyId);
    return server.as({ id });
  }
});
