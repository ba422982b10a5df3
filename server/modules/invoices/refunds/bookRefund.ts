import { sumBy } from 'es-toolkit';
import { fromCents } from '#domain/shared/money.ts';
import { cardMethod, drawerMethod } from '#domain/invoices/paymentMethods.ts';
import { afterRefund, linesCents, linesPaidBack, splitRefund } from '#domain/invoices/refunds.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Actor, Occasion } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { RefundPart } from '#server/platform/database/jsonColumns.ts';
import type { InvoiceRow, PaymentRow, RefundRow } from '#server/platform/database/schema.ts';
import { nextUpdatedAt } from '#server/platform/http/optimisticLock.ts';
import { postRefund } from '#server/modules/ledger/index.ts';
import { readRefundableLines, readRefundedSums } from './refundsRepo.ts';
import { lockOpenDrawer } from '../payments/cashDrawer.ts';
import { returnStock } from '#server/modules/sales-items/index.ts';
import { toMoney, invoiceActivity, invoiceChanges } from '../rows.ts';
import { invoiceSubject } from '../subject.ts';
import { emailRefund } from '#server/modules/email-queue/index.ts';

interface RefundOccasion extends Occasion {
  /** By line, in cents. Undefined for a refund of an amount. */
  readonly asked?: readonly number[] | undefined;
}

type RefundedPayment = Pick<PaymentRow, 'id' | 'amount_cents' | 'method'> &
  Partial<PaymentRow> & { readonly kind: 'refund' | 'refund_failed' };

/**
 * Never books more than is left of what was paid: what Stripe returned beyond that is the row's surplus, which reconciliation
 * shows. The caller holds the invoice's lock.
 */
export async function bookRefundRow(
  tx: Tx,
  invoice: InvoiceRow,
  row: RefundedPayment,
  { asked, ...occasion }: RefundOccasion,
): Promise<InvoiceRow> {
  const { now } = occasion;
  const rounding = row.rounding_cents ?? 0;
  const { booked, surplus } = await readRefundedSums(tx, invoice.id);
  const split = splitRefund(row.kind, row.amount_cents, { left: Math.max(0, invoice.paid_cents - booked), surplus });
  await tx
    .insertInto('payments')
    .values({
      company_id: invoice.company_id,
      invoice_id: invoice.id,
      status: 'refunded',
      stripe_payment_intent_id: null,
      stripe_refund_id: null,
      tendered_cents: null,
      failure_message: null,
      created_at: now,
      updated_at: now,
      ...row,
      amount_cents: split.booked,
      surplus_cents: split.surplus,
    })
    .execute();
  const refunded = Math.min(invoice.paid_cents, booked + (row.kind === 'refund' ? split.booked : -split.booked));
  const drawerId =
    row.method === drawerMethod && split.booked + rounding > 0
      ? await lockOpenDrawer(tx, invoice.company_id, invoice.location_id)
      : null;
  await postRefund(
    tx,
    invoice,
    row.kind,
    {
      id: row.id,
      method: row.method,
      otherMethod: row.other_method ?? null,
      cents: split.booked,
      rounding,
      isWhole:
        invoice.due_cents === 0 && (row.kind === 'refund' ? refunded : invoice.refunded_cents) === invoice.paid_cents,
      refundId: row.refund_id ?? null,
      asked,
      drawerId,
    },
    occasion,
  );
  const change = { refunded_cents: refunded, status: afterRefund(toMoney(invoice), refunded) };
  const { updated_at } = await tx
    .updateTable('invoices')
    .set({ ...change, updated_at: nextUpdatedAt(now) })
    .where('id', '=', invoice.id)
    .returning('updated_at')
    .executeTakeFirstOrThrow();
  return { ...invoice, ...change, updated_at };
}

/** Books a part that went back to its card. The last part completes the refund. Repeated, it only stores Stripe's id. */
export async function bookCardPart(
  tx: Tx,
  invoice: InvoiceRow,
  refund: RefundRow,
  part: RefundPart,
  { stripeRefundId, ...occasion }: ReportedRefund,
): Promise<InvoiceRow> {
  const bookedPart = await tx.selectFrom('payments').select('id').where('id', '=', part.id).executeTakeFirst();
  if (bookedPart) {
    if (stripeRefundId)
      await tx.updateTable('payments').set({ stripe_refund_id: stripeRefundId }).where('id', '=', part.id).execute();
    return invoice;
  }
  const row = {
    id: part.id,
    kind: 'refund' as const,
    amount_cents: part.cents,
    method: cardMethod,
    stripe_payment_intent_id: part.intentId,
    stripe_refund_id: stripeRefundId ?? null,
    refund_of: part.paymentId,
    refund_id: refund.id,
  };
  const asked = await readAskedByLine(tx, invoice, refund);
  const after = await bookRefundRow(tx, invoice, row, { ...occasion, asked });
  const booked = await readBookedParts(tx, refund);
  if (booked.length < refund.parts.length) {
    await logRefund(tx, { before: invoice, after }, refund, occasion.actor);
    return after;
  }
  await finishRefund(tx, { before: invoice, after }, refund, occasion);
  return after;
}

