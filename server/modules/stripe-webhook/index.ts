/**
 * Checks the signature of Stripe's webhook, reads the event, and hands it to the module that applies it. Table:
 * webhook_events, so that no event is applied twice.
 */
import type { Module } from '#server/platform/module.ts';
import { stripeEventRoutes } from './routes.ts';

export const stripeWebhook: Module = {
  routes: [stripeEventRoutes],
  // Stripe retries an event for three days. A later duplicate is still applied only once.
  retention: [{ table: 'webhook_events', column: 'received_at', days: 60 }],
};
