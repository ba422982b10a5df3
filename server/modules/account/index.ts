/**
 * Your account: one's own name, password, sessions, second factor and passkeys.
 * Tables: users, sessions, second_factors, recovery_codes, passkeys. Changes that weaken the account ask for the password again
 * (`reauthentication.ts`).
 */
import type { Module } from '#server/platform/module.ts';
import { accountRoutes } from './routes.ts';
import { accountSecondFactorRoutes } from './secondFactorRoutes.ts';
import { accountPasskeyRoutes } from './passkeysRoutes.ts';

export const account: Module = {
  routes: [accountRoutes, accountSecondFactorRoutes, accountPasskeyRoutes],
};
