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
