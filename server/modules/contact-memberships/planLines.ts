import type { PurchasePreview } from '#domain/contact-memberships/purchaseContract.ts';
import { fromCents } from '#domain/shared/money.ts';
import { feeCents, computeTotals, type FeeType } from '#domain/invoices/totals.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { MembershipRow } from '#server/platform/database/schema.ts';
import { conflict, notFound, raise } from '#server/platform/http/problem.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import type { SaleLine } from '#server/modules/invoices/index.ts';
import { locationRepo } from '#server/modules/locations/index.ts';
import { membershipsRepo, planSalesItemsRepo } from '#server/modules/memberships/index.ts';

interface Named {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

type Plan = Named & { readonly price_cents: number };
type Charge = Named & { readonly price_cents: number; readonly is_required: boolean };
type Fee = Named & { readonly type: FeeType; readonly amount: string; readonly is_active: boolean };

/** Each active fee of the location is on the plan's price. */
export const purchaseLines = (plan: Plan, charges: readonly Charge[], fees: readonly Fee[]): SaleLine[] => [
  singleLine('membership', plan, plan.price_cents),
  ...charges.filter(({ is_required }) => is_required).map((item) => singleLine('sales_item', item, item.price_cents)),
  ...fees
    .filter(({ is_active }) => is_active)
    .map((fee) => singleLine('location_fee', fee, feeCents(fee, plan.price_cents))),
];

const singleLine = (type: SaleLine['type'], { id, name, description }: Named, cents: number): SaleLine => ({
  type,
  item_id: id,
  name,
  description,
  quantity: 1,
  price_cents: cents,
  total_cents: cents,
});

export async function pricePlan(tx: Tx, plan: Plan, locationId: string): Promise<SaleLine[]> {
  const charges = await planSalesItemsRepo(tx).of(plan.id);
  const fees = await locationRepo(tx).fees(locationId);
  return purchaseLines(plan, charges, fees);
}

export async function previewPurchase(
  tx: Tx,
  scope: AccessScope,
  { membershipId, contactId, locationId }: { membershipId: string; contactId: string; locationId: string | undefined },
): Promise<PurchasePreview> {
  const plan = await findPlan(tx, scope, membershipId);
  requireNotArchived(plan);
  const contact = (await findBuyer(tx, contactId, plan.company_id)) ?? raise(notFound('Contact'));
  const location = await findSaleLocation(tx, scope, plan, contact, locationId);
  const lines = await pricePlan(tx, plan, location.id);
  const totals = computeTotals(
    lines.map(({ price_cents, quantity }) => ({ unitCents: price_cents, quantity })),
    location.sales_tax_rate,
  );
  return {
    lineItems: lines.map((line) => ({
      name: line.name,
      description: line.description || null,
      type: line.type,
      total: fromCents(line.total_cents),
    })),
    subtotal: fromCents(totals.subtotal),
    tax: fromCents(totals.tax),
    total: fromCents(totals.total),
  };
}

/** Also one that is archived: a sale that was begun with it ends as it would have, and a new one is told why not. */
export const findPlan = async (tx: Tx, scope: AccessScope, id: string) =>
  requireAccess(scope, await membershipsRepo(tx).oneEvenArchived(id), 'Membership');

function requireNotArchived({ name, archived_at }: MembershipRow): void {
  if (archived_at !== null) throw conflict(`${name} is no longer on sale`);
}

export function requireOnSale(plan: MembershipRow): void {
  requireNotArchived(plan);
  if (!plan.is_published || !plan.is_active) throw conflict(`${plan.name} is not on sale`);
}

/** A plan is sold at its location, or else at the one that the seller names, or else at the contact's home. */
export async function findSaleLocation(
  tx: Tx,
  scope: AccessScope,
  plan: { readonly company_id: string; readonly location_id: string | null },
  contact: { readonly home_location_id: string },
  locationId: string | undefined,
) {
  const named = locationId ? scope.requireLocation(locationId) : undefined;
  if (named && named.companyId !== plan.company_id) throw notFound('Location');
  return (
    (await locationRepo(tx).forKeyShare(plan.location_id ?? named?.id ?? contact.home_location_id)) ??
    raise(notFound('Location'))
  );
}

export const findBuyer = (tx: Tx, contactId: string, companyId: string) =>
  tx
    .selectFrom('contacts')
    .select(['id', 'home_location_id', 'first_name', 'last_name'])
    .where('id', '=', contactId)
    .where('company_id', '=', companyId)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
