import { v7 as uuid } from 'uuid';
import { toPagination } from '#domain/shared/contract.ts';
import type {
  Reconciliation,
  ReconciliationListQuery,
  ReconciliationPage,
  StartReconciliationBody,
} from '#domain/reconciliations/contract.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { reconciliationsRepo } from './repo.ts';
import { toDiscrepancy, toListedReconciliation } from './rows.ts';

export async function listReconciliations(
  tx: Tx,
  scope: AccessScope,
  query: ReconciliationListQuery,
): Promise<ReconciliationPage> {
  const companyId = query.companyId ? scope.requireCompany(query.companyId) : scope.onlyCompany();
  const { rows, total } = await reconciliationsRepo(tx).page(query, companyId);
  return { reconciliations: rows.map(toListedReconciliation), pagination: toPagination(query, total) };
}

export async function readReconciliation(tx: Tx, scope: AccessScope, id: string): Promise<Reconciliation> {
  const repo = reconciliationsRepo(tx);
  const row = requireAccess(scope, await repo.one(id), 'Reconciliation');
  return { ...toListedReconciliation(row), differences: (await repo.differences(id)).map(toDiscrepancy) };
}

/** A second request for the same days while it runs gets the same one. */
export async function startReconciliation(
  tx: Tx,
  scope: AccessScope,
  { companyId, from, to }: StartReconciliationBody,
  now: Date,
): Promise<Reconciliation> {
  const repo = reconciliationsRepo(tx);
  const { userId } = scope.user;
  const row = {
    id: uuid(),
    company_id: companyId,
    from_day: from,
    to_day: to,
    started_by: userId,
    started_by_name: scope.actor.name,
    created_at: now,
  };
  const started = await repo.start(row);
  if (started) {
    const activity = {
      companyId,
      recordId: row.id,
      label: toLabel({ from, to }),
      locationId: null,
      changes: changesBetween(null, { from, to }),
    };
    await logActivity(tx, scope.actor, { ...activity, action: 'reconciliation.started' });
    return { ...toListedReconciliation(started), differences: [] };
  }
  const running = await repo.running(companyId);
  if (running?.from_day !== from || running.to_day !== to) throw alreadyRunning;
  return { ...toListedReconciliation(running), differences: [] };
}

const toLabel = ({ from, to }: Pick<StartReconciliationBody, 'from' | 'to'>) =>
  from === to ? `Reconciliation of ${from}` : `Reconciliation of ${from} to ${to}`;

/** The key stays free: the same request may succeed once the other is done. */
const alreadyRunning = new Problem(
  409,
  'A reconciliation of this company is running. Start another one when it is done',
  { leavesKeyFree: true },
);
