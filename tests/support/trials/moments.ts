import { wallClock } from '#tests/support/ledgerReports.ts';
import { dayText } from './modelCalendar.ts';

/** Beside midnight, beside the time at which renewals are billed, and at noon. */
export const timesOfDay = ['00:00:00.000', '05:59:59.999', '06:00:00.000', '12:00:00.000', '23:59:59.999'] as const;
type TimeOfDay = (typeof timesOfDay)[number];

export const isBillingTime = (time: TimeOfDay): boolean => time >= '06:00';

/** When it is that time there. None of them is skipped or repeated by a clock change of the zones that are tried. */
export function instantAt(zone: string, day: number, time: string): Date {
  const wanted = Date.parse(`${dayText(day)}T${time}Z`);
  const second = wanted - (wanted % 1_000);
  let instant = second;
  for (let turn = 0; turn < 3; turn += 1)
    instant += second - Date.parse(`${wallClock(zone, new Date(instant)).replace(' ', 'T')}Z`);
  return new Date(instant + (wanted % 1_000));
}
