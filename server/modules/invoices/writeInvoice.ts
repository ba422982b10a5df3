import { sql, type SqlBool } from 'kysely';
import { v7 as uuid } from 'uuid';
import { isTooSmallForCard, tooSmallForCard } from '#domain/invoices/collecting.ts';
import { defaultCurrency, invoiceTotalMaxCents } from '#domain/shared/limits.ts';
import { toCashRounding } from '#domain/invoices/cashRounding.ts';
import { lineTitle } from '#domain/invoices/invoiceDescription.ts';
import { fromCents, toCents } from '#domain/shared/money.ts';
import { cardMethod, drawerMethod, type PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import { computeTotals, type Totals } from '#domain/invoices/totals.ts';
import type { ReceiptDetails } from '#domain/settings/contract.ts';
import { toUserId, type Actor } from '#server/platform/http/actors.ts';
import { activityRows } from '#server/modules/activity/index.ts';
import { recordEvents } from '#server/modules/events/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceMetadata } from '#server/platform/database/jsonColumns.ts';
import type { InvoiceLineRow, InvoiceRow } from '#server/platform/database/schema.ts';
import { badRequest, notFound, Problem, raise } from '#server/platform/http/problem.ts';
import { postInvoice } from '#server/modules/ledger/index.ts';
import { invoiceCreated, saleDiscounted } from './rows.ts';

/** In cents. */
export type SaleLine = Omit<InvoiceLineRow, 'invoice_id' | 'position' | 'company_id' | keyof LineOptions> &
  Partial<LineOptions>;
type LineOptions = Pick<InvoiceLineRow, 'discount_cents' | 'discount_reason' | 'member_name'>;

interface NewInvoice {
  readonly companyId: string;
  readonly locationId: string;
  readonly contactId: string;
  readonly kind: InvoiceRow['kind'];
  readonly description: string;
  readonly notes?: string | undefined;
  readonly lines: readonly SaleLine[];
  /** In dollars, as the buyer saw it. Any other total is refused. */
  readonly expectedTotal?: number | undefined;
  readonly soldBy: Actor;
  /** If known. An amount that is too small for a card is refused. */
  readonly paymentMethod?: PaymentMethod;
  /** It is written as paid, and not booked: the caller books it with its payment, by `bookDeskSale`. */
  readonly isBookedWithPayment?: boolean;
}

export interface WrittenInvoice {
  readonly invoice: InvoiceRow;
  readonly lines: InvoiceLineRow[];
}

/**
 * Writes lines and activity in one statement and books the invoice, unless it is paid at the desk: `bookDeskSale` books that with
 * its payment. Names, prices, the tax rate and the receipt details are copies.
 */
export async function writeInvoice(tx: Tx, sale: NewInvoice, now: Date): Promise<WrittenInvoice> {
  const parties = (await readParties(tx, sale)) ?? raise(notFound('Contact'));
  const totals = computeTotals(
    sale.lines.map(({ total_cents }) => ({ unitCents: total_cents, quantity: 1 })),
    parties.sales_tax_rate,
  );
  const { total } = totals;
  requireInvoiceable(total);
  if (sale.paymentMethod === cardMethod && isTooSmallForCard(total)) throw badRequest(tooSmallForCard);
  if (sale.expectedTotal !== undefined && toCents(sale.expectedTotal) !== total) throw totalChanged(total);
  const invoice = toRow(sale, parties, totals, now);
  const lines = sale.lines.map((line, position) => ({
    invoice_id: invoice.id,
    position,
    company_id: sale.companyId,
    discount_cents: 0,
    discount_reason: null,
    member_name: null,
    ...line,
  }));
  const activities = [invoiceCreated(invoice, sale.paymentMethod), ...saleDiscounted(invoice, lines)];
  await tx
    .with('written', (db) =>
      db.insertInto('invoices').values({ ...invoice, metadata: JSON.stringify(invoice.metadata) }),
    )
    .with('logged', (db) => db.insertInto('activity').values(activityRows(sale.soldBy, activities)))
    .insertInto('invoice_lines')
    .columns(lineColumns)
    // One statement text for a cart of any length, so that it stays prepared.
    .expression((eb) =>
      eb
        .selectFrom(
          sql<InvoiceLineRow>`jsonb_populate_recordset(null::invoice_lines, ${JSON.stringify(lines)}::jsonb)`.as(
            'line',
          ),
        )
        .select(lineColumns),
    )
    .execute();
  await recordEvents(tx, activities);
  if (!sale.isBookedWithPayment || total === 0) await postInvoice(tx, invoice, lines, { now, actor: sale.soldBy });
  return { invoice, lines };
}

function toRow(sale: NewInvoice, parties: Parties, { subtotal, tax, total }: Totals, now: Date): InvoiceRow {
  // Nothing is outstanding, whatever the method.
  const isPaid = sale.isBookedWithPayment === true || total === 0;
  const { sales_tax_rate: rate, cash_rounding_cents: step, receipts, ...names } = parties;
  const isInCash = sale.paymentMethod === drawerMethod;
  const rounding = isPaid && isInCash ? toCashRounding(total, step) : 0;
  return {
    id: uuid(),
    company_id: sale.companyId,
    location_id: sale.locationId,
    contact_id: sale.contactId,
    kind: sale.kind,
    status: isPaid ? 'paid' : 'open',
    description: sale.description,
    subtotal_cents: subtotal,
    tax_rate: rate,
    tax_cents: tax,
    total_cents: total,
    paid_cents: isPaid ? total + rounding : 0,
    cash_rounding_cents: rounding,
    due_cents: isPaid ? 0 : total,
    currency: defaultCurrency,
    ...names,
    notes: sale.notes ?? '',
    metadata: withReceipt(receipts),
    created_by: toUserId(sale.soldBy),
    written_off_cents: 0,
    closed_reason: null,
    refunded_cents: 0,
    disputed_at: null,
    external_id: null,
    created_at: now,
    updated_at: now,
  };
}

const lineColumns = [
  'invoice_id',
  'position',
  'company_id',
  'type',
  'item_id',
  'name',
  'description',
  'quantity',
  'price_cents',
  'total_cents',
  'discount_cents',
  'discount_reason',
  'member_name',
] as const;

/** In cents. */
export function requireInvoiceable(cents: number): void {
  if (cents > invoiceTotalMaxCents) throw badRequest('The total is too large for one invoice');
}

/** The key stays free, since nothing was sold: it may be sent again with the new total. */
const totalChanged = (cents: number) =>
  new Problem(409, 'The total has changed', { body: { total: fromCents(cents) }, leavesKeyFree: true });

const readParties = (tx: Tx, { companyId, locationId, contactId }: NewInvoice) =>
  tx
    .selectFrom('contacts as c')
    .innerJoin('locations as l', 'l.company_id', 'c.company_id')
    .innerJoin('companies as o', 'o.id', 'c.company_id')
    .leftJoin('company_settings as s', 's.company_id', 'c.company_id')
    .select([
      'c.first_name as customer_first_name',
      'c.last_name as customer_last_name',
      'c.email as customer_email',
      'c.phone as customer_phone',
      'l.name as location_name',
      'l.sales_tax_rate',
      'l.cash_rounding_cents',
      'o.name as company_name',
      's.receipts',
    ])
    .where('c.id', '=', contactId)
    .where('c.company_id', '=', companyId)
    .where(isBuyerAt(locationId))
    .where('l.id', '=', locationId)
    // So that the contact is not deleted before the invoice is there.
    .forKeyShare('c')
    .executeTakeFirst();

/** A copy of the company's receipt details, if it has any. */
export const withReceipt = (receipts: Partial<ReceiptDetails> | null): InvoiceMetadata =>
  receipts && Object.values(receipts).some(Boolean) ? { receipt: receipts } : {};

type Parties = NonNullable<Awaited<ReturnType<typeof readParties>>>;

/** For contacts as `c`. Deleted ones buy nothing, but the walk-in customer of a location is archived from the start. */
export const isBuyerAt = (locationId: string) => sql<SqlBool>`(c.archived_at is null or exists (
  select from walk_in_contacts w where w.contact_id = c.id and w.location_id = ${locationId}))`;

const namesShown = 3;

/** `Sales items purchase: Water, Towel × 2 and 3 more`. */
export function describeLines(
  what: string,
  lines: readonly Pick<SaleLine, 'name' | 'quantity' | 'member_name'>[],
): string {
  const names = lines.slice(0, namesShown).map(({ name, quantity, member_name }) => {
    const title = lineTitle(name, member_name);
    return quantity > 1 ? `${title} × ${quantity}` : title;
  });
  const more = lines.length > namesShown ? ` and ${lines.length - namesShown} more` : '';
  return `${what}: ${names.join(', ')}${more}`;
}
