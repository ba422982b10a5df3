import type { DisputeEvidence, DisputeResponse, EvidenceBody } from '#domain/disputes/contract.ts';
import { evidenceParts } from '#domain/disputes/disputeState.ts';
import { http, httpStream } from './http.ts';
import { business as stale } from './stale.ts';

const toPath = (invoiceId: string) => `/invoices/${invoiceId}/dispute-evidence`;

export const disputeActions = {
  evidence: (invoiceId: string, signal: AbortSignal) => http<DisputeEvidence>(toPath(invoiceId), { signal }),

  send: (invoiceId: string, body: EvidenceBody, idempotencyKey: string) =>
    http<DisputeResponse>(toPath(invoiceId), { method: 'POST', body, idempotencyKey, stale }),

  async file(invoiceId: string, { parts, note = '' }: EvidenceBody, signal: AbortSignal): Promise<Blob> {
    const without = evidenceParts.filter((part) => !parts.includes(part)).join(',');
    const query = new URLSearchParams({ ...(without && { without }), ...(note && { note }) });
    return new Response(await httpStream(`${toPath(invoiceId)}/pdf?${query}`, signal)).blob();
  },
};
