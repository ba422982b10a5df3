import type {
  HouseholdMemberCreateBody,
  HouseholdMemberUpdateBody,
  HouseholdRemovalPreview,
  RemovalChoice,
} from '#domain/households/contract.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { householdMembersMax } from '#domain/shared/limits.ts';
import { fromCents } from '#domain/shared/money.ts';
import { changesBetween } from '#server/modules/activity/index.ts';
import {
  endWithPaidDays,
  renewWithoutCard,
  toContactMembership,
  selectUnpaidRenewals,
} from '#server/modules/contact-memberships/index.ts';
import { findKnownCard } from '#server/modules/stripe/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { conflict, notFound, raise } from '#server/platform/http/problem.ts';
import { householdsRepo, type StoredHousehold } from './repo.ts';
import { readCurrentMemberships } from './rows.ts';
import { joinHousehold, lockHousehold, lockOwnContact, logHousehold, requireHousehold } from './service.ts';

/** From now on the payer gets their invoices. */
export async function addMember(
  tx: Tx,
  scope: AccessScope,
  id: string,
  { contactId, relation = '', mayAct }: HouseholdMemberCreateBody,
  now: Date,
): Promise<StoredHousehold> {
  await requireHousehold(tx, scope, id);
  const contact = await lockOwnContact(tx, scope, contactId);
  const household = await lockHousehold(tx, scope, id);
  if (contact.company_id !== household.company_id) throw notFound('Contact');
  if (household.member_count >= householdMembersMax)
    throw conflict(`A household has at most ${householdMembersMax} members`);
  await joinHousehold(tx, household, contact, { relation, may_act: mayAct }, now);
  await renewWithoutCard(tx, contactId, { now, actor: scope.actor });
  const changes = changesBetween(null, { member: fullName(contact), relation, mayAct });
  await logHousehold(tx, scope, household, 'household.member-added', changes);
  return requireHousehold(tx, scope, id);
}

export async function changeMember(
  tx: Tx,
  scope: AccessScope,
  { id, contactId }: { id: string; contactId: string },
  { relation, mayAct }: HouseholdMemberUpdateBody,
): Promise<StoredHousehold> {
  const household = await lockHousehold(tx, scope, id);
  const member = await findMember(tx, id, contactId);
  const change = {
    ...(relation !== undefined && { relation: relation ?? '' }),
    ...(mayAct !== undefined && { may_act: mayAct }),
  };
  if (Object.keys(change).length > 0) await householdsRepo(tx).changeMember(contactId, change);
  const changes = changesBetween(
    { relation: member.relation, mayAct: member.may_act },
    { relation: relation === undefined ? member.relation : (relation ?? ''), mayAct: mayAct ?? member.may_act },
  );
  if (changes.length > 0)
    await logHousehold(tx, scope, household, 'household.member-changed', [
      ...changesBetween(null, { member: fullName(member) }),
      ...changes,
    ]);
  return requireHousehold(tx, scope, id);
}

/** Paid invoices stay theirs, and billed ones stay the payer's. */
export async function removeMember(
  tx: Tx,
  scope: AccessScope,
  { id, contactId }: { id: string; contactId: string },
  memberships: RemovalChoice,
  now: Date,
): Promise<StoredHousehold> {
  await requireHousehold(tx, scope, id);
  // Locked before the household, as everywhere. Deleted contacts have left it.
  await lockOwnContact(tx, scope, contactId);
  const household = await lockHousehold(tx, scope, id);
  const member = await findMember(tx, id, contactId);
  if (member.is_payer) throw conflict(payerStays(household));
  if (memberships === 'end') await endWithPaidDays(tx, contactId, { now, actor: scope.actor });
  await householdsRepo(tx).removeMember(contactId);
  await renewWithoutCard(tx, contactId, { now, actor: scope.actor });
  const changes = changesBetween({ member: fullName(member) }, null);
  await logHousehold(tx, scope, household, 'household.member-removed', changes);
  return requireHousehold(tx, scope, id);
}

const payerStays = (household: StoredHousehold) =>
  household.member_count > 1
    ? `${fullName(household)} pays for this household. Choose another payer first.`
    : `${fullName(household)} is the only member. Delete the household instead.`;

export async function previewRemoval(
  tx: Tx,
  scope: AccessScope,
  { id, contactId }: { id: string; contactId: string },
  now: Date,
): Promise<HouseholdRemovalPreview> {
  await requireHousehold(tx, scope, id);
  const { hasSavedCard } = await findKnownCard(tx, await findMember(tx, id, contactId));
  const memberships = [];
  for (const row of await readCurrentMemberships(tx, [contactId], now)) {
    const { id: membershipId, membershipName: name, endDate: paidThrough, autoRenew } = toContactMembership(row, now);
    const [unpaid] = await selectUnpaidRenewals(tx, membershipId).execute();
    memberships.push({
      id: membershipId,
      name,
      paidThrough,
      autoRenew,
      renewsBy: hasSavedCard || unpaid ? row.renews_by : ('manual' as const),
      unpaid: unpaid ? { id: unpaid.id, due: fromCents(unpaid.due_cents) } : null,
    });
  }
  return { hasSavedCard, memberships };
}

async function findMember(tx: Tx, id: string, contactId: string) {
  const members = await householdsRepo(tx).members(id);
  return members.find(({ contact_id }) => contact_id === contactId) ?? raise(notFound('Member'));
}

/**
 * Called when a contact is deleted. A payer for others stays, and the reason is returned. One who is alone takes the household
 * along. The caller holds the contact's lock.
 */
export async function leaveHousehold(
  tx: Tx,
  scope: AccessScope,
  contactId: string,
): Promise<{ staysBecause: string } | undefined> {
  const repo = householdsRepo(tx);
  const own = await repo.ofContact(contactId);
  if (!own || !(await repo.lock(own.id))) return undefined;
  const household = (await repo.one(own.id)) ?? raise(notFound('Household'));
  const members = await repo.members(own.id);
  const member = members.find(({ contact_id }) => contact_id === contactId);
  if (!member) return undefined;
  if (!member.is_payer) {
    await repo.removeMember(contactId);
    await logHousehold(
      tx,
      scope,
      household,
      'household.member-removed',
      changesBetween({ member: fullName(member) }, null),
    );
    return undefined;
  }
  if (members.length > 1)
    return { staysBecause: `They pay for the household ‘${household.name}’. Choose another payer first.` };
  await repo.remove(own.id);
  await logHousehold(tx, scope, household, 'household.deleted', changesBetween({ name: household.name }, null));
  return undefined;
}
