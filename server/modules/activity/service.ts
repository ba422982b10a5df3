import type { ActivityFilter } from '#domain/activity/contract.ts';
import type { Action } from '#domain/shared/access.ts';
import { endOfDay, startOfDay } from '#domain/shared/dates.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { badRequest, forbidden } from '#server/platform/http/problem.ts';
import { findArchivedLocations } from '#server/platform/http/archivedLocations.ts';
import type { ActivityCoverage, ActivityCriteria } from './repo.ts';

/** The history of a record requires a lower level than the whole log. */
export async function readCoverage(
  tx: Tx,
  scope: AccessScope,
  { companyId, recordId }: Pick<ActivityFilter, 'companyId' | 'recordId'>,
): Promise<ActivityCoverage> {
  if (companyId) scope.requireCompany(companyId);
  const action: Action = recordId ? 'activity:history' : 'activity:read';
  const isRequested = (id: string) => companyId === undefined || id === companyId;
  const wholeCompanies = scope.user.companies
    .filter(({ id }) => isRequested(id))
    .flatMap((company) => (scope.mayIn(company, 'activity:read-company') ? [company.id] : []));
  const locations = scope.user.locations.filter(
    (location) => isRequested(location.companyId) && scope.mayAt(location, action),
  );
  const companies = [...new Set([...wholeCompanies, ...locations.map((location) => location.companyId)])];
  if (companies.length === 0) throw forbidden();
  const archived = await findArchivedLocations(tx, scope, action);
  return { companies, wholeCompanies, locations: [...locations, ...archived].map(({ id }) => id) };
}

/** The conditions of the filter. Its dates are in the time zone of the company's first location. */
export function toCriteria(
  scope: AccessScope,
  { companyId, recordType, recordId, userId, from, to }: ActivityFilter,
): ActivityCriteria {
  if (from && to && from > to)
    throw badRequest('The first day must not be after the last', { from: 'The first day must not be after the last' });
  const zone = getCompanyZone(scope, companyId);
  return {
    recordType,
    recordId,
    userId,
    since: from ? startOfDay(zone, from) : undefined,
    before: to ? endOfDay(zone, to) : undefined,
  };
}

/** The time zone of the requested company's first location. */
export const getCompanyZone = ({ user }: AccessScope, companyId: string | undefined): string =>
  user.locations.find((location) => companyId === undefined || location.companyId === companyId)?.timezone ?? 'UTC';
