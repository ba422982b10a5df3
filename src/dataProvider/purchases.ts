import type { PurchaseOutcome } from '#domain/contract/purchases.ts';
import { http } from './http.ts';

export const purchaseActions = {
  /** What became of one's own sale or purchase that was asked for with this key. Does nothing but look. */
  purchaseOutcome: (key: string, signal?: AbortSignal) => http<PurchaseOutcome>(`/purchases/${encodeURIComponent(key)}`, { signal }),
};