/** In cents, by line of the invoice. */
export async function readAskedByLine(tx: Tx, invoice: InvoiceRow, { lines }: RefundRow): Promise<number[]> {
  const priced = { lines: await readRefundableLines(tx, invoice.id), tax: invoice.tax_cents };
  return priced.lines.map((_line, position) =>
    linesCents(
      priced,
      lines.filter((line) => line.position === position),
    ),
  );
}

export async function readBookedParts(tx: Tx, refund: RefundRow): Promise<RefundPart[]> {
  const rows = await tx
    .selectFrom('payments')
    .select('id')
    .where('invoice_id', '=', refund.invoice_id)
    .where('refund_id', '=', refund.id)
    .execute();
  return refund.parts.filter((part) => rows.some(({ id }) => id === part.id));
}

interface ReportedRefund extends Occasion {
  /** Undefined when only the sum is known: a webhook does not include it. */
  readonly stripeRefundId: string | undefined;
}

interface Refunded {
  readonly before: InvoiceRow;
  readonly after: InvoiceRow;
  /** What is handed out beyond the refund since cash has no smaller coin, in cents. */
  readonly rounding?: number;
}

export async function finishRefund(tx: Tx, refunded: Refunded, refund: RefundRow, occasion: Occasion): Promise<void> {
  await tx
    .updateTable('refunds')
    .set({ completed_at: occasion.now, busy_until: null })
    .where('id', '=', refund.id)
    .execute();
  await logRefund(tx, refunded, refund, occasion.actor);
  const { amount_cents: exact, destination: method } = refund;
  const cents = exact + (refunded.rounding ?? 0);
  if (cents > 0) await emailRefund(tx, refunded.after, { cents, method }, occasion.now);
  await restock(tx, refund);
  const { membership } = refund;
  if (membership !== 'keep') await invoiceSubject().refunded(tx, refunded.after, { ...refund, membership }, occasion);
}

const logRefund = (tx: Tx, { before, after }: Refunded, { reason, destination }: RefundRow, actor: Actor) =>
  logActivity(
    tx,
    actor,
    invoiceActivity('invoice.refunded', before, [
      ...refundChanges(before, after),
      ...changesBetween(null, { destination, reason }),
    ]),
  );

export const refundChanges = (before: InvoiceRow, after: InvoiceRow) => [
  { field: 'refunded', before: fromCents(before.refunded_cents), after: fromCents(after.refunded_cents) },
  ...invoiceChanges(before, after),
];

async function restock(tx: Tx, refund: RefundRow): Promise<void> {
  const back = refund.lines.filter((line) => line.restock);
  if (back.length === 0) return;
  const lines = await tx
    .selectFrom('invoice_lines')
    .select(['position', 'item_id'])
    .where('invoice_id', '=', refund.invoice_id)
    .execute();
  const quantities = new Map<string, number>();
  for (const { position, quantity } of back) {
    const itemId = lines.find((line) => line.position === position)?.item_id;
    if (itemId) quantities.set(itemId, (quantities.get(itemId) ?? 0) + quantity);
  }
  await returnStock(
    tx,
    [...quantities].map(([salesItemId, quantity]) => ({ salesItemId, quantity })),
  );
}

/**
 * Ends a refund that Stripe made in part or not at all: what is booked stays, with the lines that the money pays for. The
 * other items can be refunded again, and are not restocked.
 */
export async function abandonRefund(tx: Tx, invoice: InvoiceRow, refund: RefundRow, occasion: Occasion): Promise<void> {
  const parts = await readBookedParts(tx, refund);
  if (parts.length === 0) {
    await tx.deleteFrom('refunds').where('id', '=', refund.id).execute();
    return;
  }
  const amount_cents = sumBy(parts, ({ cents }) => cents);
  const paidBack = linesPaidBack(
    { lines: await readRefundableLines(tx, invoice.id), tax: invoice.tax_cents },
    refund.lines,
    amount_cents,
  );
  const lines = paidBack.map((line) => ({
    ...line,
    restock: refund.lines.some((asked) => asked.restock && asked.position === line.position),
  }));
  await tx
    .updateTable('refunds')
    .set({ parts: JSON.stringify(parts), lines: JSON.stringify(lines), amount_cents })
    .where('id', '=', refund.id)
    .execute();
  await finishRefund(tx, { before: invoice, after: invoice }, { ...refund, parts, lines, amount_cents }, occasion);
}
