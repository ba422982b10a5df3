import { apiKeyActor, deviceActor, userActor, type Actor } from './actors.ts';
import {
  administeredCompanies,
  may,
  mayAsCompany,
  companyActions,
  type Action,
  type CompanyAction,
  type Level,
  type Role,
} from '#domain/shared/access.ts';
import type { DeviceKind } from '#domain/devices/contract.ts';
import type { Scope } from '#domain/shared/scopes.ts';
import { badRequest, forbidden, notFound, Problem, raise } from './problem.ts';

/** Read from the database on each request. */
export interface RequestUser {
  /** For a device its own id. */
  userId: string;
  /** An API key and a device have no session: it is the id of the key or the device. */
  sessionId: string;
  email: string;
  firstName: string;
  lastName: string;
  companies: readonly { id: string; role: Role }[];
  locations: readonly AccessibleLocation[];
  /** Absent for a user who is signed in. */
  apiKey?: ApiKeyOfRequest;
  /** Only for a device. Its location is the only one. */
  device?: DeviceOfRequest;
}

export interface DeviceOfRequest {
  id: string;
  name: string;
  kind: DeviceKind;
}

/** It acts for the user who made it. Companies and locations are the key's. */
export interface ApiKeyOfRequest {
  id: string;
  name: string;
  /** Such a key may sign people up, and nothing else. */
  isPublishable: boolean;
  scopes: readonly string[];
  /** Null means every location. */
  locationIds: readonly string[] | null;
  expiresAt: Date | null;
  allows(action: Action | CompanyAction): boolean;
}

export interface AccessibleLocation {
  id: string;
  companyId: string;
  timezone: string;
  level: Level;
}

/** Every key may call a route with `any`. */
export type KeyScope = Exclude<Scope, 'all:read'> | 'any';

/** `device`: for devices of the kinds that the route names, and for nobody else. `publishable-key`: for such keys only. */
export type RouteAccess = Action | CompanyAction | 'signed-in' | 'device' | 'publishable-key' | 'public';

/** The tenant scope of one request. Every id that it names, in its path, query or body, goes through here. */
export interface AccessScope {
  user: RequestUser;
  actor: Actor;
  companies: readonly string[];
  /** The locations where the route's action is allowed. */
  locations: readonly AccessibleLocation[];
  /** 404 when it is out of scope, 403 when the level there is too low. */
  requireLocation(locationId: string): AccessibleLocation;
  /** The requested one, or every location at which the action is allowed. */
  locationIds(locationId: string | undefined): string[];
  companyIds(locationId: string | undefined): string[];
  /** 404 when it is out of scope, 403 when the action is allowed nowhere in it. */
  requireCompany(companyId: string): string;
  /** The action must be allowed at the record's location, or anywhere in its company when it is company-wide. */
  requireRecord(record: { companyId: string; locationId: string | null }): void;
  /** The default where a request names no company. 400 unless there is only one. */
  onlyCompany(): string;
  /** Asks about another action than the route's own. */
  mayAt(location: AccessibleLocation, action: Action): boolean;
  mayIn(company: RequestUser['companies'][number], action: CompanyAction): boolean;
}

const needsWholeCompany = forbidden('This API key is for some locations, and this needs a key for all locations');

const isCompanyAction = (access: RouteAccess): access is CompanyAction =>
  (companyActions as readonly string[]).includes(access);

/** 403 when the access is allowed nowhere. */
export function toAccessScope(
  user: RequestUser,
  access: Exclude<RouteAccess, 'public'>,
  requestId: string,
): AccessScope {
  const allowedAt = locationsFor(user, access);
  const allowedIn = companiesFor(user, access, allowedAt);
  if (allowedIn.size === 0 && access !== 'signed-in')
    throw user.apiKey?.locationIds && isCompanyAction(access) ? needsWholeCompany : forbidden();

  const requireLocation = (locationId: string) => {
    const location = user.locations.find(({ id }) => id === locationId) ?? raise(notFound('Location'));
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
    actor: toActor(user, requestId),
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
    mayAt: ({ level }, action) => may(level, action) && isInScope(user, action),
    mayIn: ({ role }, action) => mayAsCompany(role, action) && isInScope(user, action),
  };
}

function toActor(user: RequestUser, requestId: string): Actor {
  if (user.device) return deviceActor(user.device, requestId);
  return user.apiKey ? apiKeyActor(user.apiKey, user, requestId) : userActor(user, requestId);
}

/** Everything is for a user who is signed in, and nothing for a device but the route that it may call. */
export const isInScope = (
  { apiKey, device }: Pick<RequestUser, 'apiKey' | 'device'>,
  action: Action | CompanyAction,
): boolean => !device && (!apiKey || apiKey.allows(action));

const isForWholeCaller = (access: RouteAccess) =>
  access === 'signed-in' || access === 'device' || access === 'publishable-key';

function locationsFor(user: RequestUser, access: Exclude<RouteAccess, 'public'>): readonly AccessibleLocation[] {
  if (isForWholeCaller(access)) return user.locations;
  if (!isCompanyAction(access)) return user.locations.filter(({ level }) => may(level, access));
  const companies = companiesFor(user, access, []);
  return user.locations.filter(({ companyId }) => companies.has(companyId));
}

function companiesFor(
  user: RequestUser,
  access: Exclude<RouteAccess, 'public'>,
  allowedAt: readonly AccessibleLocation[],
): Set<string> {
  if (isForWholeCaller(access)) return new Set(user.companies.map(({ id }) => id));
  if (isCompanyAction(access)) {
    return new Set(user.companies.filter(({ role }) => mayAsCompany(role, access)).map(({ id }) => id));
  }
  // A company admin may do everything, even before the company has a location.
  const asAdmin = may('admin', access) ? administeredCompanies(user.companies) : [];
  return new Set([...asAdmin, ...allowedAt.map(({ companyId }) => companyId)]);
}

/** The 404 is the same for a foreign id and an unknown one. */
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
