import { addHours, addMinutes, subMinutes } from 'date-fns';
import type { Selectable } from 'kysely';
import type {
  LoginBody,
  LoginResponse,
  RefreshResponse,
  SecondFactorBody,
  SecondFactorNeeded,
  SignInOutcome,
} from '#domain/auth/contract.ts';
import { passwordTooCommon } from '#domain/auth/password.ts';
import { logUser } from '#server/modules/activity/index.ts';
import type { UserTable } from '#server/platform/database/schema.ts';
import type { AppContext } from '#server/platform/context.ts';
import { badRequest, Problem, unauthorized } from '#server/platform/http/problem.ts';
import type { RequestUser } from '#server/platform/http/accessScope.ts';
import type { SecurityEvent } from '#server/platform/http/logging.ts';
import { signToken } from '#server/platform/http/tokens.ts';
import {
  accountLimit,
  addressLimit,
  deviceLimit,
  rateLimits,
  resetAddressLimit,
  tooManyAttempts,
  windowMinutes,
} from '#server/platform/http/rateLimits.ts';
import { authRepo, type TokenPurpose } from './repo.ts';
import { authEmails } from './authEmails.ts';
import { deviceCookies } from './deviceCookies.ts';
import { deviceName } from './deviceName.ts';
import { hashOfToken, newEmailedToken } from './emailedTokens.ts';
import { readFirstPage } from './firstPage.ts';
import { secondFactorRepo } from './secondFactorRepo.ts';
import { secondFactors } from './secondFactors.ts';
import { hashPassword, isCommonPassword, needsRehash, verifyPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';

/** Per account in 15 minutes. */
const mostEmails = 5;
const resetMinutes = 60;
const verifyHours = 24;

export interface Client {
  ip: string;
  userAgent: string | undefined;
  requestId: string;
  cookies: string | undefined;
  log: (event: SecurityEvent, userId: string | null) => void;
  onError: (error: unknown) => void;
}

export interface WithDeviceCookie {
  deviceCookie: string;
}

type SignedInUser = Pick<Selectable<UserTable>, 'id' | 'first_name' | 'last_name' | 'email'>;

export function authService(context: AppContext) {
  const { config, database, mailer, clock } = context;
  const repo = authRepo(database);
  const attempts = rateLimits(database);
  const devices = deviceCookies(config);
  const emails = authEmails(config.publicUrl);
  const factors = secondFactors(context);

  async function emailLink(
    user: { id: string; email: string; first_name: string },
    purpose: TokenPurpose,
  ): Promise<void> {
    const now = clock();
    const { token, hash } = newEmailedToken();
    const expires_at = purpose === 'reset' ? addMinutes(now, resetMinutes) : addHours(now, verifyHours);
    const limit = { most: mostEmails, since: subMinutes(now, windowMinutes) };
    const isMade = await repo.replaceToken({ token_hash: hash, user_id: user.id, purpose, expires_at }, now, limit);
    if (isMade) await mailer.send(emails[purpose](user, token));
  }

  const signIn = async (user: SignedInUser, now: Date, userAgent: string | undefined): Promise<SignInOutcome> =>
    (await factors.challenge(user.id)) ?? startSession(user, now, userAgent);

  async function startSession(
    user: SignedInUser,
    now: Date,
    userAgent: string | undefined,
    isByPasskey = false,
  ): Promise<LoginResponse> {
    const session = await repo.startSession(user.id, now, deviceName(userAgent), isByPasskey);
    const [token, userCompanies, firstPage] = await Promise.all([
      signToken(config.appSecret, session, now),
      repo.companiesOf(user.id),
      readFirstPage(database, session.id),
    ]);
    return {
      token,
      user: {
        id: user.id,
        firstName: user.first_name,
        lastName: user.last_name,
        email: user.email,
        userCompanies,
      },
      ...firstPage,
    };
  }

  async function startSessionOnDevice(
    userId: string,
    now: Date,
    userAgent: string | undefined,
    isByPasskey = false,
  ): Promise<LoginResponse & WithDeviceCookie> {
    const user = await database.unscoped
      .selectFrom('users')
      .select(['id', 'first_name', 'last_name', 'email'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    return {
      ...(await startSession(user, now, userAgent, isByPasskey)),
      deviceCookie: devices.issue(user.email.toLowerCase(), now),
    };
  }

  return {
    /** The device becomes known only with the second factor. */
    async login(
      { email, password }: LoginBody,
      { ip, userAgent, cookies, log }: Client,
    ): Promise<(LoginResponse & WithDeviceCookie) | SecondFactorNeeded> {
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
        await emailLink(user, 'verify');
        throw new Problem(403, 'Please verify your email address before signing in');
      }
      const response = await signIn(user, now, userAgent);
      return 'secondFactor' in response ? response : { ...response, deviceCookie: devices.issue(account, now, device) };
    },

    signIn,
    startSession,
    startSessionOnDevice,

    async showSecondFactor(
      { token, code }: SecondFactorBody,
      { userAgent, requestId, log, onError }: Client,
    ): Promise<LoginResponse & WithDeviceCookie> {
      const { userId, used } = await factors.response(token, code, requestId, log);
      if (used === 'recovery-code') await factors.notify(userId, 'recovery-code-used', onError);
      const now = clock();
      return startSessionOnDevice(userId, now, userAgent);
    },

    /** A session that has ended or is too old is not renewed. */
    async refresh({ sessionId, userId }: RequestUser): Promise<RefreshResponse> {
      const now = clock();
      const expiresAt = await repo.extendSession(sessionId, now);
      if (!expiresAt) throw unauthorized('Your session has expired. Please log in again.');
      return { token: await signToken(config.appSecret, { id: sessionId, userId, expiresAt }, now) };
    },

    logout: (sessionId: string) => repo.revokeSession(sessionId, clock()),

    /** Does not reveal whether the address is known. */
    async forgotPassword(email: string, { ip, log }: Client): Promise<void> {
      if (await attempts.take([resetAddressLimit(ip)], clock())) return;
      const user = await repo.userByEmail(email);
      log('reset-requested', user?.id ?? null);
      if (user) await emailLink(user, 'reset');
    },

    /**
     * Ends all sessions of the user. The link proves the email address and marks the device as known, so that the owner of
     * an account under attack can sign in on a new device.
     */
    async changePassword(token: string, newPassword: string, { log, requestId }: Client): Promise<WithDeviceCookie> {
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
        await logUser(tx, { userId: id, action: 'user.password-changed', requestId });
      });
      if (!isChanged) throw badToken();
      log('password-changed', userId);
      await attempts.forget(accountLimit(account));
      return { deviceCookie: devices.issue(account, now) };
    },

    async verifyEmail(token: string, { requestId }: Client): Promise<void> {
      const now = clock();
      const isVerified = await repo.useToken(hashOfToken(token), 'verify', now, async (tx, id) => {
        await tx.updateTable('users').set({ email_verified_at: now }).where('id', '=', id).execute();
        await logUser(tx, { userId: id, action: 'user.email-verified', requestId });
      });
      if (!isVerified) throw badRequest('Invalid or expired verification token');
    },
  };
}

const badToken = () => badRequest('Invalid or expired reset token');
