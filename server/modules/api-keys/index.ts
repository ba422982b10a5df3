/**
 * API keys: made and revoked by company admins, for programs that call the API in the name of whoever made them.
 * Tables: api_keys, which keeps the hash of a key only, and api_key_limits. A request's key is read in server/platform/http/apiKeys.ts.
 */
import type { Module } from '#server/platform/module.ts';
import { meRoutes } from './meRoutes.ts';
import { apiKeyRoutes } from './routes.ts';

export const apiKeys: Module = {
  routes: [apiKeyRoutes, meRoutes],
};
