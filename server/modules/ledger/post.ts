import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { type PostingKind, refundKinds } from '#domain/ledger/accounts.ts';
import {
  disputeEntries,
  invoiceEntries,
  paymentEntries,
  reversed,
  writeOffEntries,
  type BookedInvoice,
  type Entry,
  lineTaxes,
  refundEntries,
  shareFailedRefund,
  shareRefund,
  type SharedLine,
} from '#domain/ledger/entries.ts';
import { dayIn } from '#domain/shared/dates.ts';
import type { Actor, Occasion } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';
import type { InvoiceLineRow, InvoiceRow, PaymentRow } from '#server/platform/database/schema.ts';

export interface Posting {
  readonly kind: PostingKind;
  readonly companyId: string;
  readonly locationId: string;
  readonly at: Date;
  readonly actor: Actor;
  /** They add up to zero, which the database checks at commit. */
  readonly entries: readonly Entry[];
  readonly invoiceId?: string;
  /** The payment, also one that is disputed, or the refund. */
  readonly paymentId?: string;
  readonly drawerId?: string | null;
}

/** Books money that moves, or that is owed, in one statement of the transaction of what happened. */
export async function post(tx: Tx, ...all: readonly Posting[]): Promise<void> {
  const postings = all.filter(({ entries }) => entries.length > 0).map((posting) => ({ id: uuid(), ...posting }));
  if (postings.length === 0) return;
  const zones = await readTimezones(tx, postings);
  const rows = postings.map(({ id, kind, companyId, locationId, at, actor, invoiceId, paymentId, drawerId }) => ({
    id,
    company_id: companyId,
    location_id: locationId,
    at,
    business_day: dayIn(zones.get(locationId) ?? raise(notFound('Location')), at),
    kind,
    invoice_id: invoiceId,
    payment_id: paymentId,
    drawer_id: drawerId,
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    request_id: actor.requestId,
  }));
  const entries = postings.flatMap((posting) =>
    posting.entries.map((entry, position) => ({
      posting_id: posting.id,
      position,
      account: entry.account,
      cents: entry.cents,
      line: entry.line,
      category: entry.category,
      item_id: entry.itemId,
      plan_id: entry.planId,
      name: entry.name,
      tax_rate: entry.taxRate,
      method: entry.method,
      staff_id: entry.staffId,
    })),
  );
  await sql`
    with posted as (
      insert into ledger_postings (id, company_id, location_id, at, business_day, kind, invoice_id, payment_id, drawer_id,
                                   actor_type, actor_id, actor_name, request_id)
      select p.id, p.company_id, p.location_id, p.at, p.business_day, p.kind, p.invoice_id, p.payment_id, p.drawer_id,
             p.actor_type, p.actor_id, p.actor_name, p.request_id
        from jsonb_populate_recordset(null::ledger_postings, ${JSON.stringify(rows)}::jsonb) as p
      returning id, company_id, location_id, business_day, kind)
    insert into ledger_entries (posting_id, company_id, location_id, business_day, kind, position, account, cents, line, category, item_id, plan_id,
                                name, tax_rate, method, staff_id)
    select p.id, p.company_id, p.location_id, p.business_day, p.kind, e.position, e.account, e.cents, e.line, e.category, e.item_id, e.plan_id,
           e.name, e.tax_rate, e.method, e.staff_id
      from posted as p
      join jsonb_populate_recordset(null::ledger_entries, ${JSON.stringify(entries)}::jsonb) as e on e.posting_id = p.id`.execute(
    tx,
  );
}

/** The business day is by the clock that the reports and drawers go by: the database may have other rules for daylight saving time. */
async function readTimezones(tx: Tx, postings: readonly Posting[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(postings.map(({ locationId }) => locationId))];
  const rows = await tx.selectFrom('locations').select(['id', 'timezone']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, timezone }) => [id, timezone]));
}

type BilledInvoice = Pick<
  InvoiceRow,
  'id' | 'company_id' | 'location_id' | 'total_cents' | 'tax_cents' | 'created_by'
> & { readonly kind: string; readonly tax_rate: string | number };

export const ofInvoice = ({ id, company_id, location_id }: BilledInvoice, { now, actor }: Occasion) =>
  ({ companyId: company_id, locationId: location_id, invoiceId: id, at: now, actor }) satisfies Partial<Posting>;

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

/** Called when invoices are written. A draft is not booked. */
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
  post(tx, { ...ofInvoice(invoice, occasion), kind: 'void', entries: reversed(await readFirstEntries(tx, invoice)) });

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
    toInvoicePosting(invoice, lines, occasion),
    toPaymentPosting(invoice, payment, payment.amount_cents, occasion),
  );

/**
 * `invoice` is as it was before the payment. A payment that arrives after the invoice was voided makes it a sale again; one after a
 * write-off takes back the loss.
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
    await post(tx, { ...ofInvoice(invoice, occasion), kind: 'invoice', entries: await readFirstEntries(tx, invoice) });
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

/** Stripe withdraws money for a dispute; negative when it returns it, because the dispute is won or about less. */
export const postDispute = (
  tx: Tx,
  invoice: InvoiceRow,
  payment: PaymentRow | undefined,
  cents: number,
  occasion: Occasion,
): Promise<void> =>
  post(tx, {
    ...ofInvoice(invoice, occasion),
    ...(payment && { paymentId: payment.id }),
    kind: cents > 0 ? 'dispute' : 'dispute_won',
    entries: disputeEntries(cents),
  });

/** The entries with which the invoice was first booked. */
async function readFirstEntries(tx: Tx, { id }: InvoiceRow): Promise<Entry[]> {
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
  /** Handed out beyond the amount, since cash has no smaller coin. May be negative. */
  readonly rounding?: number | undefined;
  /** True when nothing that was paid is left. Then the rounding of the sale is taken back too. */
  readonly isWhole?: boolean;
  /** The staff's refund of which it is a part. */
  readonly refundId: string | null;
  /** By line, in cents. */
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
  const given = await readGivenBack(tx, invoice, refundId);
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

/** In cents, by line: so far, and by this refund. */
async function readGivenBack(tx: Tx, { id }: InvoiceRow, refundId: string | null) {
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
