const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Between the ten attempts of a delivery. The last one begins within 75 hours. */
const pausesMs = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  23 * hour,
] as const;
export const attemptsMax = pausesMs.length + 1;

/** A receiver's `Retry-After` is followed up to this. */
const longestWaitMs = 24 * hour;

/** An endpoint to which every delivery failed for so long is disabled. */
export const failingHoursMax = 76;

interface Failure {
  /** Counted from 1. */
  readonly attempts: number;
  readonly askedMs?: number | undefined;
}

/**
 * Undefined after the last attempt. Up to a tenth earlier, so that receivers are not hit by many at once; `random` is from 0 to 1.
 * `Retry-After` only makes it later.
 */
export function nextAttempt({ attempts, askedMs = 0 }: Failure, now: Date, random: number): Date | undefined {
  const pause = pausesMs[attempts - 1];
  if (pause === undefined) return undefined;
  const wait = Math.max(pause * (1 - random / 10), Math.min(askedMs, longestWaitMs));
  return new Date(now.getTime() + Math.round(wait));
}

/** `Retry-After`: seconds, or a date. */
export function retryAfterMs(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * second;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
