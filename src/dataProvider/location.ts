import type { LocationAnswer, LocationDetail, LocationList, Location } from '#domain/contract/location.ts';
import type { CompanySummary } from '#domain/contract/company.ts';
import { highest, type Level } from '#domain/rules/access.ts';
import { readSession } from '#src/authProvider/session.ts';
import { restAdapter } from './adapter.ts';

/** A location as this user has it: whose it is, and at which level they work there. */
export type LocationRecord = Location & { company: CompanySummary; level: Level };

export const locationAdapter = restAdapter({
  path: 'locations',
  rows: (list: LocationList) => mergeLocations(list, adminCompanies()),
  one: (answer: LocationDetail | LocationAnswer) => ({ fees: [], ...answer, ...answer.location }),
});

/**
 * Spec §4, §6: company locations and direct grants, each location once. The company's admin is admin at all of its
 * locations; a direct grant gives its own level; with both, the higher one counts.
 */
export const mergeLocations = (list: LocationList, adminOf: ReadonlySet<string>): LocationRecord[] => {
  const merged = new Map<string, LocationRecord>();
  const add = (location: Location, company: CompanySummary, level: Level) => {
    const known = merged.get(location.id);
    merged.set(location.id, { ...location, company, level: highest(known ? [known.level, level] : [level]) ?? level });
  };
  for (const { location, company } of list.companyLocations) {
    if (adminOf.has(company.id)) add(location, company, 'admin');
  }
  for (const { location, company, accessLevel } of list.directLocationAccess) add(location, company, accessLevel);
  return [...merged.values()];
};

const adminCompanies = () =>
  new Set(readSession()?.user.userCompanies.filter(({ role }) => role === 'admin').map(({ company }) => company.id));
