import { execFileSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { v7 as uuid } from 'uuid';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { httpCaller } from '#tests/support/httpCaller.ts';
import { testServer } from '#tests/support/server.ts';
import { spotterPair } from '#tests/support/spotterPair.ts';

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
});

test('two doors at two Spotters and one last visit, 200 times: one gets in', async () => {
  const server = await testServer();
  const pair = await spotterPair(server);
  try {
    const gym = await createGym(server);
    const make = builders(server, gym);
    await gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { checkins: { repeatMinutes: 0 } } });
    const post = await httpCaller(server, gym.users.operator);
    const contactId = await make.contact();
    const membership_id = await make.plan({
      billing_frequency: 'one_time',
      access_duration_days: 30,
      visit_limit: 1,
      valid_from: 'purchase',
    });
    const pack = { membership_id, billing_frequency: 'one_time', end_date: '2999-12-31', visit_limit: 1 } as const;
    const checkIn = async ({ url }: { url: string }, doorId: string) => {
      const body = { contactId, locationId: gym.locationId, doorId };
      return (await post(url, { path: '/checkins', body, key: uuid() })).status;
    };
    const outcomes: string[] = [];
    for (let round = 0; round < 200; round += 1) {
      await make.contactMembership(contactId, pack);
      const statuses = await Promise.all([
        checkIn(pair.both[0] ?? pair, 'North'),
        checkIn(pair.both[1] ?? pair, 'South'),
      ]);
      outcomes.push(statuses.toSorted().join(' and '));
    }
    expect(outcomes).toEqual(Array.from({ length: 200 }, () => '201 and 403'));
    const { visits } = await server.database.scoped([gym.companyId], (tx) =>
      tx
        .selectFrom('pack_visits')
        .select((eb) => eb.fn.countAll<number>().as('visits'))
        .executeTakeFirstOrThrow(),
    );
    expect(visits).toBe(200);
  } finally {
    await pair.close();
    await server.close();
  }
});
