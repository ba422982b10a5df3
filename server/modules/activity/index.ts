/**
 * The activity log: who changed what, when and where, with the fields before and after.
 * Table: activity, which the application may only insert into and read, and which is kept for good. Every write calls `logActivity` or `logRecord` in its own
 * transaction.
 */
import type { Module } from '#server/platform/module.ts';
import { activityRoutes } from './routes.ts';

export const activity: Module = {
  routes: [activityRoutes],
};

export {
  changesBetween,
  changesOfPart,
  activityRows,
  logActivity,
  logRecord,
  type Activity,
  type LoggedKind,
} from './logActivity.ts';
export { logUser, setScope } from './logUser.ts';
