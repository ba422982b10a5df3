/**
 * What happened, for others to follow: each change that the activity log knows and others may want. Table: events. A job numbers
 * them once they are committed and addresses them to the webhook endpoints of their company.
 */
import { minute, type Module } from '#server/platform/module.ts';
import { publishEvents } from './publish.ts';
import { removeOldEvents } from './removeOld.ts';
import { eventRoutes } from './routes.ts';

export const events: Module = {
  routes: [eventRoutes],
  jobs: [
    { name: 'events', seconds: 1, run: publishEvents },
    { name: 'old events', seconds: 60 * minute, run: removeOldEvents },
  ],
};

export { publishEvents } from './publish.ts';
export { recordEvents, recordOnce, recordSignature } from './record.ts';
export { toEvent } from './repo.ts';
