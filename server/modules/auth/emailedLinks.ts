import { addHours, addMinutes, subMinutes } from 'date-fns';
import { randomBytes } from 'node:crypto';
import { logUser } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import { badRequest } from '#server/platform/http/problem.ts';
import { windowMinutes } from '#server/platform/http/rateLimits.ts';
import { hashOfToken } from '#server/platform/http/tokenFormat.ts';
import { authEmails } from './authEmails.ts';
import { authRepo, type TokenPurpose } from './repo.ts';
import type { Client } from './startSession.ts';

/** Per account in 15 minutes. */
const mostEmails = 5;
const resetMinutes = 60;
const verifyHours = 24;

export async function emailLink(
  { config, database, mailer, clock }: AppContext,
  user: { id: string; email: string; first_name: string },
  purpose: TokenPurpose,
): Promise<void> {
  const now = clock();
  const { token, hash } = newEmailedToken();
  const expires_at = purpose === 'reset' ? addMinutes(now, resetMinutes) : addHours(now, verifyHours);
  const limit = { most: mostEmails, since: subMinutes(now, windowMinutes) };
  const isMade = await authRepo(database).replaceToken(
    { token_hash: hash, user_id: user.id, purpose, expires_at },
    now,
    limit,
  );
  if (isMade) await mailer.send(authEmails(config.publicUrl)[purpose](user, token));
}

export async function verifyEmail(
  { database, clock }: AppContext,
  token: string,
  { requestId }: Client,
): Promise<void> {
  const now = clock();
  const isVerified = await authRepo(database).useToken(hashOfToken(token), 'verify', now, async (tx, id) => {
    await tx.updateTable('users').set({ email_verified_at: now }).where('id', '=', id).execute();
    await logUser(tx, { userId: id, action: 'user.email-verified', requestId });
  });
  if (!isVerified) throw badRequest('This link was used already or has expired');
}

/** 128 random bits. Only the hash is stored. */
export function newEmailedToken(): { token: string; hash: Buffer } {
  const token = randomBytes(16).toString('base64url');
  return { token, hash: hashOfToken(token) };
}
