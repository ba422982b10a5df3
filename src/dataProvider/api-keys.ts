import type { z } from 'zod';
import type { ApiKeyCreated, ApiKeyList, apiKeyCreateBody } from '#domain/api-keys/contract.ts';
import type { MessageResponse } from '#domain/shared/contract.ts';
import { explainLoss } from './sendAttempt.ts';
import { http } from './http.ts';

const path = '/api-keys';

export const apiKeyActions = {
  list: async (companyId: string, signal?: AbortSignal) =>
    (await http<ApiKeyList>(`${path}?companyId=${companyId}`, { signal })).apiKeys,

  /** Without an `Idempotency-Key`: for a retry with one, the server would keep the response, and so the key. */
  create: (body: z.input<typeof apiKeyCreateBody>) =>
    explainLoss(
      http<ApiKeyCreated>(path, { method: 'POST', body, stale: ['api-keys'] }),
      `A key is shown only once. If the key ‘${body.name}’ is in the list, revoke it and make a new one.`,
    ),

  revoke: (id: string) => http<MessageResponse>(`${path}/${id}`, { method: 'DELETE', stale: ['api-keys'] }),
};
