import { drawerMethod } from '#domain/invoices/paymentMethods.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import { postPayment } from '#server/modules/ledger/index.ts';
import type { Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow, PaymentRow } from '#server/platform/database/schema.ts';
import { paymentStarted } from '../activities.ts';
import { isStillOpen, lockOpenDrawer } from '../payments/cashDrawer.ts';
import { writePayment } from '../payments/writePayment.ts';

/** The part of a sale that is paid in cash beside the card. */
export interface CashPart {
  readonly cents: number;
  readonly tenderedCents: number | null;
}

/** Refused where cash needs an open drawer and none is open. It is forgotten when the invoice no longer awaits its card payment. */
export async function planCash(
  tx: Tx,
  { id, company_id, location_id }: InvoiceRow,
  { cents, tenderedCents }: CashPart,
  actor: Actor,
): Promise<void> {
  await tx
    .insertInto('planned_cash')
    .values({
      invoice_id: id,
      company_id,
      amount_cents: cents,
      tendered_cents: tenderedCents,
      drawer_id: await lockOpenDrawer(tx, company_id, location_id),
      actor_type: actor.type,
      actor_id: actor.id,
      actor_name: actor.name,
      request_id: actor.requestId,
    })
    .execute();
}

/**
 * Books the cash that was planned beside a card payment of this much, which is the rest of what is due. Undefined
 * without a plan, or when its drawer was closed since, as that drawer is counted and the cash is due again.
 */
export async function bookPlannedCash(
  tx: Tx,
  invoice: InvoiceRow,
  cardCents: number,
  now: Date,
): Promise<PaymentRow | undefined> {
  const plan = await tx
    .selectFrom('planned_cash')
    .select(['amount_cents', 'tendered_cents', 'drawer_id', 'actor_type', 'actor_id', 'actor_name', 'request_id'])
    .where('invoice_id', '=', invoice.id)
    .executeTakeFirst();
  if (!plan || plan.amount_cents + cardCents !== invoice.due_cents) return undefined;
  if (plan.drawer_id !== null && !(await isStillOpen(tx, plan.drawer_id))) return undefined;
  const { amount_cents: cents, tendered_cents, drawer_id: drawerId } = plan;
  const actor = { type: plan.actor_type, id: plan.actor_id, name: plan.actor_name, requestId: plan.request_id };
  const payment = await writePayment(tx, invoice, drawerMethod, now, { amount_cents: cents, tendered_cents });
  await postPayment(tx, invoice, payment, cents, { now, actor, drawerId });
  await logActivity(tx, actor, paymentStarted('invoice.payment-taken', invoice, { method: drawerMethod, cents }));
  return payment;
}
