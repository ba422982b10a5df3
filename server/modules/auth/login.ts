import type { LoginBody, LoginResponse, SecondFactorNeeded } from '#domain/auth/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { Problem, unauthorized } from '#server/platform/http/problem.ts';
import {
  accountLimit,
  addressLimit,
  deviceLimit,
  rateLimits,
  tooManyAttempts,
} from '#server/platform/http/rateLimits.ts';
import { deviceCookies } from './deviceCookies.ts';
import { emailLink } from './emailedLinks.ts';
import { hashPassword, needsRehash, verifyPassword } from './passwords.ts';
import { authRepo } from './repo.ts';
import { signIn, type Client, type WithDeviceCookie } from './startSession.ts';

/** The device becomes known only with the second factor. */
export async function login(
  context: AppContext,
  { email, password }: LoginBody,
  { ip, userAgent, cookies, log }: Client,
): Promise<(LoginResponse & WithDeviceCookie) | SecondFactorNeeded> {
  const { config, database, clock } = context;
  const repo = authRepo(database);
  const attempts = rateLimits(database);
  const devices = deviceCookies(config);
  const [account, now] = [email.toLowerCase(), clock()];
  const device = devices.deviceOf(cookies, account, now);
  const ofAddress = addressLimit(ip);
  const limits = device ? [deviceLimit(device)] : [accountLimit(account), ofAddress];
  const user = await repo.userByEmail(email);
  // Count before verifying the password, so that concurrent guesses count each other.
  const blockedUntil = await attempts.take(limits, now);
  if (blockedUntil) {
    log('sign-in-locked-out', user?.id ?? null);
    throw tooManyAttempts(blockedUntil, now);
  }
  if (!(await verifyPassword(user?.password_hash, password)) || !user) {
    log('sign-in-failed', user?.id ?? null);
    throw unauthorized('Invalid email or password');
  }
  if (user.password_hash && needsRehash(user.password_hash))
    await repo.replaceHash(user.id, user.password_hash, await hashPassword(password));
  await Promise.all(
    limits.map((limit) => (limit === ofAddress ? attempts.refund(limit, now) : attempts.forget(limit))),
  );
  if (!user.email_verified_at) {
    await emailLink(context, user, 'verify');
    throw new Problem(403, 'Please verify your email address before signing in');
  }
  const response = await signIn(context, user, now, userAgent);
  return 'secondFactor' in response ? response : { ...response, deviceCookie: devices.issue(account, now, device) };
}
