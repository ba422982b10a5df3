/**
 * The first start: the first user, company and location, by a link that the server prints.
 * Table: setup_token. The link is worth nothing once a user exists.
 */
import type { Module } from '#server/platform/module.ts';
import { setupRoutes } from './routes.ts';

export const setup: Module = {
  routes: [setupRoutes],
};

export { createSetupToken } from './service.ts';
