import { v7 as uuid } from 'uuid';
import type {
  AccessHoursRecord,
  AccessHoursCreateBody,
  AccessHoursUpdateBody,
} from '#domain/doors/accessHoursContract.ts';
import { toMinutes } from '#domain/doors/accessHours.ts';
import { accessHoursText } from '#domain/doors/hoursText.ts';
import { accessHoursMax } from '#domain/shared/limits.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import { membershipsRepo } from '#server/modules/memberships/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { editConflict } from '#server/platform/http/optimisticLock.ts';
import { conflict, notFound, raise } from '#server/platform/http/problem.ts';
import { accessHoursRepo, toHours, toAccessHours } from './accessHoursRepo.ts';

const what = 'Access hours';
const tooMany = `A plan has at most ${accessHoursMax} access hours`;

export async function addAccessHours(
  tx: Tx,
  scope: AccessScope,
  { membershipId, weekdays, from, to }: AccessHoursCreateBody,
): Promise<AccessHoursRecord> {
  const plan = requireAccess(scope, await membershipsRepo(tx).forUpdate(membershipId), 'Membership');
  const repo = accessHoursRepo(tx);
  if ((await repo.count(plan.id)) >= accessHoursMax) throw conflict(tooMany);
  const id = uuid();
  const plain = { weekdays, from_minute: toMinutes(from), to_minute: toMinutes(to) };
  await repo.add({ id, company_id: plan.company_id, membership_id: plan.id, ...plain });
  const row = (await repo.one(id)) ?? raise(notFound(what));
  await log(tx, scope, row, 'membership.access-hours-added', { after: row });
  return toAccessHours(row);
}

export async function changeAccessHours(
  tx: Tx,
  scope: AccessScope,
  id: string,
  { weekdays, from, to, updatedAt }: AccessHoursUpdateBody,
): Promise<AccessHoursRecord> {
  const repo = accessHoursRepo(tx);
  const before = requireAccess(scope, await repo.forUpdate(id), what);
  const change = {
    ...(weekdays !== undefined && { weekdays }),
    ...(from !== undefined && { from_minute: toMinutes(from) }),
    ...(to !== undefined && { to_minute: toMinutes(to) }),
  };
  if (!(await repo.change(id, change, updatedAt))) throw editConflict();
  const after = (await repo.one(id)) ?? raise(notFound(what));
  await log(tx, scope, after, 'membership.access-hours-changed', { before, after });
  return toAccessHours(after);
}

export async function deleteAccessHours(tx: Tx, scope: AccessScope, id: string): Promise<void> {
  const repo = accessHoursRepo(tx);
  const before = requireAccess(scope, await repo.forUpdate(id), what);
  await repo.remove(id);
  await log(tx, scope, before, 'membership.access-hours-removed', { before });
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof accessHoursRepo>['one']>>>;
type Action = `membership.access-hours-${'added' | 'changed' | 'removed'}`;

/** An entry of the plan. Nothing when nothing changed. */
async function log(
  tx: Tx,
  scope: AccessScope,
  plan: Row,
  action: Action,
  { before, after }: { readonly before?: Row; readonly after?: Row },
): Promise<void> {
  const text = (row: Row | undefined) => row && { hours: accessHoursText(toHours(row)) };
  const changes = changesBetween(text(before) ?? null, text(after) ?? null);
  if (changes.length === 0) return;
  await logActivity(tx, scope.actor, {
    companyId: plan.company_id,
    action,
    recordId: plan.membership_id,
    label: plan.membership_name,
    locationId: plan.location_id,
    changes,
  });
}
