import type { PaymentIntent } from '#domain/contract/payment-intent.ts';
import type { SalesItemPurchaseBody } from '#domain/contract/pos.ts';
import { mergeItems } from '#domain/rules/cart.ts';
import type { Tx } from '#server/db/database.ts';
import type { Answer } from '#server/http/idempotency.ts';
import { conflict, notFound, raise } from '#server/http/problem.ts';
import type { AccessibleLocation } from '#server/http/accessScope.ts';
import { describe, writeInvoice, type SaleLine } from '#server/payments/invoicing.ts';
import { writePayment } from '#server/payments/paymentRows.ts';
import { takeStock } from '#server/payments/stock.ts';
import { invoicesRepo } from '#server/resources/invoices/invoices.repo.ts';
import { toInvoice, toPayment, type InvoiceRow } from '#server/resources/invoices/invoices.rows.ts';
import { posRepo } from './pos.repo.ts';

interface Till {
  readonly location: AccessibleLocation;
  readonly by: string;
  readonly now: Date;
}

/** A sale for cash: invoice, lines, stock and payment in the one transaction it is handed. */
export async function cashSale(tx: Tx, body: SalesItemPurchaseBody, till: Till): Promise<Answer> {
  const { written } = await ringUp(tx, body, till, true);
  const payment = await writePayment(tx, written.invoice, 'cash', till.now);
  return { status: 201, body: { success: true, invoice: toInvoice(written.invoice, written.lines), payment: toPayment(payment) } };
}

/** What the till is told of a sale that is to be paid by card. */
export async function cardSaleResponse(tx: Tx, invoice: InvoiceRow, paymentIntent: PaymentIntent): Promise<Answer['body']> {
  return { success: true, invoice: toInvoice(invoice, await invoicesRepo(tx).lines(invoice.id)), paymentIntent };
}

/** Takes the cart's stock and writes its invoice; `taken` is what came off the shelf. */
export async function ringUp(tx: Tx, body: SalesItemPurchaseBody, { location, by, now }: Till, isPaid: boolean) {
  const wanted = mergeItems(body.items);
  const lines = await cartLines(tx, wanted, location.id);
  const sale = {
    companyId: location.companyId,
    locationId: location.id,
    contactId: body.contactId,
    description: describe('Sales items purchase', lines),
    notes: body.notes,
    expectedTotal: body.expectedTotal,
    lines,
    by,
    isPaid,
  };
  const written = await writeInvoice(tx, sale, now);
  // Last, since other sales of the same items wait from here on.
  return { written, taken: await takeStock(tx, wanted) };
}

async function cartLines(tx: Tx, wanted: ReturnType<typeof mergeItems>, locationId: string): Promise<SaleLine[]> {
  const rows = await posRepo(tx).items(wanted.map(({ salesItemId }) => salesItemId), locationId);
  const items = new Map(rows.map((row) => [row.id, row]));
  return wanted.map(({ salesItemId, quantity }) => {
    const item = items.get(salesItemId) ?? raise(notFound('Sales item'));
    if (!item.is_active) throw conflict(`${item.name} is inactive and cannot be sold`);
    return {
      type: 'sales_item',
      item_id: item.id,
      name: item.name,
      description: item.description,
      quantity,
      price_cents: item.price_cents,
      total_cents: item.price_cents * quantity,
    };
  });
}
