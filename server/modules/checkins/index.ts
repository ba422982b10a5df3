export { checkinDecision, type CheckinMembership } from './checkinDecision.ts';
export { checkinLiveRoutes } from './liveRoutes.ts';
export { checkinRoutes } from './routes.ts';
