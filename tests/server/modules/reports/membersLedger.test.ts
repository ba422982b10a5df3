import { expect, test } from 'vitest';
import { settingsDefaults } from '#domain/settings/companySettings.ts';
import { addDays, daysBetween } from '#domain/shared/dates.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { numbers } from '#tests/support/ledger.ts';
import { wallClock } from '#tests/support/ledgerReports.ts';
import { isFrozen, randomMembers, type LedgerMembership } from '#tests/support/memberLedger.ts';
import { readReport } from '#tests/support/reports.ts';
import { sharedServer } from '#tests/support/server.ts';

// Zones whose clocks change within these months, one of them at midnight.
const zones = ['America/Havana', 'Australia/Lord_Howe'] as const;
let visits: { zone: string; at: Date; reason: string | null }[];

const server = await sharedServer();
server.clock.now = new Date('2027-02-01T17:00:00Z');
const gym = await createGym(server);
const places = [gym.locationId, gym.otherLocationId].map((id, index) => ({ id, zone: zones[index] ?? 'UTC' }));
for (const { id, zone } of places) {
  await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('locations').set({ timezone: zone }).where('id', '=', id).execute(),
  );
}
const ledger = await randomMembers(server, gym, places, { count: 60, seed: 11, today: '2027-02-01' });
const { int, pick } = numbers(12);
visits = [];
for (let index = 0; index < 300; index += 1) {
  const { id, zone } = pick(places);
  // Half of them around the clock changes.
  const at = new Date(
    pick([
      Date.parse('2026-10-03T10:00:00Z') + int(0, 172_800_000),
      Date.parse('2026-10-31T22:00:00Z') + int(0, 172_800_000),
      Date.parse('2026-09-01T00:00:00Z') + int(0, 90) * 86_400_000 + int(0, 86_399_999),
    ]),
  );
  const reason = pick([null, null, null, 'Membership expired', 'No membership']);
  await builders(server, { companyId: gym.companyId, locationId: id }).checkin(ledger[0]?.person ?? '', {
    checkin_time: at,
    access_granted: reason === null,
    reason,
  });
  visits.push({ zone, at, reason });
}

const getDay = (zone: string, at: Date) => wallClock(zone, at).slice(0, 10);
const daysFrom = (from: string, to: string) =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));

/** Whether a membership counts on this day: from the purchase or its first day until its last one, with grace if it renews. */
function isHeld(m: LedgerMembership, day: string): boolean {
  const bought = getDay(m.zone, m.grantedAt);
  const open = m.freezes
    .filter(({ until }) => until === null)
    .reduce((sum, { from, longest }) => sum + daysBetween(from, longest) + 1, 0);
  const grace = m.renews ? Math.max(1, settingsDefaults.memberships.graceDays) : 0;
  const last = m.cancelsOn === null ? addDays(m.end, open + grace) : m.cancelsOn < m.end ? m.cancelsOn : m.end;
  return (bought < m.start ? bought : m.start) <= day && day < last;
}
const membersOn = (day: string) => new Set(ledger.filter((m) => isHeld(m, day)).map(({ person }) => person));

test.each([
  ['2026-08-01', '2027-01-31'],
  ['2026-10-31', '2026-11-02'],
  ['2026-12-01', '2026-12-31'],
])('members, joined and left from %s to %s equal those of each single day', async (from, to) => {
  const { totals, rows } = await readReport(gym.by.admin, `memberships?from=${from}&to=${to}&groupBy=day`);
  const expected = daysFrom(from, to).map((day) => {
    const [before, after] = [membersOn(addDays(day, -1)), membersOn(day)];
    return {
      key: day,
      joined: [...after].filter((id) => !before.has(id)).length,
      left: [...before].filter((id) => !after.has(id)).length,
      atEnd: after.size,
    };
  });
  expect(rows.map(({ key, joined, left, atEnd }) => ({ key, joined, left, atEnd }))).toEqual(expected);
  const sum = (name: 'joined' | 'left') => expected.reduce((all, day) => all + day[name], 0);
  const frozen = [...membersOn(to)].filter((id) =>
    ledger.filter((m) => m.person === id && isHeld(m, to)).every(({ freezes }) => isFrozen(freezes, to)),
  ).length;
  expect(totals).toMatchObject({
    atStart: membersOn(addDays(from, -1)).size,
    joined: sum('joined'),
    left: sum('left'),
    atEnd: membersOn(to).size,
    frozen,
  });
});

