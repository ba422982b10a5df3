import type { SalesItemCategories, SalesItemResponse } from '#domain/sales-items/contract.ts';
import type { StockMovementBody, StockMovementResponse, StockMovements } from '#domain/sales-items/stockContract.ts';
import { http } from './http.ts';

/** Apart from the resource, which belongs to the first load. */
export const salesItemActions = {
  categories: async (locationId: string, signal?: AbortSignal) =>
    (await http<SalesItemCategories>(`/sales-items/categories?locationId=${locationId}`, { signal })).categories,

  stockMovements: async (id: string, signal?: AbortSignal) =>
    (await http<StockMovements>(`/sales-items/${id}/stock`, { signal })).movements,

  /** Repeated with the same key, it is booked once. */
  moveStock: (id: string, body: StockMovementBody, idempotencyKey: string) =>
    http<StockMovementResponse>(`/sales-items/${id}/stock`, {
      method: 'POST',
      body,
      idempotencyKey,
      stale: ['sales-items'],
    }),

  uploadImage: (id: string, image: File) => {
    const form = new FormData();
    form.append('image', image, image.name);
    return http<SalesItemResponse>(`/sales-items/${id}/image`, { method: 'POST', body: form, stale: ['sales-items'] });
  },

  removeImage: (id: string) =>
    http<SalesItemResponse>(`/sales-items/${id}/image`, { method: 'DELETE', stale: ['sales-items'] }),
};
