import { v7 as uuid } from 'uuid';
import type { CompanyCreateBody, CompanyUpdateBody } from '#domain/companies/contract.ts';
import { logRecord } from '#server/modules/activity/index.ts';
import type { Database, Tx } from '#server/platform/database/database.ts';
import { editConflict } from '#server/platform/http/optimisticLock.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { companyChange, companyRepo, loggedCompany, newCompany, ownCompany } from './repo.ts';

/** The caller becomes its admin. It is written in a tenant scope of its own. */
export function addCompany(database: Database, { actor, user }: AccessScope, body: CompanyCreateBody) {
  const id = uuid();
  return database.scoped([id], async (tx) => {
    const added = await companyRepo(tx).add(newCompany(id, body));
    await companyRepo(tx).addAdmin(user.userId, id);
    await logRecord(tx, actor, loggedCompany, { after: ownCompany(added) });
    return added;
  });
}

export async function changeCompany(tx: Tx, scope: AccessScope, companyId: string, body: CompanyUpdateBody) {
  const id = scope.requireCompany(companyId);
  const before = (await companyRepo(tx).forNoKeyUpdate(id)) ?? raise(notFound('Company'));
  const after = (await companyRepo(tx).change(id, companyChange(body), body.updatedAt)) ?? raise(editConflict());
  await logRecord(tx, scope.actor, loggedCompany, { before: ownCompany(before), after: ownCompany(after) });
  return after;
}

/** One that was ever used is archived instead. */
export async function deleteCompany(tx: Tx, scope: AccessScope, companyId: string): Promise<void> {
  const id = scope.requireCompany(companyId);
  const repo = companyRepo(tx);
  const before = (await repo.forNoKeyUpdate(id)) ?? raise(notFound('Company'));
  await logRecord(tx, scope.actor, loggedCompany, { before: ownCompany(before) });
  await ((await repo.hasHistory(id)) ? repo.archive(id) : repo.remove(id));
}
