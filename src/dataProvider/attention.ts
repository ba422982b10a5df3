import type { AtRisk, Attention } from '#domain/attention/contract.ts';
import { http } from './http.ts';

export const attentionActions = {
  attention: (locationId: string, signal: AbortSignal) =>
    http<Attention>(`/attention?${new URLSearchParams({ locationId })}`, { signal }),
  atRisk: (locationId: string, signal: AbortSignal) =>
    http<AtRisk>(`/attention/at-risk?${new URLSearchParams({ locationId })}`, { signal }),
};
