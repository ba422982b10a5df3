import { passwordTooCommon } from '#domain/auth/password.ts';
import { logUser } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import { badRequest } from '#server/platform/http/problem.ts';
import { accountLimit, rateLimits, resetAddressLimit } from '#server/platform/http/rateLimits.ts';
import { hashOfToken } from '#server/platform/http/tokenFormat.ts';
import { deviceCookies } from './deviceCookies.ts';
import { emailLink } from './emailedLinks.ts';
import { passkeyRepo } from './passkeysRepo.ts';
import { hashPassword, isCommonPassword } from './passwords.ts';
import { authRepo } from './repo.ts';
import { secondFactorRepo } from './secondFactorRepo.ts';
import { endSessions } from './sessions.ts';
import type { Client, WithDeviceCookie } from './startSession.ts';

/** Does not reveal whether the address is known. */
export async function requestPasswordReset(context: AppContext, email: string, { ip, log }: Client): Promise<void> {
  if (await rateLimits(context.database).take([resetAddressLimit(ip)], context.clock())) return;
  const user = await authRepo(context.database).userByEmail(email);
  log('reset-requested', user?.id ?? null);
  if (user) await emailLink(context, user, 'reset');
}

/**
 * Ends all sessions of the user. Passkeys and the second factor stay: a reset proves only that somebody reads the
 * user's email. It also marks the device as known, so that the owner of an account under attack can sign in on a new
 * device.
 */
export async function resetPassword(
  { config, database, clock }: AppContext,
  token: string,
  newPassword: string,
  { log, requestId }: Client,
): Promise<WithDeviceCookie & { hasPasskeys: boolean }> {
  const repo = authRepo(database);
  if (isCommonPassword(newPassword)) throw badRequest(passwordTooCommon, { newPassword: passwordTooCommon });
  const hash = hashOfToken(token);
  // Hashing is expensive, and anyone may call this.
  const userId = await repo.ownerOfToken(hash, 'reset', clock());
  if (!userId) {
    log('reset-refused', null);
    throw badToken();
  }
  const password_hash = await hashPassword(newPassword);
  const now = clock();
  let account = '';
  let hasPasskeys = false;
  const isChanged = await repo.useToken(hash, 'reset', now, async (tx, id) => {
    const { email } = await tx
      .updateTable('users')
      .set((row) => ({ password_hash, email_verified_at: row.fn.coalesce('email_verified_at', row.val(now)) }))
      .where('id', '=', id)
      .returning('email')
      .executeTakeFirstOrThrow();
    account = email.toLowerCase();
    await endSessions(tx, id, now);
    await secondFactorRepo(tx).endChallenges(id);
    hasPasskeys = (await passkeyRepo(tx).ofUser(id)).length > 0;
    await logUser(tx, { userId: id, action: 'user.password-changed', requestId });
  });
  if (!isChanged) throw badToken();
  log('password-changed', userId);
  await rateLimits(database).forget(accountLimit(account));
  return { deviceCookie: deviceCookies(config).issue(account, now), hasPasskeys };
}

const badToken = () => badRequest('This link was used already or has expired');
