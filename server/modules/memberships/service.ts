import { v7 as uuid } from 'uuid';
import type { MembershipRow } from '#server/platform/database/schema.ts';
import type {
  MembershipResponse,
  MembershipCreateBody,
  MembershipListQuery,
  MembershipPage,
  MembershipUpdateBody,
} from '#domain/memberships/contract.ts';
import { clearTerms, planProblems, type PlanTerms } from '#domain/memberships/membershipPlan.ts';
import { toCents } from '#domain/shared/money.ts';
import { type LoggedKind, logRecord } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { writeUniqueExternalId } from '#server/platform/database/externalId.ts';
import { listPage } from '#server/platform/database/listPage.ts';
import { editConflict, requireUnchanged } from '#server/platform/http/optimisticLock.ts';
import { badRequest, notFound, raise } from '#server/platform/http/problem.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { toAgreementSummary } from '#server/modules/agreements/index.ts';
import { toLocationSummary } from '#server/modules/locations/index.ts';
import { planAgreementsRepo } from './agreementsRepo.ts';
import { membershipsRepo } from './repo.ts';
import { toMembership } from './rows.ts';

const what = 'Membership';
const externallyNamed = 'membership plan';
type LoggedPlan = MembershipRow & { readonly agreements: readonly string[] };
const logged: LoggedKind<LoggedPlan> = {
  type: 'membership',
  label: ({ name }) => name,
  locationId: (row) => row.location_id,
  fields: ({ agreements, ...row }) => ({ ...toMembership(row, []), agreements }),
};

/** The activity log compares it. */
async function readSnapshot(tx: Tx, id: string): Promise<LoggedPlan> {
  const row = (await membershipsRepo(tx).one(id)) ?? raise(notFound(what));
  return { ...row, agreements: (await planAgreementsRepo(tx).bound(id)).map(({ name }) => name) };
}

export async function listMemberships(tx: Tx, scope: AccessScope, query: MembershipListQuery): Promise<MembershipPage> {
  const [locations, companies] = [scope.locationIds(query.locationId), scope.companyIds(query.locationId)];
  const covered = { kind: 'membership', locationIds: locations, companyIds: companies } as const;
  const { rows, pagination, sync } = await listPage(tx, query, covered, (asked) =>
    membershipsRepo(tx).page(asked, { locations, companies }),
  );
  return {
    memberships: rows.map((row) => ({
      membership: toMembership(row, row.agreement_ids),
      location: toLocationSummary(row),
    })),
    pagination,
    ...sync,
  };
}

export async function readPlan(tx: Tx, scope: AccessScope, id: string): Promise<MembershipResponse> {
  const row = requireAccess(scope, await membershipsRepo(tx).one(id), what);
  const agreements = await planAgreementsRepo(tx).bound(id);
  return {
    membership: toMembership(
      row,
      agreements.map((agreement) => agreement.id),
    ),
    location: toLocationSummary(row),
    agreements: agreements.map(toAgreementSummary),
  };
}

/** Its company is its location's, else the one in the body, else the caller's only one. */
export async function addMembership(
  tx: Tx,
  scope: AccessScope,
  body: MembershipCreateBody,
): Promise<MembershipResponse> {
  const named = body.companyId === undefined ? undefined : scope.requireCompany(body.companyId);
  const company_id = body.locationId
    ? scope.requireLocation(body.locationId).companyId
    : (named ?? scope.onlyCompany());
  const plan = { id: uuid(), company_id };
  const row = {
    ...plan,
    ...toColumns(clearTerms(body)),
    location_id: body.locationId ?? null,
    name: body.name,
    description: body.description ?? '',
    price_cents: toCents(body.price),
    visits_per_day: body.visitsPerDay ?? null,
    is_published: body.isPublished,
    is_active: body.isActive,
    external_id: body.externalId ?? null,
    archived_at: null,
  };
  await writeUniqueExternalId(externallyNamed, () => membershipsRepo(tx).add(row));
  await bindAgreements(tx, scope, plan, body.agreementIds);
  await logRecord(tx, scope.actor, logged, { after: await readSnapshot(tx, plan.id) });
  return readPlan(tx, scope, plan.id);
}

