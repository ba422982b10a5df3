import type { AccountBody, AccountEmails } from '#domain/account/contract.ts';
import type { User } from '#domain/auth/contract.ts';
import { changesBetween, logUser } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { AccessScope, RequestUser } from '#server/platform/http/accessScope.ts';
import { nextUpdatedAt } from '#server/platform/http/optimisticLock.ts';
import { authRepo } from '#server/modules/auth/index.ts';

export async function readAccount({ database }: AppContext, { userId }: RequestUser): Promise<User> {
  const row = await database.unscoped
    .selectFrom('users')
    .select(['first_name', 'last_name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    id: userId,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    userCompanies: await authRepo(database).companiesOf(userId),
  };
}

export async function renameUser(
  { database }: AppContext,
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
  await database.unscoped.transaction().execute(async (tx) => {
    await tx
      .updateTable('users')
      .set({ ...change, updated_at: nextUpdatedAt() })
      .where('id', '=', userId)
      .execute();
    await logUser(tx, { userId, action: 'user.updated', changes, by: actor });
  });
}

export async function readAccountEmails({ database }: AppContext, { userId }: RequestUser): Promise<AccountEmails> {
  const row = await database.unscoped
    .selectFrom('users')
    .select('emails_z_reports')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { zReports: row.emails_z_reports };
}

export async function changeAccountEmails(
  { database }: AppContext,
  { user: { userId }, actor }: AccessScope,
  { zReports }: AccountEmails,
): Promise<void> {
  await database.unscoped.transaction().execute(async (tx) => {
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
}
