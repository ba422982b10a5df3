import { refundKinds } from '#domain/ledger/accounts.ts';
import type { BookedInvoice, Entry } from '#domain/ledger/entries.ts';
import {
  disputeEntries,
  invoiceEntries,
  lineTaxes,
  paymentEntries,
  refundEntries,
  reversed,
  writeOffEntries,
} from '#domain/ledger/entries.ts';
import { shareFailedRefund, shareRefund, type SharedLine } from '#domain/ledger/shareRefund.ts';
import { sql } from 'kysely';
import type { Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceLineRow, InvoiceRow, PaymentRow } from '#server/platform/database/schema.ts';
import { post, type Posting } from './post.ts';

/** Who did it, and when. */
export interface Occasion {
  readonly at: Date;
  readonly actor: Actor;
}

type BilledInvoice = Pick<
  InvoiceRow,
  'id' | 'company_id' | 'location_id' | 'total_cents' | 'tax_cents' | 'created_by'
> & { readonly kind: string; readonly tax_rate: string | number };

/** What each posting of an invoice says. */
export const ofInvoice = ({ id, company_id, location_id }: BilledInvoice, occasion: Occasion) =>
  ({ companyId: company_id, locationId: location_id, invoiceId: id, ...occasion }) satisfies Partial<Posting>;

type Line = Pick<InvoiceLineRow, 'type' | 'item_id' | 'name' | 'total_cents' | 'discount_cents'>;

export const toBooked = (invoice: BilledInvoice, lines: readonly Line[]): BookedInvoice => ({
  isManualBalance: invoice.kind === 'manual_balance',
  total: invoice.total_cents,
  tax: invoice.tax_cents,
  taxRate: invoice.tax_rate,
  soldBy: invoice.created_by,
  lines: lines.map(({ type, item_id, name, total_cents, discount_cents }) => ({
    type,
    itemId: item_id,
    name,
    total: total_cents,
    discount: discount_cents,
  })),
});

/** When they are written; a draft is not booked. */
export const postInvoices = (
  tx: Tx,
  invoices: readonly { readonly invoice: BilledInvoice; readonly lines: readonly Line[] }[],
  occasion: Occasion,
): Promise<void> => post(tx, ...invoices.map(({ invoice, lines }) => toInvoicePosting(invoice, lines, occasion)));

const toInvoicePosting = (invoice: BilledInvoice, lines: readonly Line[], occasion: Occasion): Posting => ({
  ...ofInvoice(invoice, occasion),
  kind: 'invoice',
  entries: invoiceEntries(toBooked(invoice, lines)),
});

/**
 * One invoice as it is written: what is owed against revenue, discount and tax, line by line, in cents. `lines` are in the
 * order of the invoice, since entries name them by position. Also an invoice of nothing, so that each sale is counted.
 */
export const postInvoice = (
  tx: Tx,
  invoice: BilledInvoice,
  lines: readonly Line[],
  occasion: Occasion,
): Promise<void> => postInvoices(tx, [{ invoice, lines }], occasion);

/** It was never sold: what its posting booked is taken back on the day of the void. */
export const postVoid = async (tx: Tx, invoice: InvoiceRow, occasion: Occasion): Promise<void> =>
  post(tx, { ...ofInvoice(invoice, occasion), kind: 'void', entries: reversed(await bookedEntries(tx, invoice)) });

export const postWriteOff = (tx: Tx, invoice: InvoiceRow, cents: number, occasion: Occasion): Promise<void> =>
  post(tx, { ...ofInvoice(invoice, occasion), kind: 'write_off', entries: writeOffEntries(cents) });

type Payment = Pick<PaymentRow, 'id' | 'method' | 'other_method' | 'rounding_cents'>;
type PaymentOccasion = Occasion & { readonly drawerId?: string | null };

/** An invoice that is paid as it is written, in one statement. */
export const postPaidInvoice = (
  tx: Tx,
  invoice: InvoiceRow,
  lines: readonly Line[],
  payment: Payment & Pick<PaymentRow, 'amount_cents'>,
  occasion: PaymentOccasion,
): Promise<void> =>
  post(
    tx,
    toInvoicePosting(invoice, lines, { at: occasion.at, actor: occasion.actor }),
    toPaymentPosting(invoice, payment, payment.amount_cents, occasion),
  );

/**
 * Of this much; `invoice` is as it was before. A payment that arrives after the invoice was voided makes it a sale again; one
 * after a write-off takes back the loss.
 */
export async function postPayment(
  tx: Tx,
  invoice: InvoiceRow,
  payment: Payment,
  cents: number,
  occasion: PaymentOccasion,
): Promise<void> {
  if (cents === 0 && payment.rounding_cents === 0) return;
  if (invoice.status === 'void' && invoice.written_off_cents === 0)
    await post(tx, { ...ofInvoice(invoice, occasion), kind: 'invoice', entries: await bookedEntries(tx, invoice) });
  await post(tx, toPaymentPosting(invoice, payment, cents, occasion));
}

