/**
 * Check-ins at the front desk and at doors, and the live stream of them. Tables: checkins, checkin_hour_sums. `decideCheckin.ts`
 * asks the rules of `domain/checkins/checkinDecision.ts` whether a contact may come in; `decideAtDoor.ts` answers devices, and
 * `fetchAccessList.ts` says beforehand who may come in. `memberSummaryRoutes.ts` says what the desk should know before; it stands
 * here and not in `contacts`, since it names unsigned agreements and `signatures` stands above that.
 */
import { minute, type Module } from '#server/platform/module.ts';
import { checkinRoutes } from './routes.ts';
import { deviceCheckinRoutes } from './deviceRoutes.ts';
import { checkinLiveRoutes } from './liveRoutes.ts';
import { memberSummaryRoutes } from './memberSummaryRoutes.ts';
import { sumCheckinDays } from './sumDays.ts';

export const checkins: Module = {
  routes: [checkinRoutes, deviceCheckinRoutes, checkinLiveRoutes, memberSummaryRoutes],
  jobs: [{ name: 'check-ins of finished days', seconds: 60 * minute, run: sumCheckinDays }],
};

export { sumCheckinDays } from './sumDays.ts';
