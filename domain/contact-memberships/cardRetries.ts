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

/** Stripe's reasons for which the same card never works again: it is lost, closed or blocked, or its holder stopped the payments. */
const hardDeclines: readonly string[] = [
  'do_not_try_again',
  'fraudulent',
  'invalid_account',
  'lost_card',
  'pickup_card',
  'restricted_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'stop_payment_order',
];

export interface CardDecline {
  readonly decline_code?: string | undefined;
  readonly advice_code?: string | undefined;
}

/** The bank has said that the card must not be charged again. */
export const isHardDecline = ({ decline_code, advice_code }: CardDecline): boolean =>
  advice_code === 'do_not_try_again' || (decline_code !== undefined && hardDeclines.includes(decline_code));
