import { createHmac, type KeyObject } from 'node:crypto';
import type { AccessList } from '#domain/checkins/deviceContract.ts';
import { membershipStatus, termOn } from '#domain/contact-memberships/membershipStatus.ts';
import { clockTime } from '#domain/doors/accessHours.ts';
import { addDays, endOfDay, startOfDay, todayIn } from '#domain/shared/dates.ts';
import { isPack, type StoredMembership } from '#domain/checkins/checkinDecision.ts';

type Entry = AccessList['entries'][number];

interface Held {
  readonly code: string;
  readonly membership: StoredMembership;
  readonly blocks: readonly { readonly until: string | null }[];
}

interface ListPlace {
  readonly id: string;
  readonly zone: string;
}

/** HMAC-SHA-256, cut to 16 bytes. */
const codeHash = (listKey: KeyObject, code: string): string =>
  createHmac('sha256', listKey).update(code).digest().subarray(0, 16).toString('base64url');

/** Lists who may come in until the list expires, by the same rules as at the door. */
export function accessEntries(
  codes: readonly Held[],
  place: ListPlace,
  listKey: KeyObject,
  now: Date,
  expiresAt: Date,
): Entry[] {
  const days = listDays(place.zone, now, expiresAt);
  const hashes = new Map<string, string>();
  const toHash = (code: string) => {
    const hash = hashes.get(code) ?? codeHash(listKey, code);
    hashes.set(code, hash);
    return hash;
  };
  return codes.flatMap(({ code, membership, blocks }) => {
    const { locationId, hours, visitsPerDay } = membership;
    if (locationId !== null && locationId !== place.id) return [];
    const isOpen = days.map(({ day, begins }) => {
      if (blocks.some(({ until }) => until === null || until >= day)) return false;
      return membershipStatus(termOn(membership, day), begins, place.zone) === 'active';
    });
    const isOnline = isPack(membership) || visitsPerDay !== null;
    return runs(isOpen).map(([first, last]) => ({
      code: toHash(code),
      ...(first > 0 && { from: instant(days[first]?.begins, now) }),
      until: instant(days[last]?.ends, expiresAt),
      ...(hours.length > 0 && {
        hours: hours.map(({ weekdays, from, to }) => ({
          weekdays: [...weekdays],
          from: clockTime(from),
          to: clockTime(to),
        })),
      }),
      ...(isOnline && { online: true as const }),
    }));
  });
}

const instant = (time: Date | undefined, otherwise: Date) => (time ?? otherwise).toISOString();

/** The calendar days of the place from now to the end. */
function listDays(zone: string, now: Date, expiresAt: Date) {
  const days: { day: string; begins: Date; ends: Date }[] = [];
  for (let day = todayIn(zone, now); startOfDay(zone, day) < expiresAt; day = addDays(day, 1))
    days.push({ day, begins: days.length === 0 ? now : startOfDay(zone, day), ends: endOfDay(zone, day) });
  return days;
}

/** The first and the last index of each run of days that are open. */
function runs(isOpen: readonly boolean[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const [index, open] of isOpen.entries()) {
    if (!open) continue;
    const last = ranges.at(-1);
    if (last && last[1] === index - 1) last[1] = index;
    else ranges.push([index, index]);
  }
  return ranges;
}
