/**
 * Sign-in, sessions and the ways to prove who one is: password, second factor, passkey, emailed links.
 * `login.ts`, `signInWithCode.ts` and `signInWithPasskey.ts` end in `startSession.ts`; `resetPassword.ts` sets a new password.
 * `platform/http/authentication.ts` checks the session of each request. What each level may do is `domain/shared/access.ts`.
 * Tables: users, sessions, user_tokens, rate_limit_hits, second_factors, passkeys. Passwords are hashed with argon2; tokens are stored
 * as hashes only. The session of a call is checked in `platform/http/authentication.ts`; who may do what is `domain/shared/access.ts`.
 */
import type { Module } from '#server/platform/module.ts';
import { authRoutes } from './routes.ts';

export const auth: Module = {
  routes: [authRoutes],
};

export { deviceName } from './deviceName.ts';
export { newEmailedToken } from './emailedTokens.ts';
export { creationOptions, newPasskey } from './passkeys.ts';
export { passkeyRepo, type NewPasskey } from './passkeysRepo.ts';
export { hashPassword, isCommonPassword, verifyPassword } from './passwords.ts';
export { authRepo } from './repo.ts';
export { keyUri, newRecoveryCodes, newTotpKey, plainCode, findStep } from './secondFactorCodes.ts';
export type { SecondFactorEvent } from './secondFactorEmail.ts';
export { secondFactorRepo } from './secondFactorRepo.ts';
export { codeLimit, emailSecondFactorChange, redeemCode } from './secondFactors.ts';
export { activeSessions, endSessions } from './sessions.ts';
export { signIn, startSession } from './startSession.ts';
