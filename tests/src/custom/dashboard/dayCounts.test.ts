import { expect, test } from 'vitest';
import { dayCounts } from '#src/custom/dashboard/dayCounts.ts';
import { buildCheckin, buildContact } from '#tests/support/records.ts';

const contact = buildContact();
const at = (checkinTime: string, accessGranted = true) => ({
  ...buildCheckin({ checkinTime, accessGranted }, contact).checkin,
  contact,
});
const now = new Date('2026-01-07T20:00:00Z');

test('Days are those of the location: 11 PM in Denver is still the day before in UTC’s eyes', () => {
  const days = dayCounts([at('2026-01-07T07:30:00Z'), at('2026-01-07T06:30:00Z', false)], 'America/Denver', now);
  expect(days).toHaveLength(7);
  expect(days.slice(-2)).toEqual([
    { date: '2026-01-06', granted: 0, denied: 1 },
    { date: '2026-01-07', granted: 1, denied: 0 },
  ]);
});

test('When the newest 100 do not reach back to the start of a day, that day is not known', () => {
  const newest = [
    ...Array.from({ length: 60 }, () => at('2026-01-07T18:00:00Z')),
    ...Array.from({ length: 40 }, () => at('2026-01-06T18:00:00Z')),
  ];
  expect(dayCounts(newest, 'America/Denver', now)).toEqual([{ date: '2026-01-07', granted: 60, denied: 0 }]);
});
