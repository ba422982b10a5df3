import type { LedgerPage } from '#domain/ledger/contract.ts';
import { http, httpStream } from './http.ts';

/** The filters of the contract, as they stand in the URL. */
export type LedgerParams = Readonly<Record<string, string>>;

/** Kept out of the data provider, like the reports. */
export const ledgerActions = {
  page: (params: LedgerParams, signal?: AbortSignal): Promise<LedgerPage> =>
    http(`/ledger?${new URLSearchParams(params)}`, { signal }),

  csv: async (params: LedgerParams, signal: AbortSignal): Promise<Blob> =>
    new Response(await httpStream(`/ledger/csv?${new URLSearchParams(params)}`, signal)).blob(),
};
