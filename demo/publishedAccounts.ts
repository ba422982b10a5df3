import { operatorActor } from '#server/platform/http/actors.ts';
import { logUser } from '#server/modules/activity/index.ts';
import type { Database } from '#server/platform/database/database.ts';
import { verifyPassword } from '#server/modules/auth/index.ts';
import { demoPassword, demoUsers } from './reference/users.ts';

interface Account {
  id: string;
  email: string;
}

/** The demo's users who can still sign in with the password that the README publishes. */
export async function findPublishedAccounts({ unscoped }: Database): Promise<Account[]> {
  const emails = demoUsers.map(({ email }) => email);
  const rows = await unscoped
    .selectFrom('users')
    .select(['id', 'email', 'password_hash'])
    .where('email', 'in', emails)
    .orderBy('email')
    .execute();
  const open: Account[] = [];
  for (const { id, email, password_hash } of rows)
    if (await verifyPassword(password_hash, demoPassword)) open.push({ id, email });
  return open;
}

/** Removes their passwords and passkeys, and ends their sessions and links; returns their addresses. Their data stays. */
export async function disablePublishedAccounts(database: Database, now: Date): Promise<Account[]> {
  const open = await findPublishedAccounts(database);
  for (const { id } of open) {
    await database.unscoped.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute();
      await tx
        .updateTable('sessions')
        .set({ revoked_at: now })
        .where('user_id', '=', id)
        .where('revoked_at', 'is', null)
        .execute();
      await tx.deleteFrom('user_tokens').where('user_id', '=', id).execute();
      await tx.deleteFrom('sign_in_challenges').where('user_id', '=', id).execute();
      await tx.deleteFrom('passkeys').where('user_id', '=', id).execute();
      await logUser(tx, { userId: id, action: 'user.password-removed', by: operatorActor });
    });
  }
  return open;
}

/** Warnings for the start of a server without demo data; none when no demo user can sign in. */
export async function warnOfPublishedAccounts(database: Database): Promise<string[]> {
  const open = await findPublishedAccounts(database);
  if (open.length === 0) return [];
  return [
    '*** WARNING: anybody can sign in to this Spotter. These demo accounts have the published password:',
    ...open.map(({ email }) => `***   ${email}`),
    '*** Disable them: npm run spotter -- disable-demo   (with the package: spotter disable-demo, in a container: node dist/server/cli.js disable-demo)',
  ];
}
