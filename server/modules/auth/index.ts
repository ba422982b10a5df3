/**
 * Sign-in, sessions and the ways to prove who one is: password, second factor, passkey, emailed links.
 * `login.ts`, `signInWithCode.ts` and `signInWithPasskey.ts` end in `startSession.ts`; `resetPassword.ts` sets a new password.
 * `platform/http/authentication.ts` checks the session of each request. What each level may do is `domain/shared/access.ts`.
 * Tables: users, sessions, user_tokens, rate_limit_hits, second_factors, passkeys, security_emails. Passwords are hashed with argon2; tokens are stored
 * as hashes only.
 */
import { minute, type Module } from '#server/platform/module.ts';
import { authRoutes } from './routes.ts';
import { sendSecurityEmails } from './securityEmails.ts';

export const auth: Module = {
  routes: [authRoutes],
  jobs: [{ name: 'security emails', seconds: minute / 4, run: sendSecurityEmails }],
};

export { deviceName, signIn, startSession } from './startSession.ts';
export { newEmailedToken } from './emailedLinks.ts';
export { createPasskeyOptions, verifyNewPasskey } from './passkeys.ts';
export { passkeyRepo, type NewPasskey } from './passkeysRepo.ts';
export { hashPassword, isCommonPassword, verifyPassword } from './passwords.ts';
export { authRepo } from './repo.ts';
export { keyUri, newRecoveryCodes, newTotpKey, normalizeTypedCode, findStep } from './secondFactorCodes.ts';
export { secondFactorRepo } from './secondFactorRepo.ts';
export { codeLimit, redeemCode } from './secondFactors.ts';
export { queueSecurityEmail, sendSecurityEmails } from './securityEmails.ts';
export { listActiveSessions, endSessions } from './sessions.ts';
