import { type AccountBody, type AccountEmails, type AccountPasswordBody } from '#domain/account/contract.ts';
import type { User } from '#domain/auth/contract.ts';
import { passwordTooCommon } from '#domain/auth/password.ts';
import { changesBetween, logUser } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { AccessScope, RequestUser } from '#server/platform/http/accessScope.ts';
import { nextUpdatedAt } from '#server/platform/http/optimisticLock.ts';
import { badRequest } from '#server/platform/http/problem.ts';
import { ownPasswordLimit, rateLimits } from '#server/platform/http/rateLimits.ts';
import { authRepo, endSessions, hashPassword, isCommonPassword, secondFactorRepo } from '#server/modules/auth/index.ts';
import { requirePassword } from './reauthentication.ts';

export function accountService({ database, clock }: AppContext) {
  const { unscoped } = database;
  const repo = authRepo(database);
  const attempts = rateLimits(database);
  return {
    async one({ userId }: RequestUser): Promise<User> {
      const row = await unscoped
        .selectFrom('users')
        .select(['first_name', 'last_name', 'email'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      return {
        id: userId,
        firstName: row.first_name,
        lastName: row.last_name,
        email: row.email,
        userCompanies: await repo.companiesOf(userId),
      };
    },

    async rename(
      { user: { userId, firstName: first, lastName: last }, actor }: AccessScope,
      { firstName, lastName }: AccountBody,
    ): Promise<void> {
      const change = {
        ...(firstName !== undefined && { first_name: firstName }),
        ...(lastName !== undefined && { last_name: lastName }),
      };
      const changes = changesBetween(
        { firstName: first, lastName: last },
        { firstName: firstName ?? first, lastName: lastName ?? last },
      );
      await unscoped.transaction().execute(async (tx) => {
        await tx
          .updateTable('users')
          .set({ ...change, updated_at: nextUpdatedAt() })
          .where('id', '=', userId)
          .execute();
        await logUser(tx, { userId, action: 'user.updated', changes, by: actor });
      });
    },

    async emails({ userId }: RequestUser): Promise<AccountEmails> {
      const row = await unscoped
        .selectFrom('users')
        .select('emails_z_reports')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      return { zReports: row.emails_z_reports };
    },

    async changeEmails({ user: { userId }, actor }: AccessScope, { zReports }: AccountEmails): Promise<void> {
      await unscoped.transaction().execute(async (tx) => {
        const before = await tx
          .selectFrom('users')
          .select('emails_z_reports')
          .where('id', '=', userId)
          .forUpdate()
          .executeTakeFirstOrThrow();
        if (before.emails_z_reports === zReports) return;
        await tx
          .updateTable('users')
          .set({ emails_z_reports: zReports, updated_at: nextUpdatedAt() })
          .where('id', '=', userId)
          .execute();
        const changes = changesBetween({ zReportsByEmail: before.emails_z_reports }, { zReportsByEmail: zReports });
        await logUser(tx, { userId, action: 'user.updated', changes, by: actor });
      });
    },

    /** Ends the person's other sessions, and the links to reset the password. */
    async changePassword(
      { user: { userId, sessionId }, actor }: AccessScope,
      { currentPassword, newPassword }: AccountPasswordBody,
    ): Promise<void> {
      const now = clock();
      const limit = ownPasswordLimit(userId);
      await attempts.takeOrRefuse([limit], now);
      await requirePassword(unscoped, userId, currentPassword, 'currentPassword');
      await attempts.forget(limit);
      if (isCommonPassword(newPassword)) throw badRequest(passwordTooCommon, { newPassword: passwordTooCommon });
      const password_hash = await hashPassword(newPassword);
      await unscoped.transaction().execute(async (tx) => {
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
    },
  };
}
