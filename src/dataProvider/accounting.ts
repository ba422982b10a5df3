import type { AccountingPreview, AccountingPreviewResponse } from '#domain/contract/accounting.ts';
import { http, httpStream } from './http.ts';

/** Either a location or a company, whose locations are then all that one may see the reports of. */
export type AccountingParams = ({ readonly locationId: string } | { readonly companyId: string }) & { readonly from: string; readonly to: string };

const queryOf = (params: AccountingParams) => new URLSearchParams({ ...params });

/** Like the reports, apart from the one data provider, which is in the first load. */
export const accountingActions = {
  preview: async (params: AccountingParams, signal?: AbortSignal): Promise<AccountingPreview> =>
    (await http<AccountingPreviewResponse>(`/accounting/preview?${queryOf(params)}`, { signal })).preview,

  /** The journal as a file. */
  csv: async (params: AccountingParams, signal: AbortSignal): Promise<Blob> =>
    new Response(await httpStream(`/accounting/export?${queryOf(params)}`, signal)).blob(),
};
