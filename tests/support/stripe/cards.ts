/** The result of a charge on each of Stripe's test cards: at the counter, and later off-session. */
export type ChargeOutcome = 'succeeded' | 'declined' | 'requires_action' | 'processing';
export const cards: Record<
  string,
  { now: ChargeOutcome; later: ChargeOutcome; reason?: { decline_code: string; advice_code?: 'do_not_try_again' } }
> = {
  pm_card_visa: { now: 'succeeded', later: 'succeeded' },
  pm_card_mastercard: { now: 'succeeded', later: 'succeeded' },
  pm_card_createDispute: { now: 'succeeded', later: 'succeeded' },
  pm_card_chargeDeclined: { now: 'declined', later: 'declined' },
  pm_card_chargeCustomerFail: { now: 'succeeded', later: 'declined' },
  pm_card_laterStolen: { now: 'succeeded', later: 'declined', reason: { decline_code: 'stolen_card' } },
  pm_card_laterNotAgain: {
    now: 'succeeded',
    later: 'declined',
    reason: { decline_code: 'generic_decline', advice_code: 'do_not_try_again' },
  },
  pm_card_authenticationRequired: { now: 'requires_action', later: 'declined' },
  pm_card_processing: { now: 'processing', later: 'processing' },
};
