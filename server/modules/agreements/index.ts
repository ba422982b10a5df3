export type { AgreementRow } from './repo.ts';
export { agreementRoutes } from './routes.ts';
export { toAgreementSummary } from './rows.ts';
export { agreementVersionRoutes } from './versionsRoutes.ts';
