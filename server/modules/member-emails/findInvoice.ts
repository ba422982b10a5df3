import { isOutstanding } from '#domain/invoices/collecting.ts';
import { lineTitle } from '#domain/invoices/invoiceDescription.ts';
import { paymentMethods } from '#domain/invoices/paymentMethods.ts';
import { invoiceTitle } from '#domain/invoices/printedInvoice.ts';
import { addDays, dayIn } from '#domain/shared/dates.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { listColumns, type InvoiceRow } from '#server/platform/database/schema.ts';
import { selectGrantedMemberships, readPeriods } from '#server/modules/contact-memberships/index.ts';
import type { EmailedInvoice, EmailedPayment } from './emailFacts.ts';

export const isInvoiceOwed = ({ status, due_cents }: InvoiceRow) => due_cents > 0 && isOutstanding(status);

export async function findInvoice(
  tx: Tx,
  id: string,
): Promise<{ row: InvoiceRow; invoice: EmailedInvoice; timezone: string } | undefined> {
  const row = await tx
    .selectFrom('invoices')
    .leftJoin('invoice_numbers as n', 'n.invoice_id', 'invoices.id')
    .select(listColumns('invoices', 'invoices'))
    .select('n.number')
    .where('invoices.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const rows = await tx
    .selectFrom('invoice_lines')
    .select([
      'name',
      'description',
      'member_name',
      'quantity',
      'total_cents as cents',
      'discount_cents as discount',
      'discount_reason as reason',
    ])
    .where('invoice_id', '=', id)
    .orderBy('position')
    .execute();
  const lines = rows.map(({ name, member_name, ...line }) => ({ ...line, name: lineTitle(name, member_name) }));
  const { timezone } = await tx
    .selectFrom('locations')
    .select('timezone')
    .where('id', '=', row.location_id)
    .executeTakeFirstOrThrow();
  const invoice = {
    title: invoiceTitle({ id, number: row.number }),
    lines,
    subtotal: row.subtotal_cents,
    tax: row.tax_cents,
    total: row.total_cents,
    cashRounding: row.cash_rounding_cents,
  };
  return { row, invoice, timezone };
}

/** Not of a household's, whose members may begin on several days. */
export async function findNewPeriod(tx: Tx, { id, kind }: InvoiceRow) {
  if (kind !== 'renewal') return undefined;
  const [renewal, ...others] = await tx
    .selectFrom('renewals')
    .select(['contact_membership_id', 'period'])
    .where('invoice_id', '=', id)
    .where('status', '=', 'paid')
    .execute();
  if (!renewal || others.length > 0) return undefined;
  const membership = await selectGrantedMemberships(tx)
    .where('m.id', '=', renewal.contact_membership_id)
    .executeTakeFirst();
  const from = membership?.counted_from;
  if (!membership || !from) return undefined;
  // The first that was counted again. One that was refunded before may have been meant for later days.
  const periods = await readPeriods(tx, membership.id);
  const first = periods.find(
    ({ lastDay, days, accessEndedOn }) =>
      lastDay >= addDays(from, days - 1) && (accessEndedOn === null || accessEndedOn >= from),
  );
  return first?.period === renewal.period ? { from, through: first.lastDay } : undefined;
}

/** From first to last; those of one day in the order of the methods. */
export async function findPayments(tx: Tx, ids: readonly string[], timezone: string): Promise<EmailedPayment[]> {
  const rows = await tx
    .selectFrom('payments')
    .select(['method', 'other_method', 'amount_cents', 'tendered_cents', 'updated_at'])
    .where(({ eb }) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .orderBy('updated_at')
    .execute();
  const inOrder = ({ method }: EmailedPayment) => paymentMethods.indexOf(method);
  return rows
    .map(({ method, other_method: otherMethod, amount_cents: cents, tendered_cents: tendered, updated_at }) => ({
      method,
      otherMethod,
      cents,
      tendered,
      on: dayIn(timezone, updated_at),
    }))
    .toSorted((a, b) => a.on.localeCompare(b.on) || inOrder(a) - inOrder(b));
}
