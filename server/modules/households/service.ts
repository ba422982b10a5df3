import { v7 as uuid } from 'uuid';
import type { HouseholdCreateBody, HouseholdListQuery, HouseholdUpdateBody } from '#domain/households/contract.ts';
import type { ActionOf } from '#domain/activity/sentences.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import { renewWithoutCard, requireOwnContact } from '#server/modules/contact-memberships/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { editConflict } from '#server/platform/http/optimisticLock.ts';
import { badRequest, conflict, notFound, raise } from '#server/platform/http/problem.ts';
import { householdsRepo, type StoredHousehold } from './repo.ts';

type LockedContact = NonNullable<Awaited<ReturnType<ReturnType<typeof householdsRepo>['lockContact']>>>;

export function listHouseholds(tx: Tx, scope: AccessScope, query: HouseholdListQuery) {
  const locationId = query.locationId && scope.requireLocation(query.locationId).id;
  return householdsRepo(tx).page(query, { companyIds: scope.companyIds(query.locationId), locationId });
}

export const requireHousehold = async (tx: Tx, scope: AccessScope, id: string): Promise<StoredHousehold> =>
  requireAccess(scope, await householdsRepo(tx).one(id), 'Household');

/** The payer is its first member. */
export async function addHousehold(tx: Tx, scope: AccessScope, { name, payerId }: HouseholdCreateBody, now: Date) {
  const repo = householdsRepo(tx);
  const payer = await lockOwnContact(tx, scope, payerId);
  const id = uuid();
  await repo.add({
    id,
    company_id: payer.company_id,
    name,
    payer_id: payer.id,
    created_at: now,
    updated_at: now,
  });
  await joinHousehold(tx, { id, company_id: payer.company_id }, payer, { relation: '', may_act: true }, now);
  const added = (await repo.one(id)) ?? raise(notFound('Household'));
  await logHousehold(tx, scope, added, 'household.created', changesBetween(null, { name, payer: fullName(payer) }));
  return added;
}

/** Invoices from before stay with the payer before. */
export async function changeHousehold(
  tx: Tx,
  scope: AccessScope,
  id: string,
  { name, payerId, updatedAt }: HouseholdUpdateBody,
  now: Date,
): Promise<StoredHousehold> {
  const repo = householdsRepo(tx);
  await requireHousehold(tx, scope, id);
  const payer = payerId === undefined ? undefined : await lockOwnContact(tx, scope, payerId);
  const before = await lockHousehold(tx, scope, id);
  const members = await repo.members(id);
  const isNewPayer = payer !== undefined && payer.id !== before.payer_id;
  if (isNewPayer && !members.some(({ contact_id }) => contact_id === payer.id))
    throw badRequest(notAMember, { payerId: notAMember });
  const change = { ...(name !== undefined && { name }), ...(isNewPayer && { payer_id: payer.id }) };
  if (!(await repo.change(id, change, updatedAt))) throw editConflict();
  const after = (await repo.one(id)) ?? raise(notFound('Household'));
  if (name !== undefined && name !== before.name)
    await logHousehold(tx, scope, after, 'household.updated', changesBetween({ name: before.name }, { name }));
  if (!isNewPayer) return after;
  for (const { contact_id } of members) await renewWithoutCard(tx, contact_id, { now, actor: scope.actor });
  const changes = changesBetween({ payer: fullName(before) }, { payer: fullName(after) });
  await logHousehold(tx, scope, after, 'household.payer-changed', changes);
  return after;
}

const notAMember = 'Add this contact to the household first';

/** Only the payer is left: nobody's memberships change. */
export async function deleteHousehold(tx: Tx, scope: AccessScope, id: string): Promise<void> {
  const household = await lockHousehold(tx, scope, id);
  if (household.member_count > 1)
    throw conflict(`${fullName(household)} still pays for others. Remove them from the household first.`);
  await householdsRepo(tx).remove(id);
  await logHousehold(tx, scope, household, 'household.deleted', changesBetween({ name: household.name }, null));
}

export async function lockHousehold(tx: Tx, scope: AccessScope, id: string): Promise<StoredHousehold> {
  await requireHousehold(tx, scope, id);
  const repo = householdsRepo(tx);
  if (!(await repo.lock(id))) throw notFound('Household');
  const household = (await repo.one(id)) ?? raise(notFound('Household'));
  const payer = {
    id: household.payer_id,
    company_id: household.company_id,
    home_location_id: household.home_location_id,
  };
  await requireOwnContact(tx, scope, payer, 'contacts:write');
  return household;
}

/** So that it is not deleted meanwhile. */
export async function lockOwnContact(tx: Tx, scope: AccessScope, id: string): Promise<LockedContact> {
  const contact = requireAccess(scope, await householdsRepo(tx).lockContact(id), 'Contact');
  await requireOwnContact(tx, scope, contact, 'contacts:write');
  return contact;
}

interface Joining {
  readonly relation: string;
  readonly may_act: boolean;
}

/** The caller holds the contact's lock. */
export async function joinHousehold(
  tx: Tx,
  household: Pick<StoredHousehold, 'id' | 'company_id'>,
  contact: LockedContact,
  { relation, may_act }: Joining,
  now: Date,
): Promise<void> {
  const repo = householdsRepo(tx);
  const other = await repo.ofContact(contact.id);
  if (other)
    throw conflict(
      other.id === household.id
        ? `${fullName(contact)} is in this household already`
        : `${fullName(contact)} is in the household ‘${other.name}’. Remove them there first.`,
    );
  await repo.addMember({
    contact_id: contact.id,
    company_id: household.company_id,
    household_id: household.id,
    relation,
    may_act,
    joined_at: now,
  });
}

export const logHousehold = (
  tx: Tx,
  { actor }: Pick<AccessScope, 'actor'>,
  household: Pick<StoredHousehold, 'id' | 'company_id' | 'name' | 'home_location_id'>,
  action: ActionOf<'household'>,
  changes: ReturnType<typeof changesBetween>,
) =>
  logActivity(tx, actor, {
    companyId: household.company_id,
    action,
    recordId: household.id,
    label: household.name,
    locationId: household.home_location_id,
    changes,
  });
