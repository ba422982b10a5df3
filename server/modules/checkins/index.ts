/**
 * At the front desk and at doors, and the live stream of them. Table: checkins. `checkinDecision.ts` asks the rules whether a
 * contact may come in.
 */
import type { Module } from '#server/platform/module.ts';
import { checkinRoutes } from './routes.ts';
import { checkinLiveRoutes } from './liveRoutes.ts';

export const checkins: Module = {
  routes: [checkinRoutes, checkinLiveRoutes],
};

export { checkinDecision, type CheckinMembership } from './checkinDecision.ts';
