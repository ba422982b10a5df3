import { feeCents, totalsOf, type Totals } from '#domain/rules/totals.ts';
import type { Tx } from '#server/db/database.ts';
import { notFound, raise } from '#server/http/problem.ts';
import { locationRepo } from '#server/resources/location/location.repo.ts';
import type { MembershipRow } from './memberships.rows.ts';
import { planSalesItemsRepo } from './memberships-sales-items.repo.ts';

/** One line of a plan's sale, in cents; the columns of an invoice line. */
export interface PlanLine {
  type: 'membership' | 'sales_item' | 'location_fee';
  item_id: string;
  name: string;
  description: string;
  quantity: number;
  price_cents: number;
  total_cents: number;
}

/**
 * What a plan costs at a location: the plan, its required sales items in their order, each
 * active fee of the location, and tax on their sum by the location's rate.
 */
export async function planSale(tx: Tx, plan: MembershipRow, locationId: string): Promise<{ lines: PlanLine[]; taxRate: string; totals: Totals }> {
  const location = (await locationRepo(tx).one(locationId)) ?? raise(notFound('Location'));
  const charges = await planSalesItemsRepo(tx).of(plan.id);
  const fees = await locationRepo(tx).fees(locationId);
  const lines = [
    single('membership', plan, plan.price_cents),
    ...charges.filter(({ is_required }) => is_required).map((item) => single('sales_item', item, item.price_cents)),
    ...fees.filter(({ is_active }) => is_active).map((fee) => single('location_fee', fee, feeCents(fee, plan.price_cents))),
  ];
  const totals = totalsOf(lines.map(({ price_cents, quantity }) => ({ unitCents: price_cents, quantity })), location.sales_tax_rate);
  return { lines, taxRate: location.sales_tax_rate, totals };
}

const single = (type: PlanLine['type'], { id, name, description }: { id: string; name: string; description: string }, cents: number): PlanLine => ({
  type,
  item_id: id,
  name,
  description,
  quantity: 1,
  price_cents: cents,
  total_cents: cents,
});
