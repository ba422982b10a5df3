import type { z } from 'zod';
import type { ApiKeyCreated, ApiKeyList, apiKeyCreateBody } from '#domain/api-keys/contract.ts';
import type { MessageResponse } from '#domain/shared/contract.ts';
import { http } from './http.ts';

const path = '/api-keys';

/** Not part of the data provider, since only one page needs them. */
export const apiKeyActions = {
  list: async (companyId: string, signal?: AbortSignal) =>
    (await http<ApiKeyList>(`${path}?companyId=${companyId}`, { signal })).apiKeys,

  create: (body: z.input<typeof apiKeyCreateBody>, idempotencyKey: string) =>
    http<ApiKeyCreated>(path, { method: 'POST', body, idempotencyKey, stale: ['api-keys'] }),

  revoke: (id: string) => http<MessageResponse>(`${path}/${id}`, { method: 'DELETE', stale: ['api-keys'] }),
};
