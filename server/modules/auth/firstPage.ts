import type { LoginResponse } from '#domain/auth/contract.ts';
import { mayAsCompany } from '#domain/shared/access.ts';
import { listLocations } from '#server/modules/locations/index.ts';
import { readChecklist } from '#server/modules/settings/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import { accessHash, readSessionAccess } from '#server/platform/http/authentication.ts';

/** The console would ask for it next. Whoever must turn on a second factor first may not read it yet. */
export async function readFirstPage(
  database: Database,
  sessionId: string,
): Promise<Pick<LoginResponse, 'access' | 'locations' | 'checklist'>> {
  const user = await readSessionAccess(database, sessionId);
  if (!user) return {};
  const access = accessHash(user);
  if (user.needsSecondFactor) return { access };
  const [company, another] = user.companies.filter(({ role }) => mayAsCompany(role, 'checklist:read'));
  const companies = user.companies.map(({ id }) => id);
  return database.readOnly(companies, async (tx) => ({
    access,
    locations: await listLocations(tx, user),
    ...(company && !another && { checklist: await readChecklist(tx, company.id) }),
  }));
}
