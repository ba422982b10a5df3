/** Wall-clock time in an IANA time zone, using Intl. */

export const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function wallFormat(zone: string): Intl.DateTimeFormat {
  const cached = formats.get(zone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

const minuteMs = 60_000;
const mostOffsets = 10_000;
const knownOffsets = new Map<string, number>();

/** The local time of the zone at this instant, as the milliseconds of the same wall-clock time in UTC. */
export const wallClock = (zone: string, instant: number): number =>
  Math.floor(instant / 1_000) * 1_000 + offsetAt(zone, Math.floor(instant / minuteMs));

/** Cached, because Intl is slow and a request asks for the same minute several times. An offset changes only on a whole minute. */
function offsetAt(zone: string, minute: number): number {
  const key = `${zone} ${minute}`;
  const cached = knownOffsets.get(key);
  if (cached !== undefined) return cached;
  const offset = readWallClock(zone, minute * minuteMs) - minute * minuteMs;
  if (knownOffsets.size >= mostOffsets) knownOffsets.clear();
  knownOffsets.set(key, offset);
  return offset;
}

function readWallClock(zone: string, instant: number): number {
  const part: Record<string, number> = {};
  for (const { type, value } of wallFormat(zone).formatToParts(instant)) part[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** The first instant with this local time in the zone, or the instant of the skip when daylight saving time skips it. */
export function toInstant(zone: string, reading: number): number {
  const offsets = [reading - dayMs, reading + dayMs].map((near) => wallClock(zone, near) - near);
  const candidates = offsets.map((offset) => reading - offset);
  const exact = candidates.filter((instant) => wallClock(zone, instant) === reading);
  return exact.length > 0 ? Math.min(...exact) : Math.max(...candidates);
}
