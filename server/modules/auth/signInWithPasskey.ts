import type { LoginResponse } from '#domain/auth/contract.ts';
import { passkeyTexts, type PasskeyOptions, type PasskeySignInBody } from '#domain/auth/passkeysContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { unauthorized } from '#server/platform/http/problem.ts';
import {
  addressLimit,
  passkeyAddressLimit,
  passkeyLimit,
  rateLimits,
  tooManyAttempts,
} from '#server/platform/http/rateLimits.ts';
import { passkeyRepo } from './passkeysRepo.ts';
import { createRequestOptions, verifyPasskey } from './passkeys.ts';
import { startSessionOnDevice, type Client, type WithDeviceCookie } from './startSession.ts';

/** Anyone may call this, and each challenge is stored for some minutes. */
export async function createSignInOptions(context: AppContext, { ip }: Client): Promise<PasskeyOptions> {
  const attempts = rateLimits(context.database);
  const limits = [passkeyAddressLimit(ip)];
  await attempts.takeOrRefuse(limits, context.clock(), 'Too many attempts. Please try again later.');
  return createRequestOptions(context);
}

export async function signInWithPasskey(
  context: AppContext,
  body: PasskeySignInBody,
  { ip, userAgent, log }: Client,
): Promise<LoginResponse & WithDeviceCookie> {
  const { database, clock } = context;
  const attempts = rateLimits(database);
  const now = clock();
  const passkey = await passkeyRepo(database.unscoped).byCredential(body.id);
  const userId = passkey?.user_id ?? null;
  const ofAddress = addressLimit(ip);
  const ofPerson = userId === null ? [] : [passkeyLimit(userId)];
  const blockedUntil = await attempts.take([...ofPerson, ofAddress], now);
  if (blockedUntil) {
    log('sign-in-locked-out', userId);
    throw tooManyAttempts(blockedUntil, now);
  }
  const outcome = await verifyPasskey(context, passkey, body);
  if (outcome !== 'yes' || userId === null) {
    log('sign-in-failed', userId);
    throw unauthorized(outcome === 'too late' ? passkeyTexts.expired : passkeyTexts.refused);
  }
  await Promise.all([attempts.refund(ofAddress, now), ...ofPerson.map(attempts.forget)]);
  log('passkey-sign-in', userId);
  return startSessionOnDevice(context, userId, now, { userAgent, isByPasskey: true });
}
