import { sumBy } from 'es-toolkit';
import type { Household, HouseholdMember, HouseholdSummary } from '#domain/households/contract.ts';
import { membershipStatus } from '#domain/contact-memberships/membershipStatus.ts';
import { fromCents } from '#domain/shared/money.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import {
  readContactRights,
  selectGrantedMemberships,
  toContactMembership,
  type GrantedMembership,
} from '#server/modules/contact-memberships/index.ts';
import { findKnownCard } from '#server/modules/stripe/index.ts';
import { householdsRepo, type StoredHouseholdMember, type StoredHousehold } from './repo.ts';

export const toHouseholdSummary = (row: StoredHousehold): HouseholdSummary => ({
  id: row.id,
  companyId: row.company_id,
  name: row.name,
  payer: { id: row.payer_id, firstName: row.first_name, lastName: row.last_name },
  memberCount: row.member_count,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** Includes the members, their memberships, and what the payer owes. */
export async function toHousehold(tx: Tx, scope: AccessScope, row: StoredHousehold, now: Date): Promise<Household> {
  const repo = householdsRepo(tx);
  const members = await repo.members(row.id);
  const memberships = await readCurrentMemberships(
    tx,
    members.map(({ contact_id }) => contact_id),
    now,
  );
  const owedInvoices = await repo.owedInvoices(row.payer_id, scope.locationIds(undefined));
  const payer = { id: row.payer_id, company_id: row.company_id, home_location_id: row.home_location_id };
  const householdMembers: HouseholdMember[] = [];
  for (const member of members) householdMembers.push(await toMember(tx, member, memberships, now));
  return {
    ...toHouseholdSummary(row),
    members: householdMembers,
    savedCard: (await findKnownCard(tx, { company_id: row.company_id, contact_id: row.payer_id })).savedCard,
    owed: fromCents(sumBy(owedInvoices, ({ due_cents }) => due_cents)),
    owedInvoices: owedInvoices.map(({ id, number, description, due_cents }) => ({
      id,
      number,
      description: description || null,
      due: fromCents(due_cents),
    })),
    mayChange: (await readContactRights(tx, scope, payer)).mayChange,
  };
}

async function toMember(
  tx: Tx,
  row: StoredHouseholdMember,
  memberships: readonly GrantedMembership[],
  now: Date,
): Promise<HouseholdMember> {
  return {
    id: row.contact_id,
    firstName: row.first_name,
    lastName: row.last_name,
    relation: row.relation || null,
    isPayer: row.is_payer,
    mayAct: row.may_act || row.is_payer,
    hasSavedCard: (await findKnownCard(tx, row)).hasSavedCard,
    joinedAt: row.joined_at.toISOString(),
    memberships: memberships
      .filter(({ contact_id }) => contact_id === row.contact_id)
      .map((membership) => toContactMembership(membership, now)),
  };
}

/** Newest first, without those that have expired. */
export async function readCurrentMemberships(
  tx: Tx,
  contactIds: readonly string[],
  now: Date,
): Promise<GrantedMembership[]> {
  const rows = await selectGrantedMemberships(tx)
    .where('m.contact_id', 'in', contactIds)
    .orderBy('m.purchase_date', 'desc')
    .orderBy('m.id', 'desc')
    .execute();
  return rows.filter((row) => membershipStatus(toContactMembership(row, now), now, row.timezone) !== 'expired');
}
