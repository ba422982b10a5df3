import type { PurchasePreview } from '#domain/contract/memberships-purchase.ts';
import { fromCents } from '#domain/rules/money.ts';
import type { Tx } from '#server/db/database.ts';
import { notFound } from '#server/http/problem.ts';
import { requireAccess, type AccessScope } from '#server/http/accessScope.ts';
import { planSale } from './memberships-lines.ts';
import { membershipsRepo } from './memberships.repo.ts';

/** What this plan would cost this contact: at the plan's location, else at the contact's home. */
export async function previewPurchase(
  tx: Tx,
  scope: AccessScope,
  { membershipId, contactId }: { membershipId: string; contactId: string },
): Promise<PurchasePreview> {
  const plan = requireAccess(scope, await membershipsRepo(tx).one(membershipId), 'Membership');
  const contact = await tx
    .selectFrom('contacts')
    .select(['home_location_id'])
    .where('id', '=', contactId)
    .where('company_id', '=', plan.company_id)
    .where('archived_at', 'is', null)
    .executeTakeFirst();
  if (!contact) throw notFound('Contact');
  const { lines, totals } = await planSale(tx, plan, plan.location_id ?? contact.home_location_id);
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
