import { qrSvg } from '#server/platform/barcodes.ts';
import { subMinutes } from 'date-fns';
import {
  secondFactorTexts,
  type PasswordProof,
  type SecondFactor,
  type SecondFactorKey,
  type SecondFactorProof,
} from '#domain/account/secondFactorContract.ts';
import { logUser } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { AccessScope, RequestUser } from '#server/platform/http/accessScope.ts';
import { badRequest, conflict } from '#server/platform/http/problem.ts';
import { decrypt, encrypt } from '#server/platform/crypto/encryption.ts';
import { rateLimits } from '#server/platform/http/rateLimits.ts';
import {
  codeLimit,
  endSessions,
  keyUri,
  newRecoveryCodes,
  newTotpKey,
  normalizeTypedCode,
  queueSecurityEmail,
  secondFactorRepo,
  findStep,
} from '#server/modules/auth/index.ts';
import { reauthenticate, requirePasskey } from './reauthentication.ts';

/** How long a new key waits for its first code. After that, the password is asked for again. */
const keyMinutes = 10;

export async function readSecondFactor({ database }: AppContext, { userId }: RequestUser): Promise<SecondFactor> {
  const { confirmed_at, codes_left, is_required } = await secondFactorRepo(database.unscoped).status(userId);
  return {
    isOn: confirmed_at !== null,
    turnedOnAt: confirmed_at?.toISOString() ?? null,
    recoveryCodesLeft: codes_left,
    isRequired: is_required,
  };
}

/** The factor is on once a first code is confirmed. */
export async function beginSecondFactor(
  context: AppContext,
  scope: AccessScope,
  proof: PasswordProof,
): Promise<SecondFactorKey> {
  const { config, database, clock } = context;
  const { userId, email } = scope.user;
  if (await secondFactorRepo(database.unscoped).isOn(userId)) throw alreadyOn();
  const key = newTotpKey();
  const isBegun = await reauthenticate(context, scope, proof, (tx) =>
    secondFactorRepo(tx).begin(userId, encrypt(config.appSecret, userId, key, 'second factors'), clock()),
  );
  if (!isBegun) throw alreadyOn();
  const uri = keyUri(key, email);
  return { key, uri, qr: qrSvg(uri) };
}

/** Ends the person's other sessions. Returns the recovery codes: once, and with a later code again, since a response may be lost. */
export async function confirmSecondFactor(
  { config, database, clock }: AppContext,
  { user: { userId, sessionId }, actor }: AccessScope,
  code: string,
): Promise<string[]> {
  const attempts = rateLimits(database);
  const now = clock();
  const limit = codeLimit(userId);
  await attempts.takeOrRefuse([limit], now);
  const codes = newRecoveryCodes();
  await database.unscoped.transaction().execute(async (tx) => {
    await requirePasskey(tx, sessionId);
    const repo = secondFactorRepo(tx);
    const factor = await repo.lock(userId);
    if (!factor || factor.created_at < subMinutes(now, keyMinutes))
      throw factor?.confirmed_at ? alreadyOn() : conflict('Start again: ask for a new key first');
    const step = findStep(
      decrypt(config.appSecret, userId, factor.secret_sealed, 'second factors'),
      normalizeTypedCode(code),
      now,
    );
    if (step === undefined || (factor.last_step !== null && step <= factor.last_step))
      throw badRequest(secondFactorTexts.wrongCode, { code: secondFactorTexts.wrongCode });
    await repo.confirm(userId, step, now);
    await repo.replaceRecoveryCodes(userId, codes);
    await repo.endChallenges(userId);
    await endSessions(tx, userId, now, { besides: sessionId });
    await logUser(tx, { userId, action: 'user.second-factor-turned-on', by: actor });
    await queueSecurityEmail(tx, userId, 'turned-on', now);
  });
  await attempts.forget(limit);
  return codes;
}

export const turnOffSecondFactor = (context: AppContext, scope: AccessScope, proof: SecondFactorProof): Promise<void> =>
  reauthenticate(context, scope, proof, async (tx) => {
    const { userId, sessionId } = scope.user;
    if (!(await secondFactorRepo(tx).remove(userId))) throw notOn();
    await secondFactorRepo(tx).endChallenges(userId);
    await endSessions(tx, userId, context.clock(), { besides: sessionId });
    await logUser(tx, { userId, action: 'user.second-factor-turned-off', by: scope.actor });
    await queueSecurityEmail(tx, userId, 'turned-off', context.clock());
  });

export async function replaceRecoveryCodes(
  context: AppContext,
  scope: AccessScope,
  proof: SecondFactorProof,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  const { userId } = scope.user;
  await reauthenticate(context, scope, proof, async (tx) => {
    if (!(await secondFactorRepo(tx).isOn(userId))) throw notOn();
    await secondFactorRepo(tx).replaceRecoveryCodes(userId, codes);
    await logUser(tx, { userId, action: 'user.recovery-codes-replaced', by: scope.actor });
    await queueSecurityEmail(tx, userId, 'recovery-codes-replaced', context.clock());
  });
  return codes;
}

const alreadyOn = () => conflict('Two-step verification is on already. Turn it off first.');
const notOn = () => conflict('Two-step verification is off. Turn it on first.');
