import { secondFactorTexts } from '#domain/account/secondFactorContract.ts';
import { wrongPassword } from '#domain/account/contract.ts';
import { type PasskeyProof, passkeyTexts } from '#domain/auth/passkeysContract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { badRequest, Problem } from '#server/platform/http/problem.ts';
import { ownPasswordLimit, rateLimits } from '#server/platform/http/rateLimits.ts';
import { codeLimit, passkeyRepo, redeemCode, secondFactorRepo, verifyPassword } from '#server/modules/auth/index.ts';

/**
 * A person who finds an unlocked computer cannot change how its user signs in: password and, if one is on, second factor
 * are asked for again.
 */
export async function reauthenticate<T>(
  context: AppContext,
  { user }: AccessScope,
  { password, code = '' }: PasskeyProof,
  change: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { unscoped } = context.database;
  const attempts = rateLimits(context.database);
  const { userId, sessionId } = user;
  const now = context.clock();
  const limits = [ownPasswordLimit(userId), codeLimit(userId)];
  await attempts.takeOrRefuse(limits, now);
  await requirePassword(unscoped, userId, password, 'password');
  const result = await unscoped.transaction().execute(async (tx) => {
    await requirePasskey(tx, sessionId);
    if ((await secondFactorRepo(tx).isOn(userId)) && !(await redeemCode(context, tx, userId, code)))
      throw badRequest(secondFactorTexts.wrongCode, { code: secondFactorTexts.wrongCode });
    return change(tx);
  });
  for (const limit of limits) await attempts.forget(limit);
  return result;
}

/** `field` is that of the form. */
export async function requirePassword(
  unscoped: AppContext['database']['unscoped'],
  userId: string,
  password: string,
  field: string,
): Promise<void> {
  const user = await unscoped
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (!(await verifyPassword(user.password_hash, password)))
    throw badRequest(wrongPassword, { [field]: wrongPassword });
}

/**
 * If a company requires a second factor and the person has only a passkey, the password alone must not add another factor or
 * remove the passkey.
 */
export async function requirePasskey(tx: Tx, sessionId: string): Promise<void> {
  if (await passkeyRepo(tx).isAwaited(sessionId)) throw new Problem(403, passkeyTexts.usePasskey);
}
