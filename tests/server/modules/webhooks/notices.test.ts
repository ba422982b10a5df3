import { expect, test } from 'vitest';
import { sendDisabledNotices } from '#server/modules/webhooks/notices.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { openTransactions } from '#tests/support/openTransactions.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();

async function addEndpoint(gym: Gym) {
  const url = 'https://gone.example.com/hook';
  const { body } = await gym.by.admin.post('/webhook-endpoints', { body: { companyId: gym.companyId, url } });
  return body.endpoint as { id: string };
}

test('of a disabled endpoint each admin is told once, though the mail server refuses another, and no transaction waits for it', async () => {
  const gym = await createGym(server);
  const endpoint = await addEndpoint(gym);
  const second = gym.users.manager;
  await server.database.unscoped
    .insertInto('company_admins')
    .values({ user_id: second.id, company_id: gym.companyId })
    .execute();
  await server.database.scoped([gym.companyId], (tx) =>
    tx
      .updateTable('webhook_endpoints')
      .set({ disabled_at: server.clock.now, disabled_reason: 'gone', notice_due: true })
      .where('id', '=', endpoint.id)
      .execute(),
  );
  const tries: string[] = [];
  const open: number[] = [];
  let isAway = true;
  const mailer = {
    async send({ to }: { to: string }) {
      tries.push(to);
      open.push(await openTransactions(server));
      if (isAway || to === second.email) throw new Error('550 unknown');
    },
    close: () => undefined,
  };
  const send = (signal?: AbortSignal) =>
    sendDisabledNotices({ database: server.database, mailer, config: server.config }, signal);
  await send(AbortSignal.abort());
  expect(tries).toEqual([]);
  await expect(send()).rejects.toThrow('2 notices about webhooks could not be sent');
  isAway = false;
  await expect(send()).rejects.toThrow('1 notices about webhooks could not be sent');
  await send();
  const both = [gym.users.admin.email, second.email].toSorted();
  expect([tries.slice(0, 2).toSorted(), tries.slice(2).toSorted()]).toEqual([both, both]);
  expect(open).toEqual([0, 0, 0, 0]);
});

test('an endpoint that is disabled again while its notice is sent has a notice of its own', async () => {
  const gym = await createGym(server);
  const endpoint = await addEndpoint(gym);
  const disable = (at: Date) =>
    server.database.scoped([gym.companyId], (tx) =>
      tx
        .updateTable('webhook_endpoints')
        .set({ disabled_at: at, disabled_reason: 'gone', notice_due: true })
        .where('id', '=', endpoint.id)
        .execute(),
    );
  const { now } = server.clock;
  await disable(now);
  let sent = 0;
  const mailer = {
    async send() {
      sent += 1;
      if (sent === 1) await disable(new Date(now.getTime() + 1_000));
    },
    close: () => undefined,
  };
  const notice = { database: server.database, mailer, config: server.config };
  for (let run = 0; run < 3; run += 1) await sendDisabledNotices(notice);
  expect(sent).toBe(2);
});
