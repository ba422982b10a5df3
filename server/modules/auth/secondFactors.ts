import { addMinutes } from 'date-fns';
import type { SecondFactorNeeded } from '#domain/auth/contract.ts';
import { tryDecrypt } from '#server/platform/crypto/encryption.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { RateLimit } from '#server/platform/http/rateLimits.ts';
import { newEmailedToken } from './emailedLinks.ts';
import { isTimedCode, normalizeTypedCode, findStep } from './secondFactorCodes.ts';
import { secondFactorRepo } from './secondFactorRepo.ts';

/** The time to enter the code after the password was right. */
const secondFactorMinutes = 10;

/** Per person in 15 minutes, however often the password is entered. */
const mostCodes = 10;

export const codeLimit = (userId: string): RateLimit => ({ subject: `second factor ${userId}`, most: mostCodes });

/** Once. Undefined when it is wrong or was used. */
export async function redeemCode(
  { config, clock }: AppContext,
  tx: Tx,
  userId: string,
  code: string,
): Promise<'app' | 'recovery-code' | undefined> {
  const repo = secondFactorRepo(tx);
  const factor = await repo.lock(userId);
  if (!factor?.confirmed_at) return undefined;
  if (!isTimedCode(code)) return (await repo.useRecoveryCode(userId, code, clock())) ? 'recovery-code' : undefined;
  const key = tryDecrypt(config.appSecret, userId, factor.secret_sealed, 'second factors');
  const step = key === undefined ? undefined : findStep(key, normalizeTypedCode(code), clock());
  if (step === undefined || (factor.last_step !== null && step <= factor.last_step)) return undefined;
  await repo.useStep(userId, step);
  return 'app';
}

/** Undefined without a second factor. */
export async function challengeSecondFactor(
  { database, clock }: AppContext,
  userId: string,
): Promise<SecondFactorNeeded | undefined> {
  const repo = secondFactorRepo(database.unscoped);
  if (!(await repo.isOn(userId))) return undefined;
  const { token, hash } = newEmailedToken();
  const expiresAt = addMinutes(clock(), secondFactorMinutes);
  await repo.addChallenge({ token_hash: hash, user_id: userId, expires_at: expiresAt });
  return { secondFactor: { token, expiresAt: expiresAt.toISOString() } };
}
