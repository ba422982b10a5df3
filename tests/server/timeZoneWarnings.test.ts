import { expect, test } from 'vitest';
import { wallClock } from '#domain/shared/zones.ts';
import { timeZoneWarnings } from '#server/timeZoneWarnings.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const now = new Date('2026-06-01T12:00:00Z');
await createGym(server, { timezone: 'America/Denver' });
await createGym(server, { timezone: 'Asia/Kathmandu' });

test('the operator is told at the start where the database and Node have two clocks, and from when', async () => {
  const inNode = (zone: string, at: number) =>
    wallClock(zone, at) + (zone === 'America/Denver' && at > Date.parse('2026-11-01T08:00:00Z') ? 3_600_000 : 0);
  const warnings = await timeZoneWarnings(server.database, now, inNode);
  expect(warnings).toEqual([
    expect.stringMatching(/^America\/Denver has another clock in PostgreSQL than in Node on 2026-11-02\. Update/),
  ]);
});

test('nothing is said where both agree through the year', async () => {
  expect(await timeZoneWarnings(server.database, now)).toEqual([]);
});
