/**
 * A company's settings, for the code that applies them and for the screen.
 * Not the sales tax, which is of a location, nor the methods of payment, which are `domain/invoices/paymentMethods.ts`.
 * Table: company_settings. A rule that was applied is copied into the row it was applied to.
 */
import type { Module } from '#server/platform/module.ts';
import { settingsRoutes } from './routes.ts';

export const settings: Module = {
  routes: [settingsRoutes],
};

export { readCompanySettings, requireOtherMethod } from './companySettings.ts';
export { isAdminIn, readChecklist } from './service.ts';
