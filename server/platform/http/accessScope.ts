import { userActor, type Actor } from './actors.ts';
import {
  may,
  mayAsCompany,
  companyActions,
  type Action,
  type CompanyAction,
  type Level,
  type Role,
} from '#domain/shared/access.ts';
import { badRequest, forbidden, notFound, Problem } from './problem.ts';

/** A signed-in person and their companies and locations, read from the database on each request. */
export interface RequestUser {
  userId: string;
  sessionId: string;
  email: string;
  firstName: string;
  lastName: string;
  companies: readonly { id: string; role: Role }[];
  locations: readonly AccessibleLocation[];
}

export interface AccessibleLocation {
  id: string;
  companyId: string;
  timezone: string;
  level: Level;
}

/** Who may use a route: those with an action of the access table, everyone signed in, or everyone. */
export type Access = Action | CompanyAction | 'signed-in' | 'public';

/**
 * The tenant scope of one request: which companies and locations this person may do this route's action in.
 * Every id that a request names, in its path, query or body, goes through here.
 */
export interface AccessScope {
  user: RequestUser;
  /** The same person as the activity log names them. */
  actor: Actor;
  /** For `database.scoped`. */
  companies: readonly string[];
  /** Locations at which the action is allowed. */
  locations: readonly AccessibleLocation[];
  /** The location, or 404 when it is out of scope, or 403 when the level there is too low. */
  requireLocation(locationId: string): AccessibleLocation;
  /** The location ids of a list: the requested one, or every location at which the action is allowed. */
  locationIds(locationId: string | undefined): string[];
  /** The companies whose company-wide records belong to that list. */
  companyIds(locationId: string | undefined): string[];
  /** The company's id, or 404 when it is out of scope, or 403 when the action is allowed nowhere in it. */
  requireCompany(companyId: string): string;
  /** Checks where a record lives: at its location, or anywhere in its company when it is company-wide. */
  requireRecord(record: { companyId: string; locationId: string | null }): void;
  /** The company when none is named: the only one in which the action is allowed. */
  onlyCompany(): string;
}

const isCompanyAction = (access: Access): access is CompanyAction =>
  (companyActions as readonly string[]).includes(access);

/** The scope of `person` for this access. Throws 403 when the access is allowed nowhere. */
export function toAccessScope(user: RequestUser, access: Exclude<Access, 'public'>, requestId: string): AccessScope {
  const allowedAt = locationsFor(user, access);
  const allowedIn = companiesFor(user, access, allowedAt);
  if (allowedIn.size === 0 && access !== 'signed-in') throw forbidden();

  const requireLocation = (locationId: string) => {
    const location = user.locations.find(({ id }) => id === locationId) ?? throwNotFound('Location');
    if (!allowedAt.includes(location)) throw forbidden();
    return location;
  };
  const requireCompany = (companyId: string) => {
    if (!user.companies.some(({ id }) => id === companyId)) throw notFound('Company');
    if (!allowedIn.has(companyId)) throw forbidden();
    return companyId;
  };
  return {
    user,
    actor: userActor(user, requestId),
    companies: user.companies.map(({ id }) => id),
    locations: allowedAt,
    requireLocation,
    requireCompany,
    locationIds: (locationId) => (locationId ? [requireLocation(locationId).id] : allowedAt.map(({ id }) => id)),
    companyIds: (locationId) => (locationId ? [requireLocation(locationId).companyId] : [...allowedIn]),
    requireRecord: ({ companyId, locationId }) =>
      void (locationId ? requireLocation(locationId) : requireCompany(companyId)),
    onlyCompany: () => {
      const [only, ...others] = allowedIn;
      if (!only || others.length > 0) throw badRequest('Company is required', { companyId: 'Company is required' });
      return only;
    },
  };
}

const throwNotFound = (what: string): never => {
  throw notFound(what);
};

function locationsFor(user: RequestUser, access: Exclude<Access, 'public'>): readonly AccessibleLocation[] {
  if (access === 'signed-in') return user.locations;
  if (!isCompanyAction(access)) return user.locations.filter(({ level }) => may(level, access));
  const companies = companiesFor(user, access, []);
  return user.locations.filter(({ companyId }) => companies.has(companyId));
}

function companiesFor(
  user: RequestUser,
  access: Exclude<Access, 'public'>,
  allowedAt: readonly AccessibleLocation[],
): Set<string> {
  if (access === 'signed-in') return new Set(user.companies.map(({ id }) => id));
  if (isCompanyAction(access)) {
    return new Set(user.companies.filter(({ role }) => mayAsCompany(role, access)).map(({ id }) => id));
  }
  // A company admin may do everything, even before the company has a location.
  const asAdmin = user.companies.filter(({ role }) => role === 'admin' && may('admin', access));
  return new Set([...asAdmin.map(({ id }) => id), ...allowedAt.map(({ companyId }) => companyId)]);
}

/** For records read by id: the row within the scope, or a 404 that is the same for a foreign id and an unknown one. */
export function requireAccess<R extends { company_id: string; location_id?: string | null }>(
  scope: AccessScope,
  row: R | undefined,
  what: string,
): R {
  if (!row) throw notFound(what);
  try {
    scope.requireRecord({ companyId: row.company_id, locationId: row.location_id ?? null });
  } catch (error) {
    throw error instanceof Problem && error.status === 404 ? notFound(what) : error;
  }
  return row;
}
