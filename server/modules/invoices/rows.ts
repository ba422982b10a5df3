import { pick, sumBy } from 'es-toolkit';
import type { Selectable } from 'kysely';
import type { InvoiceMoney } from '#domain/invoices/collecting.ts';
import type { Invoice, InvoiceContact, InvoiceLineItem, Payment, Refund } from '#domain/invoices/contract.ts';
import type { AskedReceipt } from '#domain/invoices/receiptContract.ts';
import type { ReceiptDetails } from '#domain/settings/contract.ts';
import { fromCents } from '#domain/shared/money.ts';
import type {
  InvoiceLineRow,
  InvoiceRow,
  EmailTable,
  PaymentRow,
  ContactMembershipTable,
} from '#server/platform/database/schema.ts';
import type { ActionOf } from '#domain/activity/sentences.ts';
import type { ActivityChange } from '#domain/activity/contract.ts';
import type { PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import { type Activity, changesBetween } from '#server/modules/activity/index.ts';
import type { ListedRefund } from './refunds/refundsRepo.ts';
import type { SaleLine } from './writeInvoice.ts';

export type ListedLine = Pick<
  InvoiceLineRow,
  | 'name'
  | 'description'
  | 'type'
  | 'quantity'
  | 'price_cents'
  | 'total_cents'
  | 'discount_cents'
  | 'discount_reason'
  | 'member_name'
>;

export const toInvoice = (
  row: InvoiceRow & { readonly number?: string | null },
  lines: readonly ListedLine[],
): Invoice => ({
  id: row.id,
  number: row.number ?? null,
  contactId: row.contact_id,
  locationId: row.location_id,
  status: row.status,
  description: row.description || null,
  subtotal: fromCents(row.subtotal_cents),
  tax: fromCents(row.tax_cents),
  total: fromCents(row.total_cents),
  paid: fromCents(row.paid_cents),
  due: fromCents(row.due_cents),
  refunded: fromCents(row.refunded_cents),
  writtenOff: fromCents(row.written_off_cents),
  ...(row.cash_rounding_cents !== 0 && { cashRounding: fromCents(row.cash_rounding_cents) }),
  closedReason: row.closed_reason,
  disputedAt: row.disputed_at?.toISOString() ?? null,
  currency: row.currency,
  metadata: { lineItems: lines.map(toLineItem), ...pick(row.metadata, ['shortfall']) },
  externalId: row.external_id,
  createdAt: row.created_at.toISOString(),
  ...(row.metadata.receipt && { receipt: { ...withoutDetails, ...row.metadata.receipt } }),
});

const withoutDetails: ReceiptDetails = { legalName: null, taxId: null, footer: null };

type AskedEmail = Pick<Selectable<EmailTable>, 'address' | 'state' | 'created_at' | 'settled_at' | 'failure'>;

export const toAskedReceipt = (email: AskedEmail | undefined): AskedReceipt | null =>
  email
    ? {
        email: email.address ?? '',
        state: email.state,
        at: (email.settled_at ?? email.created_at).toISOString(),
        reason: email.failure,
      }
    : null;

const toLineItem = (row: ListedLine): InvoiceLineItem => ({
  name: row.name,
  description: row.description || null,
  type: row.type,
  quantity: row.quantity,
  price: fromCents(row.price_cents),
  total: fromCents(row.total_cents),
  ...(row.discount_cents > 0 && { discount: fromCents(row.discount_cents), discountReason: row.discount_reason ?? '' }),
  ...(row.member_name !== null && { member: row.member_name }),
});

/** A copy on the invoice: later edits of the contact do not change it. */
export const toInvoiceContact = (row: InvoiceRow): InvoiceContact => ({
  id: row.contact_id,
  firstName: row.customer_first_name,
  lastName: row.customer_last_name,
  email: row.customer_email,
  phone: row.customer_phone || null,
});

/** A refund's amount is negative on the wire, and so is the surplus of one that failed. */
export const toPayment = (row: PaymentRow & { readonly posted_at?: Date | null }): Payment => ({
  id: row.id,
  createdAt: row.created_at.toISOString(),
  ...(row.posted_at && { postedAt: row.posted_at.toISOString() }),
  amount: fromCents(row.kind === 'refund' ? 0 - row.amount_cents - row.rounding_cents : row.amount_cents),
  method: row.method,
  status: row.status,
  ...(row.other_method !== null && { otherMethod: row.other_method }),
  ...(row.reference !== null && { reference: row.reference }),
  ...(row.tendered_cents !== null && {
    tendered: fromCents(row.tendered_cents),
    change: fromCents(row.tendered_cents - row.amount_cents),
  }),
  ...(row.rounding_cents !== 0 && { cashRounding: fromCents(row.rounding_cents) }),
  ...(row.kind !== 'payment' && { refundOf: row.refund_of }),
  ...(row.surplus_cents !== 0 && {
    surplus: fromCents(row.kind === 'refund' ? row.surplus_cents : -row.surplus_cents),
  }),
  ...(row.refund_id !== null && { refundId: row.refund_id }),
});

export const toRefund = ({
  id,
  created_at,
  amount_cents,
  rounding_cents,
  destination,
  reason,
  lines,
  membership,
  completed_at,
  failed_at,
}: ListedRefund): Refund => ({
  id,
  createdAt: created_at.toISOString(),
  ...(completed_at && { completedAt: completed_at.toISOString() }),
  amount: fromCents(amount_cents),
  ...(rounding_cents !== 0 && { cashRounding: fromCents(rounding_cents) }),
  destination,
  reason,
  lines: lines.map(({ position, quantity, restock }) => ({ position, quantity, restocked: restock })),
  membership,
  failedAt: failed_at?.toISOString() ?? null,
});

export const toMoney = ({
  status,
  total_cents: total,
  paid_cents: paid,
  due_cents: due,
  written_off_cents: writtenOff,
}: InvoiceRow): InvoiceMoney => ({
  status,
  total,
  paid,
  due,
  writtenOff,
});

export const invoiceActivity = (
  action: ActionOf<'invoice'>,
  invoice: InvoiceRow,
  changes: readonly ActivityChange[],
): Activity => ({
  companyId: invoice.company_id,
  action,
  recordId: invoice.id,
  label: invoice.description,
  locationId: invoice.location_id,
  changes,
});

export const invoiceCreated = (invoice: InvoiceRow, paymentMethod?: PaymentMethod): Activity =>
  invoiceActivity('invoice.created', invoice, changesBetween(null, { ...toAmounts(invoice), paymentMethod }));

export function saleDiscounted(invoice: InvoiceRow, lines: readonly SaleLine[]): Activity[] {
  const cents = sumBy(lines, ({ discount_cents = 0 }) => discount_cents);
  if (cents === 0) return [];
  const reason = [...new Set(lines.flatMap(({ discount_reason }) => discount_reason?.split(', ') ?? []))].join(', ');
  return [
    invoiceActivity('invoice.discounted', invoice, changesBetween(null, { discountAmount: fromCents(cents), reason })),
  ];
}

interface StartedPayment {
  readonly method: PaymentMethod;
  readonly otherMethod?: string | undefined;
  readonly cents: number;
  readonly reference?: string | undefined;
}

export const paymentStarted = (
  action: 'invoice.payment-taken' | 'invoice.card-payment-started',
  invoice: InvoiceRow,
  { method, otherMethod, cents, reference }: StartedPayment,
): Activity =>
  invoiceActivity(
    action,
    invoice,
    changesBetween(null, { method: otherMethod ?? method, amount: fromCents(cents), reference }),
  );

export const invoiceChanges = (before: InvoiceRow, after: Partial<InvoiceRow>): ActivityChange[] =>
  changesBetween(toAmounts(before), toAmounts({ ...before, ...after }));

const toAmounts = (row: InvoiceRow) => ({
  status: row.status,
  total: fromCents(row.total_cents),
  paid: fromCents(row.paid_cents),
  due: fromCents(row.due_cents),
  ...(row.written_off_cents > 0 && { writtenOff: fromCents(row.written_off_cents) }),
});

type BoughtPlan = Pick<ContactMembershipTable, 'id' | 'membership_name'>;

export const boughtPlanActivity = (
  action: ActionOf<'contact-membership'>,
  { company_id, location_id, customer_first_name, customer_last_name }: InvoiceRow,
  { id, membership_name }: BoughtPlan,
  changes: readonly ActivityChange[] = [],
): Activity => ({
  companyId: company_id,
  action,
  recordId: id,
  label: `${customer_first_name} ${customer_last_name}’s ${membership_name}`,
  locationId: location_id,
  changes,
});
