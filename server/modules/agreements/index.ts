/**
 * PDF documents and their numbered versions. Tables: agreements, agreement_versions. A version is never changed; its file is
 * read through a signed URL.
 */
import type { Module } from '#server/platform/module.ts';
import { agreementRoutes } from './routes.ts';
import { agreementVersionRoutes } from './versionsRoutes.ts';

export const agreements: Module = {
  routes: [agreementRoutes, agreementVersionRoutes],
};

export { toAgreementSummary } from './rows.ts';
