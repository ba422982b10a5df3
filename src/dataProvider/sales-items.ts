import type { CanceledSaleResponse } from '#domain/invoices/cancelSaleContract.ts';
import type { ParkedSaleResponse, ParkedSales, ParkSaleBody, ResumedSale } from '#domain/pos/parkedSalesContract.ts';
import type {
  CardSaleResponse,
  DeskSaleResponse,
  SalesItemPurchaseBody,
  WalkInResponse,
} from '#domain/pos/contract.ts';
import type { PurchaseOutcome } from '#domain/pos/purchasesContract.ts';
import type { SalesItemResponse, SalesItemPage } from '#domain/sales-items/contract.ts';
import type { ContactRow } from './contacts.ts';
import { http } from './http.ts';
import { restResource } from './restResource.ts';
import { business, staleBy } from './stale.ts';

export const salesItemsResource = restResource({
  path: 'sales-items',
  stale: staleBy['sales-items'],
  rows: ({ salesItems }: SalesItemPage) => salesItems,
  one: ({ salesItem }: SalesItemResponse) => salesItem,
});

type SaleResponse = DeskSaleResponse | CardSaleResponse;

export const posActions = {
  /** Sells the till's cart. The same key and body sell it once, however often they are sent. */
  sellItems: (body: SalesItemPurchaseBody, idempotencyKey: string) =>
    http<SaleResponse>('/sales-items/purchase', { method: 'POST', body, idempotencyKey, stale: business }),

  walkInCustomer: async (locationId: string): Promise<ContactRow> => {
    const { contact } = await http<WalkInResponse>(`/locations/${locationId}/walk-in`, {
      method: 'POST',
      stale: ['contacts'],
    });
    return { ...contact, homeLocation: null };
  },

  parkedSales: async (locationId: string, signal?: AbortSignal) =>
    (await http<ParkedSales>(`/parked-sales?${new URLSearchParams({ locationId })}`, { signal })).parkedSales,

  parkSale: (body: ParkSaleBody, idempotencyKey: string) =>
    http<ParkedSaleResponse>('/parked-sales', { method: 'POST', body, idempotencyKey, stale: ['parked-sales'] }),

  /** Resumes a parked sale. Only one till gets it; repeated with the same key, it is returned again. */
  resumeSale: (id: string, idempotencyKey: string) =>
    http<ResumedSale>(`/parked-sales/${id}/resume`, { method: 'POST', idempotencyKey, stale: ['parked-sales'] }),

  discardParkedSale: (id: string) => http(`/parked-sales/${id}`, { method: 'DELETE', stale: ['parked-sales'] }),

  /** Cancels the sale with this key unless it is paid. Returns its current invoice, null when there is none. */
  cancelSale: async ({ locationId }: SalesItemPurchaseBody, idempotencyKey: string) =>
    (
      await http<CanceledSaleResponse>('/sales-items/purchase/cancel', {
        method: 'POST',
        body: { locationId },
        idempotencyKey,
        stale: business,
      })
    ).invoice,
};

export const purchaseActions = {
  /** The outcome of a sale or purchase that this user sent with this key. It changes nothing. */
  purchaseOutcome: (key: string, signal?: AbortSignal) =>
    http<PurchaseOutcome>(`/purchases/${encodeURIComponent(key)}`, { signal }),
};
