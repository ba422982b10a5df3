import { addDays } from './dates.ts';

/** A renewal whose card was declined. */
interface Declined {
  /** The day of the first failure, from which all retries are counted. */
  readonly firstFailedOn: string;
  /** How often the card was charged in vain, this time included. */
  readonly failures: number;
  readonly today: string;
  /** As the company's settings were when the renewal was billed. */
  readonly retryDays: readonly number[];
}

/** The day on which the card is charged again; null after the last try. A day that went by unused becomes the next day. */
export function nextRetryOn({ firstFailedOn, failures, today, retryDays }: Declined): string | null {
  const days = retryDays[failures - 1];
  if (days === undefined) return null;
  const planned = addDays(firstFailedOn, days);
  return planned > today ? planned : addDays(today, 1);
}
