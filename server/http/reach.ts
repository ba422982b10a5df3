import { may, mayAsCompany, companyActions, type Action, type CompanyAction, type Level, type Role } from '#domain/rules/access.ts';
import { badRequest, forbidden, notFound, Problem } from './problem.ts';

/** A signed-in person and what the database says they reach, read on each request. */
export interface Person {
  userId: string;
  sessionId: string;
  email: string;
  firstName: string;
  lastName: string;
  companies: readonly { id: string; role: Role }[];
  locations: readonly ReachedLocation[];
}

export interface ReachedLocation {
  id: string;
  companyId: string;
  timezone: string;
  level: Level;
}

/** What a route may be open to: an action of the access table, everyone signed in, or everyone. */
export type Access = Action | CompanyAction | 'signed-in' | 'public';

/**
 * The tenant scope of one request: which companies and locations this person may do this route's action in.
 * Every id that a request names, in its path, query or body, goes through here.
 */
export interface Reach {
  person: Person;
  /** For `database.scoped`. */
  companies: readonly string[];
  /** Locations at which the action is allowed. */
  locations: readonly ReachedLocation[];
  /** The location, or 404 when it is out of reach, or 403 when the level there is too low. */
  at(locationId: string): ReachedLocation;
  /** The ids a list covers: the location asked for, else every location at which the action is allowed. */
  listed(locationId: string | undefined): string[];
  /** The companies whose company-wide records go with that list. */
  listedCompanies(locationId: string | undefined): string[];
  /** The company's id, or 404 when it is out of reach, or 403 when the action is allowed nowhere in it. */
  inCompany(companyId: string): string;
  /** Checks where a record lives: at its location, or anywhere in its company when it is company-wide. */
  allow(record: { companyId: string; locationId: string | null }): void;
  /** The company meant when none is named: the only one in which the action is allowed. */
  onlyCompany(): string;
}

const isCompanyAction = (access: Access): access is CompanyAction => (companyActions as readonly string[]).includes(access);

/** What `person` reaches with this access; 403 at once when that is nothing. */
export function reachOf(person: Person, access: Exclude<Access, 'public'>): Reach {
  const allowedAt = locationsFor(person, access);
  const allowedIn = companiesFor(person, access, allowedAt);
  if (allowedIn.size === 0 && access !== 'signed-in') throw forbidden();

  const at = (locationId: string) => {
    const location = person.locations.find(({ id }) => id === locationId) ?? absent('Location');
    if (!allowedAt.includes(location)) throw forbidden();
    return location;
  };
  const inCompany = (companyId: string) => {
    if (!person.companies.some(({ id }) => id === companyId)) throw notFound('Company');
    if (!allowedIn.has(companyId)) throw forbidden();
    return companyId;
  };
  return {
    person,
    companies: person.companies.map(({ id }) => id),
    locations: allowedAt,
    at,
    inCompany,
    listed: (locationId) => (locationId ? [at(locationId).id] : allowedAt.map(({ id }) => id)),
    listedCompanies: (locationId) => (locationId ? [at(locationId).companyId] : [...allowedIn]),
    allow: ({ companyId, locationId }) => void (locationId ? at(locationId) : inCompany(companyId)),
    onlyCompany: () => {
      const [only, ...others] = allowedIn;
      if (!only || others.length > 0) throw badRequest('Company is required', { companyId: 'Company is required' });
      return only;
    },
  };
}

const absent = (what: string): never => {
  throw notFound(what);
};

function locationsFor(person: Person, access: Exclude<Access, 'public'>): readonly ReachedLocation[] {
  if (access === 'signed-in') return person.locations;
  if (!isCompanyAction(access)) return person.locations.filter(({ level }) => may(level, access));
  const companies = companiesFor(person, access, []);
  return person.locations.filter(({ companyId }) => companies.has(companyId));
}

function companiesFor(person: Person, access: Exclude<Access, 'public'>, allowedAt: readonly ReachedLocation[]): Set<string> {
  if (access === 'signed-in') return new Set(person.companies.map(({ id }) => id));
  if (isCompanyAction(access)) {
    return new Set(person.companies.filter(({ role }) => mayAsCompany(role, access)).map(({ id }) => id));
  }
  // A company's admin may do everything in it, also while it has no location yet.
  const asAdmin = person.companies.filter(({ role }) => role === 'admin' && may('admin', access));
  return new Set([...asAdmin.map(({ id }) => id), ...allowedAt.map(({ companyId }) => companyId)]);
}

/** For records read by id: the row in reach, or a 404 that does not tell a foreign id from one that never was. */
export function within<R extends { company_id: string; location_id?: string | null }>(
  reach: Reach,
  row: R | undefined,
  what: string,
): R {
  if (!row) throw notFound(what);
  try {
    reach.allow({ companyId: row.company_id, locationId: row.location_id ?? null });
  } catch (error) {
    throw error instanceof Problem && error.status === 404 ? notFound(what) : error;
  }
  return row;
}
