import { sumBy } from 'es-toolkit';
import { sql, type SqlBool } from 'kysely';
import { cardMethod } from '#domain/invoices/paymentMethods.ts';
import type { CardSaleResponse, DeskSaleResponse, ItemSaleBody, CartItem, Discount } from '#domain/pos/contract.ts';
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
  requireInvoiceable,
  type SaleLine,
} from '#server/modules/invoices/index.ts';
import { mergeItems, reserveStock, takeStock, mergeBy } from '#server/modules/sales-items/index.ts';
import { badRequest, conflict, notFound, Problem, raise } from '#server/platform/http/problem.ts';
import { splitRefusal } from '#domain/invoices/collecting.ts';
import { toCents } from '#domain/shared/money.ts';
import { findStripeAccount, stripeMissing, toPaymentIntent } from '#server/modules/stripe/index.ts';
import { requireOtherMethod, readCompanySettings } from '#server/modules/settings/index.ts';
import { quantityMax } from '#domain/shared/limits.ts';
import { discountLimit, isWithinLimit, limitText, lineDiscounts, toDiscountTerms } from '#domain/pos/discounts.ts';
import type { Tx } from '#server/platform/database/database.ts';

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
  const stripe = method === cardMethod ? await findStripeAccount(context, companyId) : undefined;
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

interface Cart {
  readonly items: readonly CartItem[];
  readonly discount?: Discount | undefined;
}

/**
 * Takes today's prices, less the discounts. Refuses an item that is not sold at this location or is inactive, and discounts beyond
 * the seller's level.
 */
export async function priceCart(
  tx: Tx,
  { items: cart, discount: onSale }: Cart,
  location: AccessibleLocation,
): Promise<SaleLine[]> {
  // A discount applies to its line alone: that line is not merged with others of its item.
  const wanted = mergeBy(cart, ({ salesItemId, discount }, index) =>
    discount ? `${salesItemId} ${index}` : salesItemId,
  );
  const rows = await tx
    .selectFrom('sales_items')
    .select(['id', 'name', 'description', 'price_cents', 'is_active'])
    .where(sql<SqlBool>`id = any (${wanted.map(({ salesItemId }) => salesItemId)}::uuid[])`)
    .where('location_id', '=', location.id)
    .where('archived_at', 'is', null)
    .execute();
  const items = new Map(rows.map((row) => [row.id, row]));
  const lines = wanted.map(({ salesItemId, quantity }): SaleLine => {
    const item = items.get(salesItemId) ?? raise(notFound('Sales item'));
    if (!item.is_active) throw conflict(`${item.name} is inactive and cannot be sold`);
    if (quantity > quantityMax)
      throw badRequest(`At most ${quantityMax.toLocaleString('en-US')} of ${item.name} can be sold at once`);
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
  // Before discounts, since each line keeps its price and its discount.
  requireInvoiceable(sumBy(lines, ({ total_cents }) => total_cents));
  const discounts = wanted.map(({ discount }) => discount);
  if (!onSale && discounts.every((discount) => !discount)) return lines;
  const priced = lines.map(({ total_cents }, index) => ({
    cents: total_cents,
    discount: toDiscountTerms(discounts[index]),
  }));
  const limit = discountLimit(location.level, (await readCompanySettings(tx, location.companyId)).payments);
  if (!isWithinLimit(priced, toDiscountTerms(onSale), limit)) throw new Problem(403, limitText(limit));
  const taken = lineDiscounts(priced, toDiscountTerms(onSale));
  return lines.map((line, index) => discounted(line, taken[index] ?? 0, [discounts[index], onSale]));
}

function discounted(line: SaleLine, cents: number, discounts: readonly (Discount | undefined)[]): SaleLine {
  if (cents === 0) return line;
  const reasons = new Set(discounts.flatMap((discount) => discount?.reason ?? []));
  return {
    ...line,
    total_cents: line.total_cents - cents,
    discount_cents: cents,
    discount_reason: [...reasons].join(', '),
  };
}
