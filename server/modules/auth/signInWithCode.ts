import type { LoginResponse, SecondFactorBody } from '#domain/auth/contract.ts';
import { secondFactorTexts } from '#domain/account/secondFactorContract.ts';
import { logUser } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import { Problem, unauthorized } from '#server/platform/http/problem.ts';
import { rateLimits, tooManyAttempts } from '#server/platform/http/rateLimits.ts';
import { hashOfToken } from '#server/platform/http/tokenFormat.ts';
import { secondFactorRepo } from './secondFactorRepo.ts';
import { codeLimit, redeemCode } from './secondFactors.ts';
import { queueSecurityEmail } from './securityEmails.ts';
import { startSessionOnDevice, type Client, type WithDeviceCookie } from './startSession.ts';

/** A wrong code leaves the challenge open. */
export async function signInWithCode(
  context: AppContext,
  { token, code }: SecondFactorBody,
  { userAgent, requestId, log }: Client,
): Promise<LoginResponse & WithDeviceCookie> {
  const { database, clock } = context;
  const { unscoped } = database;
  const attempts = rateLimits(database);
  const [hash, now] = [hashOfToken(token), clock()];
  const userId = (await secondFactorRepo(unscoped).challenge(hash, now))?.user_id;
  if (!userId) throw unauthorized(secondFactorTexts.expired);
  const limit = codeLimit(userId);
  const blockedUntil = await attempts.take([limit], now);
  if (blockedUntil) {
    log('sign-in-locked-out', userId);
    throw tooManyAttempts(blockedUntil, now);
  }
  await unscoped.transaction().execute(async (tx) => {
    if (!(await secondFactorRepo(tx).takeChallenge(hash, now))) throw unauthorized(secondFactorTexts.expired);
    const kind = await redeemCode(context, tx, userId, code);
    if (!kind) {
      log('second-factor-failed', userId);
      throw new Problem(401, secondFactorTexts.wrongCode, { errors: { code: secondFactorTexts.wrongCode } });
    }
    if (kind !== 'recovery-code') return;
    await logUser(tx, { userId, action: 'user.recovery-code-used', requestId });
    await queueSecurityEmail(tx, userId, 'recovery-code-used', now);
  });
  await attempts.forget(limit);
  return startSessionOnDevice(context, userId, clock(), { userAgent });
}
