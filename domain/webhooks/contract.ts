import { z } from 'zod';
import { id, pageQuery, pagination, queryId, queryIds, queryOptional, timestamp } from '#domain/shared/contract.ts';
import { requiredId, requiredText } from '#domain/shared/fields.ts';
import { lineMaxLength } from '#domain/shared/limits.ts';
import { eventTypes, testType } from '#domain/events/eventTypes.ts';

export const endpointsMax = 20;
const urlMaxLength = 2_000;

const endpointStatuses = ['active', 'failing', 'disabled'] as const;
export type EndpointStatus = (typeof endpointStatuses)[number];

const webhookEndpoint = z
  .object({
    id,
    companyId: id,
    url: z.string(),
    description: z.string(),
    /** Null means all. */
    types: z.array(z.enum(eventTypes)).nullable(),
    locationIds: z.array(id).nullable(),
    status: z.enum(endpointStatuses),
    /** `gone`: the receiver said that it is no longer there. `failing`: nothing could be delivered for three days. */
    disabledReason: z.enum(['staff', 'gone', 'failing']).nullable(),
    failingSince: timestamp.nullable(),
    /** Until then the secret before this one signs as well. */
    oldSecretUntil: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'WebhookEndpoint' });
export type WebhookEndpoint = z.output<typeof webhookEndpoint>;

export const endpointResponse = z.object({ endpoint: webhookEndpoint }).meta({ id: 'WebhookEndpointResponse' });
/** The secret is shown this once. */
export const endpointSecretResponse = z
  .object({ endpoint: webhookEndpoint, secret: z.string() })
  .meta({ id: 'WebhookEndpointSecret' });
export type EndpointSecretResponse = z.output<typeof endpointSecretResponse>;

export const endpointsQuery = z.object({
  ids: queryIds,
  companyId: queryId,
  ...pageQuery,
});
export type EndpointsQuery = z.output<typeof endpointsQuery>;

export const endpointsPage = z
  .object({ endpoints: z.array(webhookEndpoint), pagination })
  .meta({ id: 'WebhookEndpointsPage' });
export type EndpointsPage = z.output<typeof endpointsPage>;

const notAUrl = 'Enter a URL that starts with https://';
const endpointFields = {
  url: requiredText('URL is required', urlMaxLength).refine(isWebAddress, notAUrl),
  description: z.string().trim().max(lineMaxLength, `Must be at most ${lineMaxLength} characters`).optional(),
  types: z.array(z.enum(eventTypes)).min(1, 'Choose at least one event').max(eventTypes.length).nullable().optional(),
  locationIds: z.array(id).min(1, 'Choose at least one location').max(1_000).nullable().optional(),
};

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text) || text.includes('\0')) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

export const endpointCreateBody = z
  .object({ companyId: requiredId('Company is required'), ...endpointFields })
  .meta({ id: 'WebhookEndpointCreate' });
export type EndpointCreateBody = z.output<typeof endpointCreateBody>;

export const endpointUpdateBody = z
  .object({
    ...endpointFields,
    url: endpointFields.url.optional(),
    isActive: z.boolean().optional(),
    updatedAt: timestamp.optional(),
  })
  .meta({ id: 'WebhookEndpointUpdate' });
export type EndpointUpdateBody = z.output<typeof endpointUpdateBody>;

const deliveryStates = ['pending', 'delivered', 'failed'] as const;

const webhookDelivery = z
  .object({
    id,
    event: z.object({ id, type: z.enum([...eventTypes, testType]), timestamp }),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    attemptedAt: timestamp.nullable(),
    nextAttemptAt: timestamp.nullable(),
    /** The HTTP status of the last answer; null when there was none. */
    status: z.int().nullable(),
    milliseconds: z.int().nullable(),
    /** The first KB of the answer, or why there was none. */
    answer: z.string().nullable(),
  })
  .meta({ id: 'WebhookDelivery' });
export type WebhookDelivery = z.output<typeof webhookDelivery>;

export const deliveryResponse = z.object({ delivery: webhookDelivery }).meta({ id: 'WebhookDeliveryResponse' });
export const deliveriesQuery = z.object({
  state: queryOptional(z.enum(deliveryStates)),
  ...pageQuery,
});
export type DeliveriesQuery = z.output<typeof deliveriesQuery>;
export const deliveriesPage = z
  .object({ deliveries: z.array(webhookDelivery), pagination })
  .meta({ id: 'WebhookDeliveriesPage' });
export type DeliveriesPage = z.output<typeof deliveriesPage>;

export const deliveryParams = z.object({ id, deliveryId: id });
export const resendBody = z.object({ since: timestamp }).meta({ id: 'WebhookResend' });
export const resendResponse = z.object({ deliveries: z.int(), message: z.string() }).meta({ id: 'WebhookResent' });
