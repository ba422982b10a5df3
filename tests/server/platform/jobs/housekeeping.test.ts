import { addDays, subDays } from 'date-fns';
import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { allModules } from '#server/modules.ts';
import { purgeExpired } from '#server/platform/jobs/housekeeping.ts';
import { addDevice } from '#tests/support/devices.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';
import { builders } from '#tests/support/builders.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';

const server = await sharedServer();
const gym = await createGym(server);

const keys = () =>
  server.database.scoped([gym.companyId], (tx) => tx.selectFrom('idempotency_keys').select('key').execute());

test('an Idempotency-Key is kept as long as an open attempt is offered, and then deleted', async () => {
  const contactId = await builders(server, gym).contact();
  const body = { contactId, locationId: gym.locationId, doorId: 'Front Desk' };
  await gym.by.admin.post('/checkins', { body, headers: { 'idempotency-key': 'one' } });
  await purgeExpired(server.database, addDays(new Date(), 7), allModules);
  expect(await keys()).toEqual([{ key: 'one' }]);
  await purgeExpired(server.database, addDays(new Date(), 9), allModules);
  expect(await keys()).toEqual([]);
});

test('a valid session is kept, and one that expired long ago is deleted', async () => {
  const { unscoped } = server.database;
  const now = new Date();
  const user_id = gym.users.admin.id;
  const [running, ended] = [uuid(), uuid()];
  const started = { user_id, revoked_at: null };
  await unscoped
    .insertInto('sessions')
    .values([
      { id: running, expires_at: addDays(now, 1), ...started },
      { id: ended, expires_at: subDays(now, 8), ...started },
    ])
    .execute();
  await purgeExpired(server.database, now, allModules);
  const left = await unscoped.selectFrom('sessions').select('id').where('id', 'in', [running, ended]).execute();
  expect(left).toEqual([{ id: running }]);
});

test('an expired payment link is kept for 90 days to say so, and then deleted', async () => {
  const contactId = await builders(server, gym).contact();
  const invoice_id = await invoiceBuilders(server, gym).invoice(contactId);
  const now = new Date();
  const link = (id: string, days: number) => ({
    id,
    company_id: gym.companyId,
    invoice_id,
    token_hash: Buffer.from(id),
    expires_at: subDays(now, days),
    replaced_at: now,
  });
  const [old, older] = [uuid(), uuid()];
  await server.database.scoped([gym.companyId], (tx) =>
    tx
      .insertInto('payment_links')
      .values([link(old, 89), link(older, 91)])
      .execute(),
  );
  await purgeExpired(server.database, now, allModules);
  const left = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('payment_links').select('id').where('invoice_id', '=', invoice_id).execute(),
  );
  expect(left).toEqual([{ id: old }]);
});

test('what happened at the doors is kept for 400 days and commands for 30; check-ins stay', async () => {
  const make = builders(server, gym);
  const contactId = await make.contact();
  const now = new Date();
  const doorId = (await gym.by.admin.post('/doors', { body: { locationId: gym.locationId, name: 'Old gate' } })).body
    .door.id;
  const device = await addDevice(server, gym, 'door');
  const own = { company_id: gym.companyId, location_id: gym.locationId, contact_id: contactId };
  const entry = (id: string, days: number) => ({
    ...own,
    id,
    door_name: 'Old gate',
    type: 'entry' as const,
    at: subDays(now, days),
    access_granted: true,
  });
  const command = (id: string, days: number) => ({
    id,
    company_id: gym.companyId,
    door_id: doorId,
    device_id: device.id,
    type: 'open' as const,
    created_at: subDays(now, days),
    expires_at: subDays(now, days),
  });
  const ids = { kept: uuid(), gone: uuid(), keptCommand: uuid(), goneCommand: uuid() };
  await server.database.scoped([gym.companyId], async (tx) => {
    await tx
      .insertInto('checkins')
      .values({ ...own, id: ids.gone, checkin_time: subDays(now, 401), access_granted: true, door_name: 'Old gate' })
      .execute();
    await tx
      .insertInto('door_log')
      .values([entry(ids.kept, 399), entry(ids.gone, 401)])
      .execute();
    await tx
      .insertInto('door_commands')
      .values([command(ids.keptCommand, 29), command(ids.goneCommand, 31)])
      .execute();
  });
  await purgeExpired(server.database, now, allModules);
  const left = (table: 'door_log' | 'door_commands' | 'checkins') =>
    server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom(table).select('id').where('id', 'in', Object.values(ids)).execute(),
    );
  expect(await left('door_log')).toEqual([{ id: ids.kept }]);
  expect(await left('door_commands')).toEqual([{ id: ids.keptCommand }]);
  expect(await left('checkins')).toEqual([{ id: ids.gone }]);
});
