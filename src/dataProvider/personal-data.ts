import type { ErasureResponse } from '#domain/personal-data/contract.ts';
import type { MessageResponse } from '#domain/shared/contract.ts';
import { http, httpStream } from './http.ts';

export const personalDataActions = {
  /** A ZIP archive. */
  async file(contactId: string, signal: AbortSignal): Promise<Blob> {
    return new Response(await httpStream(`/contacts/${contactId}/personal-data`, signal)).blob();
  },

  askErasure: (contactId: string, idempotencyKey: string) =>
    http<ErasureResponse>(`/contacts/${contactId}/erasure`, { method: 'POST', idempotencyKey, stale: ['contacts'] }),

  takeBackErasure: (contactId: string) =>
    http<MessageResponse>(`/contacts/${contactId}/erasure`, { method: 'DELETE', stale: ['contacts'] }),
};
