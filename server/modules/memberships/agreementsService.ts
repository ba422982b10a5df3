import type { Tx } from '#server/platform/database/database.ts';
import { notFound } from '#server/platform/http/problem.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { planAgreementsRepo } from './agreementsRepo.ts';

/** Agreements outside the caller's scope may stay, but not be added. */
export async function bindAgreements(
  tx: Tx,
  scope: AccessScope,
  plan: { id: string; company_id: string },
  agreementIds: readonly string[],
): Promise<void> {
  const repo = planAgreementsRepo(tx);
  const wanted = new Set(agreementIds);
  const bound = new Set((await repo.bound(plan.id)).map(({ id }) => id));
  const added = [...wanted].filter((id) => !bound.has(id));
  if (added.length > 0) {
    const agreements = new Map((await repo.found(added)).map((row) => [row.id, row]));
    for (const id of added) {
      if (requireAccess(scope, agreements.get(id), 'Agreement').company_id !== plan.company_id)
        throw notFound('Agreement');
    }
  }
  await repo.unbind(
    plan,
    [...bound].filter((id) => !wanted.has(id)),
  );
  await repo.bind(plan, added);
}
