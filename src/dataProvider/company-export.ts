import type { ExportResponse, LatestExportResponse } from '#domain/company-export/contract.ts';
import { http } from './http.ts';

/** Archives of everything that a company has. */
export const exportActions = {
  latest: (companyId: string, signal: AbortSignal) =>
    http<LatestExportResponse>(`/companies/${companyId}/exports`, { signal }),

  start: (companyId: string) =>
    http<ExportResponse>(`/companies/${companyId}/exports`, { method: 'POST', stale: ['settings', 'activity'] }),
};
