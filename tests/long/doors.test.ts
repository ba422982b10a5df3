import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { readList } from '#door-controller/accessList.ts';
import { controlledDoor, simulateDoor } from '#tests/support/doorSimulation.ts';
import { mortalSpotter } from '#tests/support/mortalSpotter.ts';
import { testServer } from '#tests/support/server.ts';
import { spotterPair } from '#tests/support/spotterPair.ts';

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
});

test('a day of a door with the line down a third of the time and the server killed ten times', async () => {
  const server = await testServer();
  const mortal = await mortalSpotter(server);
  try {
    const day = await simulateDoor(server, mortal, { hours: 24, seed: 11, kills: 10 });
    const { refused, letIn, unreported, killed, downShare, scans } = day;
    expect({ refused, letIn, unreported, killed }).toEqual({ refused: [], letIn: [], unreported: 0, killed: 10 });
    expect(downShare).toBeGreaterThan(0.3);
    expect(day.logged).toEqual(scans);
    expect(day.visits).toEqual(scans);
    expect(new Set(day.keys).size).toBe(scans.length);
  } finally {
    await mortal.close();
    await server.close();
  }
});

test('two doors at two Spotters and one last visit, 200 times: one opens', async () => {
  const server = await testServer();
  const pair = await spotterPair(server);
  try {
    const { gym, make, member, device } = await controlledDoor(server, pair.url);
    await gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { checkins: { repeatMinutes: 0 } } });
    const { body } = await gym.by.admin.post('/devices', {
      body: { locationId: gym.locationId, name: 'Second', kind: 'door' },
    });
    const first = await gym.by.admin.post(`/devices/${device.id}/pairing`);
    const paired = await server.anonymous.post('/devices/pair', { body: { code: first.body.pairing.code } });
    const tokens = [paired.body.token, body.token];
    const { code, contactId } = await member({ end_date: '2020-01-01' });
    const pack = { membership_id: await make.plan(), end_date: '2999-12-31', visit_limit: 1 };
    const ask = async (index: number): Promise<boolean> => {
      const reply = await fetch(`${(pair.both[index] ?? pair).url}/api/checkins`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens[index]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ code }),
      });
      expect(reply.status).toBe(200);
      return ((await reply.json()) as { checkin: { accessGranted: boolean } }).checkin.accessGranted;
    };
    const opened: number[] = [];
    for (let round = 0; round < 200; round += 1) {
      await make.contactMembership(contactId, pack);
      // Each device may ask ten times a second.
      const [answers] = await Promise.all([Promise.all([ask(0), ask(1)]), sleep(110)]);
      opened.push(answers.filter(Boolean).length);
    }
    expect(opened).toEqual(Array.from({ length: 200 }, () => 1));
  } finally {
    await pair.close();
    await server.close();
  }
});

test('the list of 10,000 contacts is whole', async () => {
  const server = await testServer();
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  try {
    const door = await controlledDoor(server, url);
    const { companyId, locationId } = door.gym;
    const plan = await door.make.plan();
    for (let batch = 0; batch < 100; batch += 1)
      await server.database.scoped([companyId], (tx) =>
        sql`
        with people as (
          insert into contacts (id, company_id, home_location_id, first_name, last_name, email)
          select gen_random_uuid(), ${companyId}, ${locationId}, 'Many', 'M' || n, ${`${batch}-`}::text || n || '@many.test'
            from generate_series(1, 100) n
          returning id),
        codes as (
          insert into contact_codes (code, company_id, contact_id)
          select translate(upper(substr(md5(id::text), 1, 12)), '01', 'GH'), ${companyId}, id from people)
        insert into contact_memberships (id, company_id, contact_id, membership_id, membership_name, membership_type, billing_frequency,
                                         purchase_price_cents, start_date, granted_at)
        select gen_random_uuid(), ${companyId}, id, ${plan}, 'Many', 'no_contract', 'monthly', 1000, '2020-01-01', now() from people`.execute(
          tx,
        ),
      );
    expect(await door.start().refreshList()).toBe(true);
    const { list } = door.store.read();
    expect(list && readList(list, door.publicKey)?.entries).toHaveLength(10_000);
  } finally {
    await server.close();
  }
});
