import type { SaleOutcome } from '#domain/invoices/saleOutcomeContract.ts';
import { http } from './http.ts';

/** The outcome of a sale, at the till or of a membership, that this user sent with this key. It changes nothing. */
export const getSaleOutcome = (key: string, signal?: AbortSignal) =>
  http<SaleOutcome>(`/purchases/${encodeURIComponent(key)}`, { signal });
