import { addMinutes } from 'date-fns';

/** In minutes. After the last pause the email has failed. */
const pauses = [1, 5, 30, 120, 480, 1440];

/** Null when it is not retried. */
export function nextEmailAttempt(failedAttempts: number, now: Date): Date | null {
  const minutes = pauses[failedAttempts - 1];
  return minutes === undefined ? null : addMinutes(now, minutes);
}

const reasonMaxLength = 200;

/** `550 5.1.1 Mailbox unavailable` is 'Mailbox unavailable'. */
export function emailRefusal(response: string): string {
  const line = response
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replace(/^ ?\d{3}[ -]?/, '')
    .replace(/^\d\.\d{1,3}\.\d{1,3}( |$)/, '')
    .trim();
  return line.slice(0, reasonMaxLength) || 'the email server gave no reason';
}
