import { subDays } from 'date-fns';
import type { Stripe } from 'stripe';
import { fromCents } from '#domain/shared/money.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import { stripeActor, type Occasion } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { invoiceActivity } from '../rows.ts';
import { postDispute } from '#server/modules/ledger/index.ts';
import { lockInvoice, findIntentPayment } from '../repo.ts';
import { findCompaniesWithStripe, getId, type PaymentContext, runPerCompany } from '#server/modules/stripe/index.ts';

/** A cardholder disputes a payment at their bank. */
export interface DisputeState {
  readonly id: string;
  readonly intentId: string;
  readonly status: string;
  readonly reason: string;
  readonly cents: number;
  readonly openedAt: Date;
  /** The bank's deadline. */
  readonly dueBy: Date | null;
}

type ReadDispute = Pick<Stripe.Dispute, 'id' | 'payment_intent' | 'status' | 'reason' | 'amount' | 'created'> & {
  readonly evidence_details?: { readonly due_by: number | null } | undefined;
};

/** Undefined when the charge belongs to no intent. */
export function readDisputeState({
  id,
  payment_intent,
  status,
  reason,
  amount,
  created,
  evidence_details,
}: ReadDispute): DisputeState | undefined {
  const intentId = getId(payment_intent);
  if (!intentId) return undefined;
  const due = evidence_details?.due_by;
  const dueBy = due ? new Date(due * 1_000) : null;
  return { id, intentId, status, reason, cents: amount, openedAt: new Date(created * 1_000), dueBy };
}

/** An inquiry may become a dispute, which is answered and then decided. */
const inOrder = ['warning_needs_response', 'warning_under_review', 'needs_response', 'under_review', 'lost'];

/** An older report never replaces a newer one. Won ranks above lost; a status that is not known is under review. */
function rankStatus(status: string): number {
  if (isWon(status)) return inOrder.length;
  return inOrder.indexOf(inOrder.includes(status) ? status : 'under_review');
}

const isInquiry = (status: string): boolean => status.startsWith('warning');

/** Won, or an inquiry that was closed without a dispute. */
const isWon = (status: string): boolean => ['won', 'warning_closed', 'prevented'].includes(status);

/** Stripe takes the money once the bank disputes the payment, not while it only inquires, and returns it when it is won. */
const withdrawnCents = ({ status, cents }: { readonly status: string; readonly cents: number }): number =>
  isInquiry(status) || isWon(status) ? 0 : cents;

/**
 * Marks the invoice, however often and in whatever order Stripe reports it. The mark is removed when the dispute is won and
 * stays when it is lost. The invoice stays paid: the ledger books the money that Stripe takes and returns. False when the payment is not Spotter's.
 */
export async function applyDispute(
  tx: Tx,
  companyId: string,
  dispute: DisputeState,
  occasion: Occasion,
): Promise<boolean> {
  const { id, intentId, status, reason, cents, openedAt, dueBy } = dispute;
  const intent = await tx
    .selectFrom('payment_intents')
    .select('invoice_id')
    .where('id', '=', intentId)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (!intent) return false;
  const invoice = await lockInvoice(tx, intent.invoice_id);
  const storedDispute = await tx
    .selectFrom('disputes')
    .select(['status', 'amount_cents', 'due_by'])
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (storedDispute && rankStatus(status) < rankStatus(storedDispute.status)) return true;
  if (dueBy && storedDispute && storedDispute.due_by?.getTime() !== dueBy.getTime())
    await postpone(tx, companyId, dispute);
  if (storedDispute?.status === status && storedDispute.amount_cents === cents) return true;
  const row = {
    id,
    company_id: companyId,
    invoice_id: invoice.id,
    amount_cents: cents,
    status,
    reason,
    opened_at: openedAt,
    due_by: dueBy,
    updated_at: occasion.now,
  };
  await tx
    .insertInto('disputes')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'id']).doUpdateSet({ status, amount_cents: cents, updated_at: occasion.now }),
    )
    .execute();
  const before = storedDispute ? withdrawnCents({ ...storedDispute, cents: storedDispute.amount_cents }) : 0;
  const withdrawn = withdrawnCents(dispute) - before;
  if (withdrawn !== 0) await postDispute(tx, invoice, await findIntentPayment(tx, intentId), withdrawn, occasion);
  const all = await tx
    .selectFrom('disputes')
    .select(['status', 'opened_at'])
    .where('invoice_id', '=', invoice.id)
    .orderBy('opened_at')
    .execute();
  const disputedAt = all.find((one) => !isWon(one.status))?.opened_at ?? null;
  await tx.updateTable('invoices').set({ disputed_at: disputedAt }).where('id', '=', invoice.id).execute();
  if (storedDispute?.status === status) return true;
  const action = isWon(status)
    ? 'dispute-won'
    : status === 'lost'
      ? 'dispute-lost'
      : storedDispute
        ? undefined
        : 'disputed';
  if (!action) return true;
  const times = changesBetween(
    { disputedAt: invoice.disputed_at?.toISOString() ?? null },
    { disputedAt: disputedAt?.toISOString() ?? null },
  );
  const facts = changesBetween(null, { amount: fromCents(cents), reason: reason.replaceAll('_', ' ') });
  await logActivity(tx, occasion.actor, invoiceActivity(`invoice.${action}`, invoice, [...times, ...facts]));
  return true;
}

const postpone = (tx: Tx, companyId: string, { id, dueBy }: DisputeState) =>
  tx.updateTable('disputes').set({ due_by: dueBy }).where('id', '=', id).where('company_id', '=', companyId).execute();

/** Longer than a dispute takes to be decided. */
const daysBack = 120;

/** Serves accounts whose webhook was lost or has no public address. */
export async function reconcileDisputes(context: PaymentContext, signal?: AbortSignal): Promise<void> {
  const { database, clock } = context;
  const rows = await findCompaniesWithStripe(database);
  const failures = await runPerCompany(context, {
    rows,
    signal,
    work: async ({ company_id }, stripe) => {
      if (!stripe) return;
      const created = { gte: Math.floor(subDays(clock(), daysBack).getTime() / 1_000) };
      for await (const read of stripe.disputes.list({ created, limit: 100 })) {
        const dispute = readDisputeState(read);
        if (dispute)
          await database.scoped([company_id], (tx) =>
            applyDispute(tx, company_id, dispute, { now: clock(), actor: stripeActor }),
          );
      }
    },
  });
  if (failures.length > 0)
    throw new AggregateError(failures, `The disputes of ${failures.length} companies could not be read`);
}
