import { addDays } from '#domain/shared/dates.ts';

interface Declined {
  /** The day of the first failure, from which all retries are counted. */
  readonly firstFailedOn: string;
  /** How many charges failed, this one included. */
  readonly failures: number;
  readonly today: string;
  /** The company's setting from when the renewal was billed. */
  readonly retryDays: readonly number[];
}

/** The day on which the card is charged again; null after the last try. A missed day becomes the next day. */
export function nextRetryOn({ firstFailedOn, failures, today, retryDays }: Declined): string | null {
  const days = retryDays[failures - 1];
  if (days === undefined) return null;
  const planned = addDays(firstFailedOn, days);
  return planned > today ? planned : addDays(today, 1);
}

export const renewalStops = ['card_declined'] as const;
export type RenewalStop = (typeof renewalStops)[number];
