import type { CompanyExportResponse, CompanyExports } from '#domain/exports/contract.ts';
import { http } from './http.ts';

const toPath = (companyId: string) => `/companies/${companyId}/exports`;

/** Archives of everything that a company has. */
export const exportActions = {
  list: async (companyId: string, signal?: AbortSignal) =>
    (await http<CompanyExports>(toPath(companyId), { signal })).exports,

  start: (companyId: string, idempotencyKey: string) =>
    http<CompanyExportResponse>(toPath(companyId), { method: 'POST', idempotencyKey, stale: ['exports'] }),
};
