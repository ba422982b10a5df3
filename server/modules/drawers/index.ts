export { sendZReports } from './mails.ts';
export { drawersRepo } from './repo.ts';
export { closingReport, reportWindow } from './report.ts';
export { drawerRoutes } from './routes.ts';
