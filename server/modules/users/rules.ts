import { may, type Role } from '#domain/shared/access.ts';
import type { CompanyAccess, Grant, UserStatus } from '#domain/users/users.ts';

export interface CompanyUser extends CompanyAccess {
  id: string;
  status: UserStatus;
}

interface AccessChange {
  role?: Role | undefined;
  locations?: readonly Grant[] | undefined;
}

export interface Refusal {
  status: 400 | 403 | 409;
  message: string;
  field?: 'role' | 'locations';
}

const lastAdmin: Refusal = { status: 409, message: 'A company needs at least one admin' };
const companyAdminsOnly: Refusal = { status: 403, message: 'Only a company admin can do this' };
const noLocation: Refusal = { status: 400, message: 'Choose at least one location', field: 'locations' };
const otherLocation: Refusal = {
  status: 403,
  message: 'You can only give access to locations where you are an admin',
  field: 'locations',
};

const managedBy = ({ status, role, locations }: CompanyUser) => {
  const isActive = status === 'active';
  return {
    isCompanyAdmin: isActive && role === 'admin',
    locationIds: new Set(
      locations
        .filter(({ accessLevel }) => isActive && may(accessLevel, 'users:write'))
        .map(({ locationId }) => locationId),
    ),
  };
};

export const managesUsers = (viewer: CompanyUser): boolean => {
  const { isCompanyAdmin, locationIds } = managedBy(viewer);
  return isCompanyAdmin || locationIds.size > 0;
};

/** Company admins see everyone. A location's admin sees the people with access to it, which includes company admins. */
export function canSee(viewer: CompanyUser, user: CompanyUser): boolean {
  const { isCompanyAdmin, locationIds } = managedBy(viewer);
  if (isCompanyAdmin) return true;
  return (
    managesUsers(viewer) &&
    (user.role === 'admin' || user.locations.some(({ locationId }) => locationIds.has(locationId)))
  );
}

export function visibleGrants<G extends Grant>(viewer: CompanyUser, grants: readonly G[]): readonly G[] {
  const { isCompanyAdmin, locationIds } = managedBy(viewer);
  return isCompanyAdmin ? grants : grants.filter(({ locationId }) => locationIds.has(locationId));
}

/** Nobody can grant more than they have. */
export function inviteRefusal(viewer: CompanyUser, access: CompanyAccess): Refusal | undefined {
  const { isCompanyAdmin, locationIds } = managedBy(viewer);
  if (isCompanyAdmin) return undefined;
  if (access.role === 'admin') return { ...companyAdminsOnly, field: 'role' };
  return access.locations.every(({ locationId }) => locationIds.has(locationId)) ? undefined : otherLocation;
}

/** A location's admin replaces the grants at their own locations, the others stay. */
export function accessAfter(
  viewer: CompanyUser,
  user: CompanyUser,
  { role = user.role, locations }: AccessChange,
): CompanyAccess {
  if (role === 'admin') return { role, locations: user.role === 'admin' && !locations ? user.locations : [] };
  if (!locations) return { role, locations: user.locations };
  const { isCompanyAdmin, locationIds } = managedBy(viewer);
  const others = isCompanyAdmin ? [] : user.locations.filter(({ locationId }) => !locationIds.has(locationId));
  return { role, locations: [...others, ...locations] };
}

/** `otherAdmins` is how many active admins the company has beside this user. */
export function changeRefusal(
  viewer: CompanyUser,
  user: CompanyUser,
  change: AccessChange,
  otherAdmins: number,
): Refusal | undefined {
  if (change.role === 'staff' && isActiveAdmin(user) && otherAdmins === 0) return lastAdmin;
  if (!managedBy(viewer).isCompanyAdmin) {
    if (viewer.id === user.id) return { status: 403, message: 'You cannot change your own access' };
    if (user.role === 'admin') return { status: 403, message: 'Only a company admin can change a company admin' };
    return inviteRefusal(viewer, { role: change.role ?? 'staff', locations: change.locations ?? [] });
  }
  const isNamed = change.role !== undefined || change.locations !== undefined;
  const after = accessAfter(viewer, user, change);
  return isNamed && after.role === 'staff' && after.locations.length === 0 ? noLocation : undefined;
}

/** Names belong to the account, so only the person changes them once they work for another company too. */
export function renameRefusal(viewer: CompanyUser, user: CompanyUser, worksElsewhere: boolean): Refusal | undefined {
  if (!managedBy(viewer).isCompanyAdmin) return companyAdminsOnly;
  if (user.status === 'invited' || !worksElsewhere) return undefined;
  return {
    status: 409,
    message: 'This person also works for another company. Only they can change their name, under Your account.',
  };
}

export function disableRefusal(viewer: CompanyUser, user: CompanyUser, otherAdmins: number): Refusal | undefined {
  if (viewer.id === user.id) return { status: 409, message: 'You cannot disable yourself' };
  if (user.status === 'invited')
    return { status: 409, message: 'This person has not accepted the invitation yet. Revoke it instead.' };
  if (isActiveAdmin(user) && otherAdmins === 0) return lastAdmin;
  return managedBy(viewer).isCompanyAdmin ? undefined : companyAdminsOnly;
}

export function enableRefusal(viewer: CompanyUser, user: CompanyUser): Refusal | undefined {
  if (user.status === 'invited')
    return { status: 409, message: 'This person has not accepted the invitation yet. Send it again instead.' };
  return managedBy(viewer).isCompanyAdmin ? undefined : companyAdminsOnly;
}

/** Revoking removes all of its access. */
export function invitationRefusal(viewer: CompanyUser, user: CompanyUser): Refusal | undefined {
  if (user.status !== 'invited') return { status: 409, message: 'This person has no open invitation' };
  return (
    inviteRefusal(viewer, user) && { ...companyAdminsOnly, message: 'Only a company admin can change this invitation' }
  );
}

/** Sessions belong to the account, not to one of its companies. */
export const sessionsRefusal = (worksElsewhere: boolean): Refusal | undefined =>
  worksElsewhere
    ? { status: 409, message: 'This person also works for another company. Only they can see and end their sessions.' }
    : undefined;

const isActiveAdmin = ({ role, status }: CompanyUser) => role === 'admin' && status === 'active';
