import { subDays } from 'date-fns';
import { sql } from 'kysely';
import type { Stripe } from 'stripe';
import { applyRefund, seenRefund } from './applyRefund.ts';
import { byCompany } from './byCompany.ts';
import type { PaymentDeps } from './stripeConfigs.ts';

/** How far back Stripe is asked: the longest that a server may have been out of Stripe's reach. */
const daysBack = 30;

/**
 * Asks each company's account what was paid back lately, for refunds whose webhook was lost or never had an address to
 * come to. What is known already changes nothing. One that fails does not hold up the others.
 */
export async function hearMissedRefunds(deps: PaymentDeps, signal?: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  const { rows } = await sql<{ company_id: string }>`select company_id from companies_with_stripe()`.execute(database.unscoped);
  const refused: unknown[] = [];
  const unheard = await byCompany(deps, {
    rows,
    signal,
    work: async ({ company_id }, stripe) => {
      for (const charge of stripe ? await refundedCharges(stripe, clock()) : []) {
        const refund = seenRefund(charge);
        if (!refund) continue;
        await database.scoped([company_id], (tx) => applyRefund(tx, company_id, refund, clock())).catch((error: unknown) => refused.push(error));
      }
    },
  });
  const failures = [...unheard, ...refused];
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
