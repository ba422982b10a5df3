import type { ActionOf } from '#domain/activity/sentences.ts';
import type { UserAccess, UserDetail } from '#domain/users/contract.ts';
import { levelLabels } from '#domain/shared/access.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { badRequest, forbidden, notFound, Problem, raise } from '#server/platform/http/problem.ts';
import { canSee, invitationRefusal, managesUsers, visibleGrants, type CompanyUser, type Refusal } from './rules.ts';
import { usersRepo, type GrantRow, type StoredCompanyUser } from './repo.ts';

export interface CompanyUserRecord extends CompanyUser {
  row: StoredCompanyUser;
  locations: readonly (GrantRow & { locationId: string; accessLevel: GrantRow['access_level'] })[];
}

export const toCompanyUser = (row: StoredCompanyUser, grants: readonly GrantRow[]): CompanyUserRecord => ({
  row,
  id: row.id,
  status: row.status,
  role: row.is_admin ? 'admin' : 'staff',
  locations: grants
    .filter(({ user_id }) => user_id === row.id)
    .map((grant) => ({ ...grant, locationId: grant.location_id, accessLevel: grant.access_level })),
});

export async function findCompanyUser(
  tx: Tx,
  companyId: string,
  userId: string,
): Promise<CompanyUserRecord | undefined> {
  const repo = usersRepo(tx, companyId);
  const row = await repo.one(userId);
  return row && toCompanyUser(row, await repo.grants([userId]));
}

export const requireCompanyUser = async (tx: Tx, companyId: string, userId: string): Promise<CompanyUserRecord> =>
  (await findCompanyUser(tx, companyId, userId)) ?? raise(notFound('User'));

/** Their access may have changed since the request came in. */
export async function requireViewer(tx: Tx, companyId: string, scope: AccessScope): Promise<CompanyUserRecord> {
  const viewer = await requireCompanyUser(tx, companyId, scope.user.userId);
  return scope.user.apiKey?.locationIds ? atLocationsOfKey(viewer, scope) : viewer;
}

/** A key for some locations sees what somebody with access to those would. */
const atLocationsOfKey = (viewer: CompanyUserRecord, { user }: AccessScope): CompanyUserRecord => ({
  ...viewer,
  role: 'staff',
  locations: user.locations.map(({ id, level }) => ({
    user_id: viewer.id,
    location_id: id,
    locationId: id,
    location_name: '',
    access_level: level,
    accessLevel: level,
    is_archived: false,
  })),
});

/** 403 if the viewer has lost their own access since; the same 404 for an unknown person and for one the viewer may not see. */
export async function requireVisibleUser(
  tx: Tx,
  companyId: string,
  userId: string,
  viewer: CompanyUserRecord,
): Promise<CompanyUserRecord> {
  if (!managesUsers(viewer)) throw forbidden();
  const user = await findCompanyUser(tx, companyId, userId);
  return user && canSee(viewer, user) ? user : raise(notFound('User'));
}

/**
 * Each change runs under the company's lock and reads the caller's own access again, so that two admins who change each
 * other at once cannot both succeed.
 */
export async function lockUser(tx: Tx, scope: AccessScope, companyId: string, userId: string) {
  const company = await usersRepo(tx, companyId).lock();
  const viewer = await requireViewer(tx, companyId, scope);
  return { company, viewer, user: await requireVisibleUser(tx, companyId, userId, viewer) };
}

export function requireCompanyLocation(scope: AccessScope, companyId: string, locationId: string): void {
  if (scope.requireLocation(locationId).companyId !== companyId) throw notFound('Location');
}

export const toUserAccess = (viewer: CompanyUserRecord, user: CompanyUserRecord): UserAccess => ({
  user: {
    id: user.id,
    firstName: user.row.first_name,
    lastName: user.row.last_name,
    email: user.row.email,
    status: user.status,
    invitedAt: user.row.invited_at?.toISOString() ?? null,
    lastSeenAt: user.row.last_seen_at?.toISOString() ?? null,
    updatedAt: user.row.updated_at.toISOString(),
    ...(viewer.role === 'admin' && { hasSecondFactor: user.row.has_second_factor }),
  },
  role: user.role,
  locations: visibleGrants(viewer, user.locations)
    .filter(({ is_archived }) => !is_archived)
    .map(({ location_id, location_name, access_level }) => ({
      location: { id: location_id, name: location_name },
      accessLevel: access_level,
    })),
});

/** An open invitation does not reveal whether the person already has an account, and a location's admin need not know. */
export async function toUserDetail(
  tx: Tx,
  companyId: string,
  viewer: CompanyUserRecord,
  user: CompanyUserRecord,
): Promise<UserDetail> {
  const mayKnow = viewer.role === 'admin' && user.status !== 'invited';
  return {
    ...toUserAccess(viewer, user),
    worksElsewhere: mayKnow && (await usersRepo(tx, companyId).worksElsewhere(user.id)),
    mayChangeInvitation: invitationRefusal(viewer, user) === undefined,
  };
}

export async function readUserDetail(
  tx: Tx,
  scope: AccessScope,
  companyId: string,
  userId: string,
): Promise<UserDetail> {
  const viewer = await requireViewer(tx, companyId, scope);
  return toUserDetail(tx, companyId, viewer, await requireCompanyUser(tx, companyId, userId));
}

export async function logUserChange(
  tx: Tx,
  scope: AccessScope,
  companyId: string,
  action: ActionOf<'user'>,
  { before, after }: { readonly before: UserDetail | null; readonly after: UserDetail },
): Promise<void> {
  const { id, firstName, lastName } = after.user;
  await logActivity(tx, scope.actor, {
    companyId,
    action,
    recordId: id,
    label: `${firstName} ${lastName}`,
    locationId: null,
    changes: changesBetween(before && loggedFields(before), loggedFields(after)),
  });
}

const loggedFields = ({ user: { firstName, lastName, email, status }, role, locations }: UserDetail) => ({
  firstName,
  lastName,
  email,
  status,
  role,
  locations: locations.map(({ location, accessLevel }) => `${location.name} (${levelLabels[accessLevel]})`),
});

export function refuse(refusal: Refusal | undefined): void {
  if (!refusal) return;
  const { status, message, field } = refusal;
  throw status === 400
    ? badRequest(message, field && { [field]: message })
    : new Problem(status, message, field ? { errors: { [field]: message } } : {});
}
