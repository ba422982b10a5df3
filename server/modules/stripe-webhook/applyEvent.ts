import type { Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { unavailable } from '#server/platform/http/problem.ts';
import {
  applyDispute,
  applyFailedRefund,
  applyIntent,
  applyRefund,
  awaitedSince,
} from '#server/modules/invoices/index.ts';
import { saveReportedCard } from '#server/modules/saved-cards/index.ts';
import type { PaymentContext } from '#server/modules/stripe/index.ts';
import type { StripeEvent } from './readEvent.ts';

/** Once, however often it is delivered. */
export async function applyEvent(
  context: PaymentContext,
  actor: Actor,
  companyId: string,
  event: StripeEvent,
): Promise<void> {
  const { intent, invoiceId, setupIntentId, refund, failedRefund, dispute } = event;
  // Stripe is asked before the transaction. Repeated, it changes nothing.
  if (setupIntentId) await saveReportedCard(context, { companyId, setupIntentId, actor });
  await context.database.scoped([companyId], async (tx) => {
    if (!(await isFirstDelivery(tx, companyId, event))) return;
    const occasion = { now: context.clock(), actor };
    if (refund) await applyRefund(tx, companyId, refund, occasion);
    if (failedRefund) await applyFailedRefund(tx, companyId, failedRefund, occasion);
    if (dispute) await applyDispute(tx, companyId, dispute, occasion);
    if (!intent || (await applyIntent(tx, companyId, intent, occasion)) || !invoiceId) return;
    // Either something else of this account, or a sale whose intent is not stored yet: then Stripe must send it again.
    if (await awaitedSince(tx, invoiceId)) throw unavailable('This payment is not known yet');
  });
}

async function isFirstDelivery(tx: Tx, companyId: string, { id: eventId, type }: StripeEvent): Promise<boolean> {
  const stored = await tx
    .insertInto('webhook_events')
    .values({ company_id: companyId, event_id: eventId, type })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return stored.numInsertedOrUpdatedRows === 1n;
}
