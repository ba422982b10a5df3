export { changesBetween, changesOfPart } from './activityChanges.ts';
export { activityRows, logActivity, logRecord, type Activity, type LoggedKind } from './logActivity.ts';
export { logUser, setScope } from './logUser.ts';
export { activityRoutes } from './routes.ts';
