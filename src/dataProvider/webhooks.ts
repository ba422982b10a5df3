import type {
  DeliveriesPage,
  EndpointCreateBody,
  EndpointSecretResponse,
  EndpointsPage,
  EndpointUpdateBody,
  WebhookDelivery,
  WebhookEndpoint,
} from '#domain/webhooks/contract.ts';
import { findSaved } from './editConflict.ts';
import { http } from './http.ts';
import { restResource } from './restResource.ts';

export const webhooksResource = restResource({
  path: 'webhook-endpoints',
  rows: ({ endpoints }: EndpointsPage) => endpoints,
  one: ({ endpoint }: EndpointResponse) => endpoint,
  lacks: ['create', 'update'],
  stale: ['webhook-endpoints'],
});

interface EndpointResponse {
  endpoint: WebhookEndpoint;
}

const write = <T>(path: string, method: 'POST' | 'PUT', body?: object, idempotencyKey?: string) =>
  http<T>(`/webhook-endpoints${path}`, {
    method,
    ...(body && { body }),
    ...(idempotencyKey && { idempotencyKey }),
    stale: ['webhook-endpoints', 'webhook-deliveries'],
  });

export const webhookActions = {
  addWebhook: (body: EndpointCreateBody, idempotencyKey: string) =>
    write<EndpointSecretResponse>('', 'POST', body, idempotencyKey),
  changeWebhook: async (id: string, body: EndpointUpdateBody): Promise<WebhookEndpoint> => {
    try {
      return (await write<EndpointResponse>(`/${id}`, 'PUT', body)).endpoint;
    } catch (refusal) {
      return findSaved(refusal, body, async () => (await http<EndpointResponse>(`/webhook-endpoints/${id}`)).endpoint);
    }
  },
  replaceWebhookSecret: (id: string, idempotencyKey: string) =>
    write<EndpointSecretResponse>(`/${id}/rotate-secret`, 'POST', undefined, idempotencyKey),
  webhookDeliveries: (id: string, query: Record<string, string>, signal?: AbortSignal) =>
    http<DeliveriesPage>(`/webhook-endpoints/${id}/deliveries?${new URLSearchParams(query)}`, { signal }),
  testWebhook: (id: string) => write<{ delivery: WebhookDelivery }>(`/${id}/test`, 'POST'),
  resendWebhook: (id: string, deliveryId: string) =>
    write<{ delivery: WebhookDelivery }>(`/${id}/deliveries/${deliveryId}/resend`, 'POST'),
  resendWebhooksSince: (id: string, since: string, idempotencyKey: string) =>
    write<{ deliveries: number; message: string }>(`/${id}/resend`, 'POST', { since }, idempotencyKey),
};
