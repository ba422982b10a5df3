import { parseArgs } from 'node:util';
import { operatorActor } from '#server/platform/http/actors.ts';
import { logUser } from '#server/modules/activity/index.ts';
import type { Config } from '#server/config.ts';
import {
  authRepo,
  endSessions,
  passkeyRepo,
  secondFactorRepo,
  queueSecurityEmail,
  sendSecurityEmails,
} from '#server/modules/auth/index.ts';
import { StartupError } from '#server/platform/explainError.ts';
import { withServices } from './withServices.ts';

/**
 * Removes it and the passkeys of a user who has lost their device and their recovery codes, and signs them out everywhere. The
 * password stays. Can run next to a server.
 */
export async function resetSecondFactor(config: Config, args: string[]): Promise<void> {
  const { email } = parseArgs({ args, options: { email: { type: 'string' } } }).values;
  if (!email) throw new StartupError('--email is required');
  await withServices(config, async ({ database, mailer }) => {
    const user = await authRepo(database).userByEmail(email.trim());
    if (!user) throw new StartupError(`There is no user with the address ${email}`);
    const isRemoved = await database.unscoped.transaction().execute(async (tx) => {
      const repo = secondFactorRepo(tx);
      const isOn = await repo.isOn(user.id);
      const removed = await passkeyRepo(tx).remove(user.id);
      if (!isOn && removed.length === 0) return false;
      await repo.remove(user.id);
      await repo.endChallenges(user.id);
      await endSessions(tx, user.id, new Date());
      await logUser(tx, { userId: user.id, action: 'user.second-factor-reset', by: operatorActor });
      await queueSecurityEmail(tx, user.id, 'reset', new Date());
      return true;
    });
    if (!isRemoved) throw new StartupError(`${user.email} has no two-step verification and no passkey`);
    // If it fails, the server sends it.
    await sendSecurityEmails({ database, mailer, config, clock: () => new Date() }).catch(console.error);
    console.log(
      `${user.email} no longer has two-step verification or a passkey, and is signed out. The password alone signs in.`,
    );
  });
}
