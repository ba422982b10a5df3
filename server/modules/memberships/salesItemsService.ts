import { v7 as uuid } from 'uuid';
import type {
  MembershipSalesItem,
  MembershipSalesItemBody,
  MembershipSalesItemUpdateBody,
} from '#domain/memberships/salesItemsContract.ts';
import { changesOfPart, logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { conflict, notFound, raise } from '#server/platform/http/problem.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { salesItemsRepo } from '#server/modules/sales-items/index.ts';
import { planSalesItemsRepo, toCharge } from './salesItemsRepo.ts';
import { membershipsRepo } from './repo.ts';

const what = 'Membership sales item';

export async function listCharges(tx: Tx, scope: AccessScope, membershipId: string): Promise<MembershipSalesItem[]> {
  requireAccess(scope, await membershipsRepo(tx).one(membershipId), 'Membership');
  return (await planSalesItemsRepo(tx).of(membershipId)).map(toCharge);
}

/** 409 when the plan already has it. */
export async function addCharge(
  tx: Tx,
  scope: AccessScope,
  membershipId: string,
  body: MembershipSalesItemBody,
): Promise<MembershipSalesItem> {
  const plan = requireAccess(scope, await membershipsRepo(tx).one(membershipId), 'Membership');
  const item = requireAccess(scope, await salesItemsRepo(tx).one(body.salesItemId), 'Sales item');
  if (item.company_id !== plan.company_id) throw notFound('Sales item');
  const added = await planSalesItemsRepo(tx).add({
    id: uuid(),
    company_id: plan.company_id,
    membership_id: plan.id,
    sales_item_id: item.id,
    is_required: body.isRequired,
    display_order: body.displayOrder,
  });
  if (!added) throw conflict(`${item.name} is already an additional charge of this membership`);
  const after = await charge(tx, added.id);
  await logCharge(tx, scope, plan, 'membership.charge-added', { after });
  return after;
}

export async function changeCharge(
  tx: Tx,
  scope: AccessScope,
  id: string,
  body: MembershipSalesItemUpdateBody,
): Promise<MembershipSalesItem> {
  const plan = requireAccess(scope, await planSalesItemsRepo(tx).owner(id), what);
  const before = await charge(tx, id);
  const change = {
    ...(body.isRequired !== undefined && { is_required: body.isRequired }),
    ...(body.displayOrder !== undefined && { display_order: body.displayOrder }),
  };
  if (Object.keys(change).length > 0) await planSalesItemsRepo(tx).change(id, change);
  const after = await charge(tx, id);
  await logCharge(tx, scope, plan, 'membership.charge-updated', { before, after });
  return after;
}

export async function removeCharge(tx: Tx, scope: AccessScope, id: string): Promise<void> {
  const plan = requireAccess(scope, await planSalesItemsRepo(tx).owner(id), what);
  const before = await charge(tx, id);
  await planSalesItemsRepo(tx).remove(id);
  await logCharge(tx, scope, plan, 'membership.charge-removed', { before });
}

const charge = async (tx: Tx, id: string) => toCharge((await planSalesItemsRepo(tx).one(id)) ?? raise(notFound(what)));

interface Plan {
  readonly id: string;
  readonly company_id: string;
  readonly location_id: string | null;
  readonly name: string;
}

type Action = 'membership.charge-added' | 'membership.charge-updated' | 'membership.charge-removed';

/** Charges are part of their plan's history. */
function logCharge(
  tx: Tx,
  { actor }: AccessScope,
  plan: Plan,
  action: Action,
  { before, after }: { before?: MembershipSalesItem; after?: MembershipSalesItem },
) {
  const part = (item: MembershipSalesItem | undefined) =>
    item ? { name: item.salesItem.name, isRequired: item.isRequired, displayOrder: item.displayOrder } : null;
  const changes = changesOfPart('salesItem', part(before), part(after));
  return logActivity(tx, actor, {
    companyId: plan.company_id,
    action,
    recordId: plan.id,
    label: plan.name,
    locationId: plan.location_id,
    changes,
  });
}