/** Only the fields in the body. The rules of a plan are checked on the changed record. */
export async function changeMembership(
  tx: Tx,
  scope: AccessScope,
  id: string,
  body: MembershipUpdateBody,
): Promise<MembershipResponse> {
  const row = requireAccess(scope, await membershipsRepo(tx).forUpdate(id), what);
  requireUnchanged('companyId', body.companyId, row.company_id, 'A membership cannot be moved to another company');
  if (body.locationId && scope.requireLocation(body.locationId).companyId !== row.company_id)
    throw notFound('Location');
  if (body.locationId === null) scope.requireCompany(row.company_id);
  const before = await readSnapshot(tx, id);
  const terms = changedTerms(row, body);
  const change = {
    ...toColumns(terms),
    ...(body.locationId !== undefined && { location_id: body.locationId }),
    ...(body.name !== undefined && { name: body.name }),
    ...(body.description !== undefined && { description: body.description ?? '' }),
    ...(body.price !== undefined && { price_cents: toCents(body.price) }),
    ...(body.visitsPerDay !== undefined && { visits_per_day: body.visitsPerDay }),
    ...(body.isPublished !== undefined && { is_published: body.isPublished }),
    ...(body.isActive !== undefined && { is_active: body.isActive }),
    ...(body.externalId !== undefined && { external_id: body.externalId }),
  };
  const changed = await writeUniqueExternalId(externallyNamed, () =>
    membershipsRepo(tx).change(id, change, body.updatedAt),
  );
  if (!changed) throw editConflict();
  if (body.agreementIds) await bindAgreements(tx, scope, row, body.agreementIds);
  await logRecord(tx, scope.actor, logged, { before, after: await readSnapshot(tx, id) });
  return readPlan(tx, scope, id);
}

/** One that somebody bought or will change to is archived instead: their renewals and changes go on. */
export async function deleteMembership(tx: Tx, scope: AccessScope, id: string): Promise<void> {
  const repo = membershipsRepo(tx);
  requireAccess(scope, await repo.forUpdate(id), what);
  await logRecord(tx, scope.actor, logged, { before: await readSnapshot(tx, id) });
  await ((await repo.hasHistory(id)) ? repo.archive(id) : repo.remove(id));
}

function changedTerms(row: MembershipRow, body: MembershipUpdateBody): PlanTerms {
  const billingFrequency = body.billingFrequency ?? row.billing_frequency;
  const pack = billingFrequency === 'one_time' ? row : { visit_limit: null, valid_from: null };
  const merged: PlanTerms = {
    type: body.type ?? row.type,
    billingFrequency,
    contractLengthMonths:
      body.contractLengthMonths === undefined ? row.contract_length_months : body.contractLengthMonths,
    accessDurationDays: body.accessDurationDays === undefined ? row.access_duration_days : body.accessDurationDays,
    visitLimit: body.visitLimit === undefined ? pack.visit_limit : body.visitLimit,
    validFrom: body.validFrom === undefined && body.visitLimit !== null ? pack.valid_from : body.validFrom,
  };
  const problems: Record<string, string> = planProblems(merged);
  const [first] = Object.values(problems);
  if (first) throw badRequest(first, problems);
  return clearTerms(merged);
}

const toColumns = (terms: PlanTerms) => ({
  type: terms.type,
  contract_length_months: terms.contractLengthMonths ?? null,
  billing_frequency: terms.billingFrequency,
  access_duration_days: terms.accessDurationDays ?? null,
  visit_limit: terms.visitLimit ?? null,
  valid_from: terms.validFrom ?? null,
});

/** Agreements outside the caller's scope may stay, but not be added. */
async function bindAgreements(
  tx: Tx,
  scope: AccessScope,
  plan: { id: string; company_id: string },
  agreementIds: readonly string[],
): Promise<void> {
  const repo = planAgreementsRepo(tx);
  const wanted = new Set(agreementIds);
  const bound = new Set((await repo.bound(plan.id)).map(({ id }) => id));
  const added = [...wanted].filter((id) => !bound.has(id));
  if (added.length > 0) {
    const agreements = new Map((await repo.found(added)).map((row) => [row.id, row]));
    for (const id of added) {
      if (requireAccess(scope, agreements.get(id), 'Agreement').company_id !== plan.company_id)
        throw notFound('Agreement');
    }
  }
  await repo.unbind(
    plan,
    [...bound].filter((id) => !wanted.has(id)),
  );
  await repo.bind(plan, added);
}
