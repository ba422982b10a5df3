import { addMinutes } from 'date-fns';
import type { SecondFactorNeeded } from '#domain/auth/contract.ts';
import { secondFactorTexts } from '#domain/account/secondFactorContract.ts';
import { logUser } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import { Problem, unauthorized } from '#server/platform/http/problem.ts';
import type { SecurityEvent } from '#server/platform/http/logging.ts';
import { tryDecrypt } from '#server/platform/crypto/encryption.ts';
import { rateLimits, tooManyAttempts, type RateLimit } from '#server/platform/http/rateLimits.ts';
import { hashOfToken, newEmailedToken } from './emailedTokens.ts';
import { isTimedCode, plainCode, findStep } from './secondFactorCodes.ts';
import { secondFactorEmail, type SecondFactorEvent } from './secondFactorEmail.ts';
import { secondFactorRepo } from './secondFactorRepo.ts';

/** For the code, after the password was right. */
const secondFactorMinutes = 10;

/** Per person in 15 minutes, however often the password is entered. */
const mostCodes = 10;

export const codeLimit = (userId: string): RateLimit => ({ subject: `second factor ${userId}`, most: mostCodes });

type Log = (event: SecurityEvent, userId: string | null) => void;
type UsedCode = 'app' | 'recovery-code';

export function secondFactors({
  config,
  database,
  mailer,
  clock,
}: Pick<AppContext, 'config' | 'database' | 'mailer' | 'clock'>) {
  const { unscoped } = database;
  const attempts = rateLimits(database);

  /** Once. Undefined when it is wrong or was used. */
  async function useCode(tx: Tx, userId: string, code: string): Promise<UsedCode | undefined> {
    const repo = secondFactorRepo(tx);
    const factor = await repo.lock(userId);
    if (!factor?.confirmed_at) return undefined;
    if (!isTimedCode(code)) return (await repo.useRecoveryCode(userId, code, clock())) ? 'recovery-code' : undefined;
    const key = tryDecrypt(config.appSecret, userId, factor.secret_sealed, 'second factors');
    const step = key === undefined ? undefined : findStep(key, plainCode(code), clock());
    if (step === undefined || (factor.last_step !== null && step <= factor.last_step)) return undefined;
    await repo.useStep(userId, step);
    return 'app';
  }

  return {
    useCode,

    /** Undefined without a second factor. */
    async challenge(userId: string): Promise<SecondFactorNeeded | undefined> {
      const repo = secondFactorRepo(unscoped);
      if (!(await repo.isOn(userId))) return undefined;
      const { token, hash } = newEmailedToken();
      const expiresAt = addMinutes(clock(), secondFactorMinutes);
      await repo.addChallenge({ token_hash: hash, user_id: userId, expires_at: expiresAt });
      return { secondFactor: { token, expiresAt: expiresAt.toISOString() } };
    },

    /** A wrong code leaves the challenge open. */
    async response(
      token: string,
      code: string,
      requestId: string,
      log: Log,
    ): Promise<{ userId: string; used: UsedCode }> {
      const [hash, now] = [hashOfToken(token), clock()];
      const userId = (await secondFactorRepo(unscoped).challenge(hash, now))?.user_id;
      if (!userId) throw unauthorized(secondFactorTexts.expired);
      const limit = codeLimit(userId);
      const blockedUntil = await attempts.take([limit], now);
      if (blockedUntil) {
        log('sign-in-locked-out', userId);
        throw tooManyAttempts(blockedUntil, now);
      }
      const used = await unscoped.transaction().execute(async (tx) => {
        if (!(await secondFactorRepo(tx).takeChallenge(hash, now))) throw unauthorized(secondFactorTexts.expired);
        const kind = await useCode(tx, userId, code);
        if (!kind) {
          log('second-factor-failed', userId);
          throw new Problem(401, secondFactorTexts.wrongCode, { errors: { code: secondFactorTexts.wrongCode } });
        }
        if (kind === 'recovery-code') await logUser(tx, { userId, action: 'user.recovery-code-used', requestId });
        return kind;
      });
      await attempts.forget(limit);
      return { userId, used };
    },

    /** If the email cannot be sent, the change stays. */
    async notify(userId: string, event: SecondFactorEvent, onError: (error: unknown) => void): Promise<void> {
      const to = await unscoped
        .selectFrom('users')
        .select(['email', 'first_name'])
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      const codesLeft = (await secondFactorRepo(unscoped).status(userId)).codes_left;
      await mailer.send(secondFactorEmail(config.publicUrl, to, event, codesLeft)).catch(onError);
    },
  };
}
