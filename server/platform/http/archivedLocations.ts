import { administeredCompanies, may, type Action } from '#domain/shared/access.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { isInScope, type AccessibleLocation, type AccessScope } from './accessScope.ts';

/**
 * Archived locations at which the caller could do this before they were archived. Nothing happens there any more, but what did
 * happen stays in every total of the company.
 */
export async function findArchivedLocations(
  tx: Tx,
  { user }: AccessScope,
  action: Action,
): Promise<AccessibleLocation[]> {
  const rows = await tx
    .selectFrom('locations as l')
    .leftJoin('location_access as a', (join) =>
      join.onRef('a.location_id', '=', 'l.id').on('a.user_id', '=', user.userId),
    )
    .select(['l.id', 'l.company_id', 'l.timezone', 'a.access_level'])
    .where('l.archived_at', 'is not', null)
    .orderBy('l.name')
    .orderBy('l.id')
    .execute();
  const administered = new Set(administeredCompanies(user.companies));
  return rows.flatMap(({ id, company_id, timezone, access_level }) => {
    const level = administered.has(company_id) ? 'admin' : access_level;
    const isOfKey = user.apiKey?.locationIds?.includes(id) ?? true;
    return level && isOfKey && may(level, action) && isInScope(user, action)
      ? [{ id, companyId: company_id, timezone, level }]
      : [];
  });
}
