/**
 * What needs attention at a location: failed cards, renewals that are tried again, overdue invoices, memberships that end,
 * agreements that are not signed, doors that are silent.
 * It stores nothing; each item leads to the screen that settles it.
 */
import type { Module } from '#server/platform/module.ts';
import { attentionRoutes } from './routes.ts';

export const attention: Module = {
  routes: [attentionRoutes],
};
