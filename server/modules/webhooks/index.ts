/**
 * Sends events to the endpoints of a company, by Standard Webhooks 1.0. Tables: webhook_endpoints, webhook_deliveries, whose rows
 * `events` writes with the events' numbers.
 */
import { minute, type Module } from '#server/platform/module.ts';
import { deliverWebhooks } from './deliver.ts';
import { webhookDeliveryRoutes } from './deliveriesRoutes.ts';
import { sendDisabledNotices } from './notices.ts';
import { webhookRoutes } from './routes.ts';

export const webhooks: Module = {
  routes: [webhookRoutes, webhookDeliveryRoutes],
  jobs: [
    { name: 'webhooks', seconds: 1, run: deliverWebhooks },
    { name: 'webhook notices', seconds: 5 * minute, run: sendDisabledNotices },
  ],
};
export { newWebhookSecret } from './service.ts';
