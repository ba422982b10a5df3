import type { AccountingPreview, AccountingPreviewResponse } from '#domain/accounting/contract.ts';
import { http, httpStream } from './http.ts';

/** One location, or all locations of a company whose reports this user may see. */
export type AccountingParams = ({ readonly locationId: string } | { readonly companyId: string }) & {
  readonly from: string;
  readonly to: string;
};

const toQuery = (params: AccountingParams) => new URLSearchParams({ ...params });

/** Kept out of the data provider, like the reports. */
export const accountingActions = {
  preview: async (params: AccountingParams, signal?: AbortSignal): Promise<AccountingPreview> =>
    (await http<AccountingPreviewResponse>(`/accounting/preview?${toQuery(params)}`, { signal })).preview,

  csv: async (params: AccountingParams, signal: AbortSignal): Promise<Blob> =>
    new Response(await httpStream(`/accounting/export?${toQuery(params)}`, signal)).blob(),
};
