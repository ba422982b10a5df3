import { cardMethod } from '#domain/invoices/paymentMethods.ts';
import type { CardSaleResponse, DeskSaleResponse, ItemSaleBody } from '#domain/pos/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { onceInSteps, type IdempotencyKey } from '#server/platform/http/idempotency.ts';
import type { AccessScope, AccessibleLocation } from '#server/platform/http/accessScope.ts';
import {
  bookDeskSale,
  type CashPart,
  createPendingCardPayment,
  describeLines,
  findOrCreateIntent,
  invoicesRepo,
  applyIntentOfSale,
  requireSaleNotCanceled,
  toInvoice,
  toPayment,
  writeInvoice,
} from '#server/modules/invoices/index.ts';
import { mergeItems, reserveStock, takeStock } from '#server/modules/sales-items/index.ts';
import { badRequest } from '#server/platform/http/problem.ts';
import { splitRefusal } from '#domain/invoices/collecting.ts';
import { toCents } from '#domain/shared/money.ts';
import { stripeAccount, stripeMissing, toPaymentIntent } from '#server/modules/stripe/index.ts';
import { requireOtherMethod } from '#server/modules/settings/index.ts';
import { priceCart } from './cart.ts';

/**
 * A sale for cash is one transaction. By card there is first the invoice with its stock reserved, then the payment intent at
 * Stripe, then the response. Repeated with its key, it continues with the same invoice and intent. Cash beside the card is booked
 * when the card is charged, whoever learns of that.
 */
export async function sellItems(
  context: AppContext,
  { companies, actor }: AccessScope,
  location: AccessibleLocation,
  body: ItemSaleBody,
  key: IdempotencyKey | undefined,
): Promise<DeskSaleResponse | CardSaleResponse> {
  const { database, clock } = context;
  const { companyId } = location;
  const { paymentMethod: method = cardMethod, otherMethod, cash } = body;
  const stripe = method === cardMethod ? await stripeAccount(context, companyId) : undefined;
  const now = clock();
  return onceInSteps<DeskSaleResponse | CardSaleResponse>(database, companies, key, {
    async begin(tx) {
      await requireOtherMethod(tx, companyId, otherMethod);
      const lines = await priceCart(tx, body, location);
      // Refused when the total is not the expected one.
      const { invoice, lines: written } = await writeInvoice(
        tx,
        {
          companyId,
          locationId: location.id,
          contactId: body.contactId,
          kind: 'items',
          description: describeLines('Sales items purchase', lines),
          notes: body.notes,
          expectedTotal: body.expectedTotal,
          lines,
          soldBy: actor,
          paymentMethod: method,
          isBookedWithPayment: method !== cardMethod,
        },
        now,
      );
      const inCash = cash && cashPart(cash, invoice.total_cents);
      const items = mergeItems(body.items);
      // The items come last: this locks them, and other sales of them wait from here on.
      if (invoice.total_cents === 0) {
        await takeStock(tx, items);
        return {
          invoiceId: invoice.id,
          response: { success: true, invoice: toInvoice(invoice, written), payment: null },
        };
      }
      if (method === cardMethod) {
        if (!stripe) throw stripeMissing;
        await createPendingCardPayment(tx, invoice, { now, actor }, inCash);
        await reserveStock(tx, invoice, items);
        return { invoiceId: invoice.id };
      }
      const payment = await bookDeskSale(tx, { invoice, lines: written }, method, body, { now, actor });
      await takeStock(tx, items);
      return {
        invoiceId: invoice.id,
        response: { success: true, invoice: toInvoice(invoice, written), payment: toPayment(payment) },
      };
    },
    async finish(invoiceId) {
      if (!stripe) throw stripeMissing;
      const intent = await findOrCreateIntent(context, stripe, companyId, invoiceId);
      return database.scoped(companies, async (tx) => {
        const invoice = await applyIntentOfSale(tx, companyId, invoiceId, intent, clock());
        const sold = toInvoice(invoice, await invoicesRepo(tx).lines(invoiceId));
        return { success: true, invoice: sold, paymentIntent: toPaymentIntent(intent) };
      });
    },
    requireValid: requireSaleNotCanceled,
  });
}

function cashPart({ amount, tendered }: NonNullable<ItemSaleBody['cash']>, totalCents: number): CashPart {
  const cents = toCents(amount);
  const refusal = splitRefusal(totalCents, cents);
  if (refusal !== undefined) throw badRequest(refusal, { 'cash.amount': refusal });
  return { cents, tenderedCents: tendered === undefined ? null : toCents(tendered) };
}
