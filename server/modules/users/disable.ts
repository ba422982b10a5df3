import type { UserDetail } from '#domain/users/contract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { endSessions } from '#server/modules/auth/index.ts';
import { disableRefusal, enableRefusal } from './rules.ts';
import {
  lockUser,
  logUserChange,
  readUserDetail,
  refuse,
  requireCompanyUser,
  toUserDetail,
  requireViewer,
} from './companyUsers.ts';
import { usersRepo } from './repo.ts';

/** Ends the person's sessions. Access to other companies stays: they sign in again. */
export async function disableUser(
  tx: Tx,
  scope: AccessScope,
  companyId: string,
  userId: string,
  now: Date,
): Promise<UserDetail> {
  const repo = usersRepo(tx, companyId);
  await repo.lock();
  const viewer = await requireViewer(tx, companyId, scope);
  const user = await requireCompanyUser(tx, companyId, userId);
  refuse(disableRefusal(viewer, user, await repo.activeAdminsBeside(userId)));
  const before = await toUserDetail(tx, companyId, viewer, user);
  await repo.setState(userId, { status: 'disabled' });
  await endSessions(tx, userId, now);
  const after = await readUserDetail(tx, scope, companyId, userId);
  await logUserChange(tx, scope, companyId, 'user.disabled', { before, after });
  return after;
}

export async function enableUser(tx: Tx, scope: AccessScope, companyId: string, userId: string): Promise<UserDetail> {
  const { viewer, user } = await lockUser(tx, scope, companyId, userId);
  refuse(enableRefusal(viewer, user));
  const before = await toUserDetail(tx, companyId, viewer, user);
  await usersRepo(tx, companyId).setState(userId, { status: 'active' });
  const after = await readUserDetail(tx, scope, companyId, userId);
  await logUserChange(tx, scope, companyId, 'user.enabled', { before, after });
  return after;
}
