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
import { authService, type Client, type WithDeviceCookie } from './service.ts';
import { passkeyRepo } from './passkeysRepo.ts';
import { passkeys } from './passkeys.ts';

export function passkeySignIn(context: AppContext) {
  const { database, clock } = context;
  const attempts = rateLimits(database);
  const { verifyResponse, requestOptions } = passkeys(context);
  const { startSessionOnDevice } = authService(context);

  return {
    /** Anyone may call this, and each challenge is stored for some minutes. */
    async options({ ip }: Client): Promise<PasskeyOptions> {
      const now = clock();
      await attempts.takeOrRefuse([passkeyAddressLimit(ip)], now, 'Too many attempts. Please try again later.');
      return requestOptions();
    },

    async signIn(body: PasskeySignInBody, { ip, userAgent, log }: Client): Promise<LoginResponse & WithDeviceCookie> {
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
      const outcome = await verifyResponse(passkey, body);
      if (outcome !== 'yes' || userId === null) {
        log('sign-in-failed', userId);
        throw unauthorized(outcome === 'too late' ? passkeyTexts.expired : passkeyTexts.refused);
      }
      await Promise.all([attempts.refund(ofAddress, now), ...ofPerson.map(attempts.forget)]);
      log('passkey-sign-in', userId);
      return startSessionOnDevice(userId, now, userAgent, true);
    },
  };
}
