export { reportRoutes } from './routes.ts';
export { todayRoutes } from './todayRoutes.ts';
export { closedAt, paymentsAndRefunds, windowsOf, type ReportLocation } from './windows.ts';
