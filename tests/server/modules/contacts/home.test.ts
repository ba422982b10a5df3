import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { type Reply, sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();

/** Archives the other location and, before that is committed, runs `save` until it waits for it. */
async function whileArchiving({ companyId, otherLocationId }: Gym, save: () => Promise<Reply>): Promise<Reply> {
  const saving = await server.database.scoped([companyId], async (tx) => {
    await tx.selectFrom('locations').select('id').where('id', '=', otherLocationId).forUpdate().execute();
    const saved = save();
    await expect.poll(isAwaited, { interval: 5 }).toBe(true);
    await tx
      .updateTable('locations')
      .set({ archived_at: sql`now()` })
      .where('id', '=', otherLocationId)
      .execute();
    return { saved };
  });
  return saving.saved;
}

/** A transaction that waits for a row of the table holds its place in the queue with a lock of this type. */
async function isAwaited(): Promise<boolean> {
  const { rows } = await sql<{ awaited: boolean }>`
    select exists (
      select from pg_locks
       where locktype = 'tuple' and relation = 'locations'::regclass
         and database = (select oid from pg_database where datname = current_database())) as awaited`.execute(
    server.database.unscoped,
  );
  return rows[0]?.awaited ?? false;
}

const homes = ({ companyId, otherLocationId }: Gym) =>
  server.database.scoped([companyId], (tx) =>
    tx.selectFrom('contacts').select('id').where('home_location_id', '=', otherLocationId).execute(),
  );

test('a contact added at a location that is being deleted finds it gone', async () => {
  const gym = await createGym(server);
  const body = {
    firstName: 'Maya',
    lastName: 'Okafor',
    email: 'maya@member.test',
    phone: '',
    emergencyContactPhone: '',
    homeLocationId: gym.otherLocationId,
  };
  const response = await whileArchiving(gym, () => gym.by.admin.post('/contacts', { body }));
  expect(response).toMatchObject({ status: 404, body: { message: 'Location not found' } });
  expect(await homes(gym)).toEqual([]);
});

test('a contact moved to a location that is being deleted stays where it was', async () => {
  const gym = await createGym(server);
  const id = await builders(server, gym).contact();
  const response = await whileArchiving(gym, () =>
    gym.by.admin.put(`/contacts/${id}`, { body: { homeLocationId: gym.otherLocationId } }),
  );
  expect(response).toMatchObject({ status: 404, body: { message: 'Location not found' } });
  expect(await homes(gym)).toEqual([]);
});

test('of a deletion and of contacts saved at the same time only one side wins', async () => {
  for (let round = 0; round < 5; round += 1) {
    const gym = await createGym(server);
    const id = await builders(server, gym).contact();
    const [moved, deleted] = await Promise.all([
      gym.by.admin.put(`/contacts/${id}`, { body: { homeLocationId: gym.otherLocationId } }),
      gym.by.admin.delete(`/locations/${gym.otherLocationId}`),
    ]);
    expect([
      [200, 409],
      [404, 200],
    ]).toContainEqual([moved.status, deleted.status]);
    expect(await homes(gym)).toHaveLength(moved.status === 200 ? 1 : 0);
  }
});
