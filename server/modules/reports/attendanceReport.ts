import { groupBy, sortBy, sumBy } from 'es-toolkit';
import { reportAttendanceRepo } from './attendanceRepo.ts';
import { reportMembersRepo } from './membersRepo.ts';
import { isWithin, sums, type OfDays, type Parts, type ResolvedRequest } from './parts.ts';

export async function attendance({ tx, locations, period, both, now }: ResolvedRequest): Promise<Parts> {
  const repo = reportAttendanceRepo(tx, locations);
  const [visits, visitsOfHours, denials] = [
    await repo.visitsByDay(both),
    await repo.visitsByHour(period),
    await repo.denials(both),
  ];
  const notSeen = await reportMembersRepo(tx, locations, now).notSeen(period, notSeenLengths);
  const totals: OfDays = (within) => ({
    ...sums(visits, within, ['granted']),
    ...sums(denials, within, ['denied']),
  });
  const hours = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0));
  for (const { weekday, hour, granted } of visitsOfHours)
    hours[weekday]?.splice(hour, 1, (hours[weekday]?.[hour] ?? 0) + granted);
  const deniedNow = groupBy(denials.filter(isWithin(period)), ({ reason }) => reason);
  const reasons = sortBy(
    Object.entries(deniedNow).map(([reason, rows]) => ({ reason, denied: sumBy(rows, ({ denied }) => denied) })),
    [({ denied }) => -denied, ({ reason }) => reason],
  );
  return {
    totals,
    series: totals,
    hours,
    tables: {
      denials: reasons.map(({ reason, denied }) => ({ key: reason, label: reason, figures: { denied } })),
      notSeen: notSeenLengths.map((length) => ({
        key: String(length),
        label: `${length} days`,
        figures: { members: notSeen.find((row) => row.days === length)?.members ?? 0 },
      })),
    },
  };
}

const notSeenLengths = [14, 30, 60] as const;
