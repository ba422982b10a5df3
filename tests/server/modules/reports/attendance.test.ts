import { beforeEach, expect, test } from 'vitest';
import type { Gym } from '#tests/support/gym.ts';
import { november, readReport as read, reportedGym, type ReportedGym } from '#tests/support/reports.ts';
import { sharedServer } from '#tests/support/server.ts';

let gym: Gym;
let make: ReportedGym['make'];
let contactId: string;

const server = await sharedServer();
beforeEach(async () => {
  ({ gym, make, contactId } = await reportedGym(server));
});

test('counts by day, weekday and hour of the location, and denials by reason', async () => {
  const visit = (time: string, reason?: string) =>
    make.checkin(contactId, { checkin_time: new Date(time), access_granted: !reason, reason: reason ?? null });
  await visit('2026-11-02T06:30:00Z');
  await visit('2026-11-02T07:30:00Z');
  await visit('2026-11-02T07:45:00Z');
  await visit('2026-11-02T08:00:00Z', 'Membership has expired');
  const { totals, rows, hours, tables } = await read(gym.by.admin, 'attendance?from=2026-11-01&to=2026-11-02');
  expect(totals).toEqual({ granted: 3, denied: 1 });
  expect(rows.map(({ key, granted, denied }) => [key, granted, denied])).toEqual([
    ['2026-11-01', 1, 0],
    ['2026-11-02', 2, 1],
  ]);
  expect([hours?.[6]?.[23], hours?.[0]?.[0], hours?.flat().reduce((sum, count) => sum + count)]).toEqual([1, 2, 3]);
  expect(tables.denials).toEqual([{ key: 'Membership has expired', label: 'Membership has expired', denied: 1 }]);
});

test('members without a visit for 14, 30 and 60 days are counted, those who joined since are not', async () => {
  const seen = async (start: string, ...visits: string[]) => {
    const id = await make.contact();
    await make.contactMembership(id, { start_date: start, granted_at: new Date(`${start}T18:00:00Z`) });
    for (const day of visits) await make.checkin(id, { checkin_time: new Date(`${day}T18:00:00Z`) });
  };
  await seen('2026-01-01', '2026-11-25');
  await seen('2026-01-01', '2026-11-10');
  await seen('2026-01-01', '2026-10-10');
  await seen('2026-01-01');
  await seen('2026-11-25');
  const { tables } = await read(gym.by.admin, `attendance?${november}`);
  expect(tables.notSeen?.map(({ key, members }) => [key, members])).toEqual([
    ['14', 3],
    ['30', 2],
    ['60', 1],
  ]);
});
