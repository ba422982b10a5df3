import type { DeskMethod } from '#domain/invoices/deskPayment.ts';
import type { SalesItemPurchaseBody } from '#domain/pos/contract.ts';
import type { PaymentMethod } from '#domain/invoices/paymentStatus.ts';
import type { Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceLineRow, InvoiceRow } from '#server/platform/database/schema.ts';
import type { AppContext } from '#server/platform/context.ts';
import {
  storeFirstResponse,
  withIdempotency,
  type IdempotencyKey,
  type StoredResponse,
} from '#server/platform/http/idempotency.ts';
import type { AccessibleLocation } from '#server/platform/http/accessScope.ts';
import {
  createPendingCardPayment,
  describeLines,
  invoicesRepo,
  type NewInvoice,
  openIntent,
  payableInvoice,
  type SaleLine,
  tenderedCents,
  toInvoice,
  toPayment,
  writeInvoice,
  writePayment,
} from '#server/modules/invoices/index.ts';
import { mergeItems, reserveStock, takeStock } from '#server/modules/sales-items/index.ts';
import { emailReceipt } from '#server/modules/email-queue/index.ts';
import { stripeAccount, stripeMissing } from '#server/modules/stripe/index.ts';
import { priceCart } from './cart.ts';
import { requireOtherMethod } from '#server/modules/settings/index.ts';

/** A cart, its location, and its seller. */
interface ItemSale {
  readonly body: SalesItemPurchaseBody;
  readonly companies: readonly string[];
  readonly location: AccessibleLocation;
  readonly soldBy: Actor;
  readonly key: IdempotencyKey | undefined;
}

/** Sells a cart for cash or by another method at the desk, in one transaction. */
export function sellItemsAtDesk(
  { database, clock }: AppContext,
  sale: ItemSale,
  method: DeskMethod,
): Promise<StoredResponse> {
  const now = clock();
  const { otherMethod, reference, tendered } = sale.body;
  return withIdempotency(database, sale.companies, sale.key, async (tx) => {
    await requireOtherMethod(tx, sale.location.companyId, otherMethod);
    const lines = await priceCart(tx, sale.body, sale.location);
    const { invoice, lines: written } = await writeInvoice(tx, newInvoice(sale, lines, method), now);
    if (invoice.total_cents === 0) return soldForNothing(tx, sale, invoice, written);
    const payment = await writePayment(tx, invoice, method, now, {
      other_method: otherMethod ?? null,
      reference: reference ?? null,
      tendered_cents: tenderedCents(invoice, tendered),
    });
    await emailReceipt(
      tx,
      invoice,
      { cents: invoice.total_cents, paid: invoice.paid_cents, due: invoice.due_cents },
      now,
    );
    // Last, since it locks the items: other sales of them wait from here on.
    await takeStock(tx, mergeItems(sale.body.items));
    return { status: 201, body: { success: true, invoice: toInvoice(invoice, written), payment: toPayment(payment) } };
  });
}

/** A sale whose total is nothing is settled without a payment. */
async function soldForNothing(
  tx: Tx,
  { body }: ItemSale,
  invoice: InvoiceRow,
  lines: readonly InvoiceLineRow[],
): Promise<StoredResponse> {
  await takeStock(tx, mergeItems(body.items));
  return { status: 201, body: { success: true, invoice: toInvoice(invoice, lines), payment: null } };
}

/**
 * Sells a cart by card: first the invoice with its stock reserved, then the payment intent at Stripe, then the response.
 * Repeated with its key, it continues with the same invoice and the same intent.
 */
export async function sellItemsByCard(context: AppContext, sale: ItemSale): Promise<StoredResponse> {
  const { database, clock } = context;
  const { companyId } = sale.location;
  const stripe = await stripeAccount(context, companyId);
  const now = clock();
  const begun = await withIdempotency(
    database,
    sale.companies,
    sale.key,
    async (tx): Promise<StoredResponse | { invoiceId: string }> => {
      const lines = await priceCart(tx, sale.body, sale.location);
      const { invoice, lines: written } = await writeInvoice(tx, newInvoice(sale, lines, 'card'), now);
      if (invoice.total_cents === 0) return soldForNothing(tx, sale, invoice, written);
      if (!stripe) throw stripeMissing;
      await createPendingCardPayment(tx, invoice, now);
      // Last, since it locks the items: other sales of them wait from here on.
      await reserveStock(tx, invoice, mergeItems(sale.body.items));
      return { invoiceId: invoice.id };
    },
  );
  if ('status' in begun) return begun;
  if (!stripe) throw stripeMissing;
  const intent = await openIntent(context, stripe, companyId, begun.invoiceId);
  return database.scoped(sale.companies, async (tx) => {
    const invoice = await payableInvoice(tx, companyId, begun.invoiceId, intent, clock());
    const body = {
      success: true,
      invoice: toInvoice(invoice, await invoicesRepo(tx).lines(invoice.id)),
      paymentIntent: { id: intent.id, clientSecret: intent.client_secret ?? '', status: intent.status },
    };
    return storeFirstResponse(tx, sale.key, { status: 201, body });
  });
}

/** Refused when the total is not the expected one, see `writeInvoice`. */
const newInvoice = (
  { body, location, soldBy }: ItemSale,
  lines: SaleLine[],
  paymentMethod: PaymentMethod,
): NewInvoice => ({
  companyId: location.companyId,
  locationId: location.id,
  contactId: body.contactId,
  description: describeLines('Sales items purchase', lines),
  notes: body.notes,
  expectedTotal: body.expectedTotal,
  lines,
  soldBy,
  paymentMethod,
  isPaid: paymentMethod !== 'card',
});