test.each(['2026-09-15', '2026-11-30', '2027-01-31'])(
  'recurring revenue on %s is the monthly price of what renews until it is canceled',
  async (day) => {
    const isRenewing = (m: LedgerMembership) =>
      m.frequency !== 'one_time' &&
      isHeld(m, day) &&
      (m.renews || (m.canceledAt !== null && getDay(m.zone, m.canceledAt) > day));
    const cents = ledger
      .filter(isRenewing)
      .reduce((sum, { price, frequency }) => sum + Math.round(frequency === 'annually' ? price / 12 : price), 0);
    expect(cents).toBeGreaterThan(0);
    expect((await readReport(gym.by.admin, `memberships?from=${day}&to=${day}`)).totals.recurringRevenue).toBe(
      cents / 100,
    );
  },
);

test.each([
  ['2026-09-01', '2026-11-30'],
  ['2026-10-03', '2026-10-04'],
  ['2026-11-01', '2026-11-01'],
])('check-ins from %s to %s are counted on the local day and hour', async (from, to) => {
  const { totals, rows, hours, tables } = await readReport(
    gym.by.admin,
    `attendance?from=${from}&to=${to}&groupBy=day`,
  );
  const walls = visits
    .map(({ zone, at, reason }) => ({ wall: wallClock(zone, at), reason }))
    .filter(({ wall }) => from <= wall.slice(0, 10) && wall.slice(0, 10) <= to);
  const granted = walls.filter(({ reason }) => reason === null);
  expect(granted.length).toBeGreaterThan(10);
  expect(totals).toEqual({ granted: granted.length, denied: walls.length - granted.length });
  expect(rows.map(({ key, granted: count }) => [key, count])).toEqual(
    daysFrom(from, to).map((day) => [day, granted.filter(({ wall }) => wall.startsWith(day)).length]),
  );
  const map = Array.from({ length: 7 }, (_, weekday) =>
    Array.from(
      { length: 24 },
      (__, hour) =>
        granted.filter(
          ({ wall }) =>
            (new Date(`${wall.slice(0, 10)}T00:00:00Z`).getUTCDay() + 6) % 7 === weekday &&
            Number(wall.slice(11, 13)) === hour,
        ).length,
    ),
  );
  expect(hours).toEqual(map);
  for (const { key, denied } of tables.denials ?? [])
    expect([key, denied]).toEqual([key, walls.filter(({ reason }) => reason === key).length]);
});

/** The paid days that were served by the end of a day, one by one. */
const servedBy = (m: LedgerMembership, day: string) =>
  day < m.start ? 0 : daysFrom(m.start, day).filter((one) => !isFrozen(m.freezes, one)).length;

test.each(['2026-08-20', '2026-10-31', '2026-11-01', '2026-12-24', '2027-01-31', '2027-02-01'])(
  'what is deferred on %s is the price of the paid days after it, counted one by one',
  async (day) => {
    const cents = ledger.flatMap((m) =>
      m.cancelsOn !== null && m.cancelsOn <= day
        ? []
        : m.paid
            .filter(({ at, total }) => getDay(m.zone, at) <= day && total > 0)
            .map(({ through, days, net, total, moves }) => {
              const kept = moves
                .filter(({ at }) => getDay(m.zone, at) <= day)
                .reduce((sum, move) => sum + move.cents, 0);
              const left = Math.min(days, Math.max(0, through - servedBy(m, day)));
              return Math.round(Number(((net * Math.max(0, kept) * left) / total / days).toFixed(6)));
            }),
    );
    const expected = cents.reduce((sum, one) => sum + one, 0);
    expect(expected).toBeGreaterThan(0);
    expect(
      Math.round(((await readReport(gym.by.admin, `deferred?from=${day}&to=${day}`)).totals.deferred ?? 0) * 100),
    ).toBe(expected);
  },
);
