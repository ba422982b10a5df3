import { subDays } from 'date-fns';
import type { Stripe } from 'stripe';
import { applyRefund, seenRefund } from './applyRefund.ts';
import { accountOf, type PaymentDeps } from './stripeConfigs.ts';

/** How far back Stripe is asked: the longest that a server may have been out of Stripe's reach. */
const daysBack = 30;

/**
 * Asks each company's account what was paid back lately, for refunds whose webhook was lost or never had an address to
 * come to. What is known already changes nothing. One that fails does not hold up the others.
 */
export async function hearMissedRefunds(deps: PaymentDeps, signal?: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  const failures: unknown[] = [];
  const failed = (error: unknown) => void failures.push(error);
  for (const companyId of await database.everyCompany()) {
    if (signal?.aborted) return;
    const stripe = await accountOf(deps, companyId);
    for (const charge of (stripe && (await refundedCharges(stripe, clock()).catch(failed))) ?? []) {
      const refund = seenRefund(charge);
      if (refund) await database.scoped([companyId], (tx) => applyRefund(tx, companyId, refund, clock())).catch(failed);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} refunds could not be heard of`);
}

/** A charge says what was paid back all told, so that one look at each is enough, however many its refunds. */
async function refundedCharges(stripe: Stripe, now: Date): Promise<Stripe.Charge[]> {
  const since = Math.floor(subDays(now, daysBack).getTime() / 1_000);
  const charges = new Map<string, Stripe.Charge>();
  for await (const { charge } of stripe.refunds.list({ created: { gte: since }, limit: 100, expand: ['data.charge'] })) {
    if (charge && typeof charge === 'object') charges.set(charge.id, charge);
  }
  return [...charges.values()];
}
