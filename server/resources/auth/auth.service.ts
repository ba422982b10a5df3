import { addHours, addMinutes, subMinutes } from 'date-fns';
import type { LoginAnswer, LoginBody, RefreshAnswer } from '#domain/contract/auth.ts';
import type { Deps } from '#server/deps.ts';
import { badRequest, Problem, unauthorized } from '#server/http/problem.ts';
import type { Person } from '#server/http/reach.ts';
import { signToken } from '#server/http/tokens.ts';
import { authRepo, type TokenPurpose } from './auth.repo.ts';
import { authMails } from './authMails.ts';
import { hashOfToken, newMailedToken } from './mailedTokens.ts';
import { fits, hashPassword } from './passwords.ts';

const limits = { windowMinutes: 15, account: 10, address: 100, mails: 5 };
const resetMinutes = 60;
const verifyHours = 24;

/** Signing in and out, and what travels by mail (SPEC §2 "Auth screens", API "login limits"). */
export function authService({ config, database, mailer, clock }: Deps) {
  const repo = authRepo(database);
  const mails = authMails(config.publicUrl);
  const windowStart = () => subMinutes(clock(), limits.windowMinutes);

  /** Mails a link with a fresh token, unless that was just done too often. */
  async function mailLink(user: { id: string; email: string; first_name: string }, purpose: TokenPurpose): Promise<void> {
    if ((await repo.tokensSince(user.id, purpose, windowStart())) >= limits.mails) return;
    const now = clock();
    const { token, hash } = newMailedToken();
    const expires_at = purpose === 'reset' ? addMinutes(now, resetMinutes) : addHours(now, verifyHours);
    await repo.replaceToken({ token_hash: hash, user_id: user.id, purpose, expires_at }, now);
    await mailer.send(mails[purpose](user, token));
  }

  async function refuseTooMany(account: string, address: string): Promise<void> {
    const since = windowStart();
    const [ofAccount, ofAddress] = [await repo.failuresSince(account, since), await repo.failuresSince(address, since)];
    if (ofAccount > limits.account || ofAddress > limits.address) {
      throw new Problem(429, 'Too many failed attempts. Please try again later.', { retryAfter: limits.windowMinutes * 60 });
    }
  }

  return {
    async login({ email, password }: LoginBody, ip: string): Promise<LoginAnswer> {
      const [account, address] = [`account ${email.toLowerCase()}`, `address ${ip}`];
      const now = clock();
      await repo.countTry([account, address], now);
      await refuseTooMany(account, address);
      const user = await repo.userByEmail(email);
      if (!(await fits(user?.password_hash, password)) || !user) throw unauthorized('Invalid email or password');
      await repo.forgiveTry(account, address, now);
      if (!user.email_verified_at) {
        await mailLink(user, 'verify');
        throw new Problem(403, 'Please verify your email address before signing in');
      }
      const session = await repo.startSession(user.id, now);
      return {
        token: await signToken(config.appSecret, session, now),
        user: {
          id: user.id,
          firstName: user.first_name,
          lastName: user.last_name,
          email: user.email,
          userCompanies: await repo.companiesOf(user.id),
        },
      };
    },

    /** A new token for a session in use. A session that was ended, or began too long ago, is not renewed. */
    async refresh({ sessionId, userId }: Person): Promise<RefreshAnswer> {
      const now = clock();
      const expiresAt = await repo.extendSession(sessionId, now);
      if (!expiresAt) throw unauthorized('Your session has expired. Please log in again.');
      return { token: await signToken(config.appSecret, { id: sessionId, userId, expiresAt }, now) };
    },

    logout: (sessionId: string) => repo.revokeSession(sessionId, clock()),

    /** Says nothing about whether the address is known. */
    async forgotPassword(email: string): Promise<void> {
      const user = await repo.userByEmail(email);
      if (user) await mailLink(user, 'reset');
    },

    /** Sets the password and ends every session of its user; having had the mail also proves the address. */
    async changePassword(token: string, newPassword: string): Promise<void> {
      const now = clock();
      const userId = await repo.useToken(hashOfToken(token), 'reset', now, async (tx, id) => {
        // Not before the token is known to be good: hashing is dear, and anybody may ask.
        const password_hash = await hashPassword(newPassword);
        const { email } = await tx
          .updateTable('users')
          .set((row) => ({ password_hash, email_verified_at: row.fn.coalesce('email_verified_at', row.val(now)) }))
          .where('id', '=', id)
          .returning('email')
          .executeTakeFirstOrThrow();
        await tx.updateTable('sessions').set({ revoked_at: now }).where('user_id', '=', id).where('revoked_at', 'is', null).execute();
        await tx.deleteFrom('login_failures').where('subject', '=', `account ${email.toLowerCase()}`).execute();
      });
      if (!userId) throw badRequest('Invalid or expired reset token');
    },

    async verifyEmail(token: string): Promise<void> {
      const now = clock();
      const userId = await repo.useToken(hashOfToken(token), 'verify', now, async (tx, id) => {
        await tx.updateTable('users').set({ email_verified_at: now }).where('id', '=', id).execute();
      });
      if (!userId) throw badRequest('Invalid or expired verification token');
    },

    /** For the clean-up job: failures older than the window decide nothing any more. */
    forgetOldFailures: () => repo.dropFailuresBefore(windowStart()),
  };
}
