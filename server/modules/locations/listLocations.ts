import type { LocationList } from '#domain/locations/contract.ts';
import { administeredCompanies } from '#domain/shared/access.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { RequestUser } from '#server/platform/http/accessScope.ts';
import { locationRepo, toLocation } from './repo.ts';

/** Admins of a company work at all its locations, others at those that they were given. */
export async function listLocations(
  tx: Tx,
  { companies, locations }: Pick<RequestUser, 'companies' | 'locations'>,
): Promise<LocationList> {
  const levels = new Map(locations.map(({ id, level }) => [id, level]));
  const rows = await locationRepo(tx).many([...levels.keys()]);
  const admins = new Set(administeredCompanies(companies));
  const entries = rows.map((row) => ({
    location: toLocation(row),
    company: { id: row.company_id, name: row.company_name },
    accessLevel: levels.get(row.id) ?? ('point_of_sale' as const),
  }));
  return {
    companyLocations: entries
      .filter(({ company }) => admins.has(company.id))
      .map(({ location, company }) => ({ location, company })),
    directLocationAccess: entries.filter(({ company }) => !admins.has(company.id)),
  };
}
