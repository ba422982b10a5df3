import { sumBy } from 'es-toolkit';
import type { ActionOf } from '#domain/activity/sentences.ts';
import type { ActivityChange } from '#domain/activity/contract.ts';
import { fromCents } from '#domain/shared/money.ts';
import type { PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import { type Activity, changesBetween } from '#server/modules/activity/index.ts';
import type { ContactMembershipTable, InvoiceRow } from '#server/platform/database/schema.ts';
import type { SaleLine } from './writeInvoice.ts';

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
