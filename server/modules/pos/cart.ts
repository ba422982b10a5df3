import { sumBy } from 'es-toolkit';
import { sql, type SqlBool } from 'kysely';
import type { CartItem, Discount } from '#domain/pos/contract.ts';
import { quantityMax } from '#domain/shared/limits.ts';
import { discountLimit, isWithinLimit, limitText, lineDiscounts, toDiscountTerms } from '#domain/pos/discounts.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessibleLocation } from '#server/platform/http/accessScope.ts';
import { badRequest, conflict, notFound, Problem, raise } from '#server/platform/http/problem.ts';
import { requireInvoiceable, type SaleLine } from '#server/modules/invoices/index.ts';
import { mergeBy } from '#server/modules/sales-items/index.ts';
import { companySettings } from '#server/modules/settings/index.ts';

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
  const limit = discountLimit(location.level, (await companySettings(tx, location.companyId)).payments);
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
