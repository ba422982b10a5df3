import type { CanceledSaleResponse } from '#domain/invoices/cancelSaleContract.ts';
import type { CardSaleResponse, DeskSaleResponse, ItemSaleBody, WalkInResponse } from '#domain/pos/contract.ts';
import type { ParkedSaleResponse, ParkedSales, ParkSaleBody, ResumedSale } from '#domain/pos/parkedSalesContract.ts';
import type { ListedContact } from './contacts.ts';
import { http } from './http.ts';
import { business } from './stale.ts';

type SaleResponse = DeskSaleResponse | CardSaleResponse;

export const posActions = {
  /** Sells the till's cart. The same key and body sell it once, however often they are sent. */
  sellItems: (body: ItemSaleBody, idempotencyKey: string) =>
    http<SaleResponse>('/sales-items/purchase', { method: 'POST', body, idempotencyKey, stale: business }),

  walkInCustomer: async (locationId: string): Promise<ListedContact> => {
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
  cancelSale: async ({ locationId }: ItemSaleBody, idempotencyKey: string) =>
    (
      await http<CanceledSaleResponse>('/sales-items/purchase/cancel', {
        method: 'POST',
        body: { locationId },
        idempotencyKey,
        stale: business,
      })
    ).invoice,
};
