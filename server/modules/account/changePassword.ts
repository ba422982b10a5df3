import type { AccountPasswordBody } from '#domain/account/contract.ts';
import { passwordTooCommon } from '#domain/auth/password.ts';
import { logUser } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { badRequest } from '#server/platform/http/problem.ts';
import { ownPasswordLimit, rateLimits } from '#server/platform/http/rateLimits.ts';
import { endSessions, hashPassword, isCommonPassword, secondFactorRepo } from '#server/modules/auth/index.ts';
import { requirePassword } from './reauthentication.ts';

/** Ends the person's other sessions, and the links to reset the password. */
export async function changePassword(
  { database, clock }: AppContext,
  { user: { userId, sessionId }, actor }: AccessScope,
  { currentPassword, newPassword }: AccountPasswordBody,
): Promise<void> {
  const attempts = rateLimits(database);
  const now = clock();
  const limit = ownPasswordLimit(userId);
  await attempts.takeOrRefuse([limit], now);
  await requirePassword(database.unscoped, userId, currentPassword, 'currentPassword');
  await attempts.forget(limit);
  if (isCommonPassword(newPassword)) throw badRequest(passwordTooCommon, { newPassword: passwordTooCommon });
  const password_hash = await hashPassword(newPassword);
  await database.unscoped.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ password_hash }).where('id', '=', userId).execute();
    await tx
      .updateTable('user_tokens')
      .set({ used_at: now })
      .where('user_id', '=', userId)
      .where('purpose', '=', 'reset')
      .where('used_at', 'is', null)
      .execute();
    await endSessions(tx, userId, now, { besides: sessionId });
    await secondFactorRepo(tx).endChallenges(userId);
    await logUser(tx, { userId, action: 'user.password-changed', by: actor });
  });
}
