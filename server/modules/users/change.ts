import type { UserDetail, UserUpdateBody } from '#domain/users/contract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { nextUpdatedAt, requireUnchangedSince } from '#server/platform/http/optimisticLock.ts';
import { accessAfter, changeRefusal, renameRefusal } from './rules.ts';
import {
  lockUser,
  logUserChange,
  readUserDetail,
  refuse,
  requireCompanyLocation,
  toUserDetail,
} from './companyUsers.ts';
import { usersRepo } from './repo.ts';

/** Takes effect at the person's next request, which reads their access again. */
export async function changeUser(
  tx: Tx,
  scope: AccessScope,
  companyId: string,
  userId: string,
  { firstName, lastName, updatedAt, ...change }: UserUpdateBody,
): Promise<UserDetail> {
  for (const { locationId } of change.locations ?? []) requireCompanyLocation(scope, companyId, locationId);
  const repo = usersRepo(tx, companyId);
  const { viewer, user } = await lockUser(tx, scope, companyId, userId);
  requireUnchangedSince(updatedAt, user.row);
  const before = await toUserDetail(tx, companyId, viewer, user);
  const names = { firstName: firstName ?? user.row.first_name, lastName: lastName ?? user.row.last_name };
  const isRenamed = names.firstName !== user.row.first_name || names.lastName !== user.row.last_name;
  refuse(changeRefusal(viewer, user, change, await repo.activeAdminsBeside(userId)));
  if (isRenamed) refuse(renameRefusal(viewer, user, await repo.worksElsewhere(userId)));
  if (change.role !== undefined || change.locations !== undefined)
    await repo.setAccess(userId, accessAfter(viewer, user, change));
  if (isRenamed && user.status !== 'invited') {
    await tx
      .updateTable('users')
      .set({ first_name: names.firstName, last_name: names.lastName, updated_at: nextUpdatedAt() })
      .where('id', '=', userId)
      .execute();
  }
  await repo.setState(
    userId,
    isRenamed && user.status === 'invited'
      ? { invited_first_name: names.firstName, invited_last_name: names.lastName }
      : {},
  );
  const after = await readUserDetail(tx, scope, companyId, userId);
  await logUserChange(tx, scope, companyId, 'user.updated', { before, after });
  return after;
}
