import { cardMethod, drawerMethod } from '#domain/invoices/paymentMethods.ts';
import type { InvoiceLineTable, InvoiceTable, PaymentTable } from '#server/platform/database/schema.ts';
import { computeTotals } from '#domain/invoices/totals.ts';
import type { Place } from './companies.ts';
import type { Person } from './contacts.ts';
import type { DemoRows } from './rows.ts';
import { minutesBefore } from './time.ts';

export interface InvoiceLine {
  type: InvoiceLineTable['type'];
  itemId: string;
  name: string;
  description: string;
  quantity: number;
  cents: number;
  /** Whose membership it is for, if not the customer's. */
  member?: string;
}

export interface NewInvoice {
  person: Person;
  place: Place;
  kind: InvoiceTable['kind'];
  at: Date;
  description: string;
  notes?: string;
  lines: readonly InvoiceLine[];
  status: InvoiceTable['status'];
  method: PaymentTable['method'];
  /** The seller; null for a renewal. */
  by: string | null;
}

/** Writes an invoice with its lines and payment, and returns its id. */
export function addInvoice(rows: DemoRows, sale: NewInvoice): string {
  const { person, place, at: created_at, lines, status } = sale;
  const id = person.random.id(created_at);
  const { subtotal, tax, total } = computeTotals(
    lines.map(({ cents, quantity }) => ({ unitCents: cents, quantity })),
    place.spec.salesTaxRate,
  );
  const { paid, due } = settled(status, total);
  rows.invoices.push({
    id,
    company_id: place.companyId,
    location_id: place.id,
    contact_id: person.id,
    kind: sale.kind,
    status,
    description: sale.description,
    subtotal_cents: subtotal,
    tax_rate: place.spec.salesTaxRate,
    tax_cents: tax,
    total_cents: total,
    paid_cents: paid,
    due_cents: due,
    refunded_cents: status === 'refunded' ? paid : 0,
    currency: 'USD',
    customer_first_name: person.firstName,
    customer_last_name: person.lastName,
    customer_email: person.email,
    customer_phone: person.phone,
    location_name: place.spec.name,
    company_name: place.companyName,
    notes: sale.notes ?? '',
    metadata: '{}',
    created_by: sale.by,
    created_at,
    updated_at: created_at,
  });
  lines.forEach(({ type, itemId, name, description, quantity, cents, member = null }, position) => {
    rows.invoice_lines.push({
      invoice_id: id,
      position,
      company_id: place.companyId,
      type,
      item_id: itemId,
      name,
      description,
      quantity,
      member_name: member,
      price_cents: cents,
      total_cents: cents * quantity,
    });
  });
  const payment = toPayment(sale, total);
  const paymentId = person.random.id(created_at);
  if (payment) rows.payments.push({ ...payment, id: paymentId, invoice_id: id, company_id: place.companyId });
  if (payment && status === 'refunded') addRefund(rows, sale, { id, paymentId, payment, total });
  return id;
}

/** The whole sale was refunded 40 minutes later by its seller. */
function addRefund(
  rows: DemoRows,
  { person, place, at, method, by, lines }: NewInvoice,
  { id, paymentId, payment, total }: { id: string; paymentId: string; payment: Payment; total: number },
): void {
  const created_at = minutesBefore(at, -40);
  const refundId = person.random.id(created_at);
  const ofInvoice = { invoice_id: id, company_id: place.companyId, created_at };
  rows.payments.push({
    ...payment,
    ...ofInvoice,
    id: refundId,
    kind: 'refund',
    status: 'refunded',
    tendered_cents: null,
    refund_of: paymentId,
    refund_id: by && refundId,
    updated_at: created_at,
  });
  if (by === null) return;
  rows.refunds.push({
    ...ofInvoice,
    id: refundId,
    amount_cents: total,
    destination: method === cardMethod ? cardMethod : drawerMethod,
    reason: 'Bought by mistake',
    membership: 'keep',
    lines: JSON.stringify(lines.map(({ quantity }, position) => ({ position, quantity, restock: false }))),
    parts: JSON.stringify([{ id: refundId, paymentId, intentId: null, cents: total }]),
    created_by: by,
    busy_until: null,
    completed_at: created_at,
  });
}

type Money = { paid: number; due: number };

/** What is paid and due, by status. Nothing is due on a void invoice. */
function settled(status: InvoiceTable['status'], total: number): Money {
  const amounts: Record<InvoiceTable['status'], Money> = {
    draft: { paid: 0, due: total },
    open: { paid: 0, due: total },
    partially_paid: { paid: half(total), due: total - half(total) },
    paid: { paid: total, due: 0 },
    overdue: { paid: 0, due: total },
    void: { paid: 0, due: 0 },
    refunded: { paid: total, due: 0 },
  };
  return amounts[status];
}

const half = (total: number) => Math.floor(total / 200) * 100 || Math.floor(total / 2);

type Payment = Omit<DemoRows['payments'][number], 'id' | 'invoice_id' | 'company_id'>;

function toPayment({ status, method, at: created_at }: NewInvoice, total: number): Payment | null {
  const base = {
    kind: 'payment' as const,
    method,
    created_at,
    updated_at: created_at,
    stripe_payment_intent_id: null,
    stripe_refund_id: null,
    tendered_cents: null,
    failure_message: null,
  };
  const { paid } = settled(status, total);
  const tendered = (amount: number) => (method === drawerMethod ? Math.ceil(amount / 500) * 500 : null);
  const payments: Record<InvoiceTable['status'], Payment | null> = {
    draft: null,
    open: method === cardMethod ? { ...base, amount_cents: total, status: 'pending' } : null,
    partially_paid: { ...base, amount_cents: paid, status: 'completed', tendered_cents: tendered(paid) },
    paid: { ...base, amount_cents: paid, status: 'completed', tendered_cents: tendered(paid) },
    overdue: {
      ...base,
      method: 'card',
      amount_cents: total,
      status: 'failed',
      failure_message: 'Your card was declined.',
    },
    void: null,
    refunded: { ...base, amount_cents: paid, status: 'completed', tendered_cents: tendered(paid) },
  };
  return payments[status];
}
