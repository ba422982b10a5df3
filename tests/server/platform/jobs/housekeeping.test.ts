import { addDays, subDays } from 'date-fns';
import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { purgeExpired } from '#server/platform/jobs/housekeeping.ts';
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
  await purgeExpired(server.database, addDays(new Date(), 7));
  expect(await keys()).toEqual([{ key: 'one' }]);
  await purgeExpired(server.database, addDays(new Date(), 9));
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
  await purgeExpired(server.database, now);
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
  await purgeExpired(server.database, now);
  const left = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('payment_links').select('id').where('invoice_id', '=', invoice_id).execute(),
  );
  expect(left).toEqual([{ id: old }]);
});