function toPaymentPosting(
  invoice: InvoiceRow,
  { id, method, other_method: otherMethod, rounding_cents: rounding }: Payment,
  cents: number,
  occasion: PaymentOccasion,
): Posting {
  const isWrittenOff = invoice.written_off_cents > 0;
  return {
    ...ofInvoice(invoice, occasion),
    kind: isWrittenOff ? 'write_off_paid' : 'payment',
    paymentId: id,
    drawerId: occasion.drawerId ?? null,
    entries: paymentEntries({ method, otherMethod, cents, rounding }, isWrittenOff ? 'write_offs' : 'receivable'),
  };
}

/** What Stripe withdrew for a dispute, or returned when it was won. */
export const postDispute = (
  tx: Tx,
  invoice: InvoiceRow,
  kind: 'dispute' | 'dispute_won',
  cents: number,
  occasion: Occasion,
): Promise<void> =>
  post(tx, { ...ofInvoice(invoice, occasion), kind, entries: disputeEntries(kind === 'dispute' ? cents : -cents) });

/** As the invoice was first booked. */
async function bookedEntries(tx: Tx, { id }: InvoiceRow): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select e.account, e.cents, e.line, e.category, e.item_id as "itemId", e.plan_id as "planId", e.name, e.tax_rate as "taxRate", e.staff_id as "staffId"
      from ledger_entries e
     where (e.company_id, e.posting_id) = (select p.company_id, p.id from ledger_postings p where p.invoice_id = ${id} and p.kind = 'invoice' order by p.at, p.id limit 1)
     order by e.position`.execute(tx);
  return rows;
}

interface BookedRefund {
  /** The row of the payments table. */
  readonly id: string;
  readonly method: PaymentRow['method'];
  readonly otherMethod: string | null;
  readonly cents: number;
  /** What is handed out beyond it, since cash has no smaller coin; may be negative. */
  readonly rounding?: number | undefined;
  /** Whether nothing that was paid is left: then the rounding of the sale is taken back too. */
  readonly isWhole?: boolean;
  /** The staff's refund of which it is a part. */
  readonly refundId: string | null;
  /** What that refund asks for of each line, in cents. */
  readonly asked?: readonly number[] | undefined;
  readonly drawerId?: string | null;
}

/** Money that goes back, or came back when the bank returned it. */
export async function postRefund(
  tx: Tx,
  invoice: InvoiceRow,
  kind: (typeof refundKinds)[number],
  {
    id,
    method,
    otherMethod,
    cents,
    rounding = 0,
    isWhole = false,
    refundId,
    asked = [],
    drawerId = null,
  }: BookedRefund,
  occasion: Occasion,
): Promise<void> {
  if (cents === 0) return;
  const rows = await tx
    .selectFrom('invoice_lines')
    .select(['type', 'item_id', 'name', 'total_cents', 'discount_cents'])
    .where('invoice_id', '=', invoice.id)
    .orderBy('position')
    .execute();
  const booked = toBooked(invoice, rows);
  const taxes = lineTaxes(booked);
  const given = await givenBack(tx, invoice, refundId);
  const isFailed = kind === 'refund_failed';
  const lines: SharedLine[] = booked.lines.map(({ total }, position) => {
    const tax = taxes[position] ?? 0;
    const { gross = 0, tax: refundedTax = 0, ofRefund = 0 } = given.find(({ line }) => line === position) ?? {};
    return {
      gross: total + tax,
      tax,
      refunded: { gross, tax: refundedTax },
      asked: isFailed ? (refundId ? ofRefund : gross) : Math.max(0, (asked[position] ?? 0) - ofRefund),
    };
  });
  const sign = isFailed ? -1 : 1;
  const exact = isWhole ? cents - invoice.cash_rounding_cents : cents;
  await post(tx, {
    ...ofInvoice(invoice, occasion),
    kind,
    paymentId: id,
    drawerId,
    entries: refundEntries(
      booked,
      { method, otherMethod, cents: sign * (cents + rounding), rounding: sign * (cents + rounding - exact) },
      isFailed ? shareFailedRefund(lines, exact) : shareRefund(lines, exact),
    ),
  });
}

/** Of each line so far, and of that by this refund. In cents. */
async function givenBack(tx: Tx, { id }: InvoiceRow, refundId: string | null) {
  const { rows } = await sql<{ line: number; gross: number; tax: number; ofRefund: number }>`
    select e.line, sum(e.cents)::int as gross, coalesce(sum(e.cents) filter (where e.account = 'tax'), 0)::int as tax,
           coalesce(sum(e.cents) filter (where r.refund_id = ${refundId}::uuid), 0)::int as "ofRefund"
      from ledger_postings p
      join ledger_entries e on (e.company_id, e.posting_id) = (p.company_id, p.id) and e.line is not null
      left join payments r on r.id = p.payment_id
     where p.invoice_id = ${id} and p.kind = any (${refundKinds}::text[])
     group by e.line`.execute(tx);
  return rows;
}
