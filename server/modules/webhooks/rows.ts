import type { WebhookDelivery, WebhookEndpoint } from '#domain/webhooks/contract.ts';
import type { EventRow, WebhookDeliveryRow, WebhookEndpointRow } from '#server/platform/database/schema.ts';

const iso = (at: Date | null) => at?.toISOString() ?? null;

export const toEndpoint = (row: WebhookEndpointRow, now: Date): WebhookEndpoint => ({
  id: row.id,
  companyId: row.company_id,
  url: row.url,
  description: row.description,
  types: row.types as WebhookEndpoint['types'],
  locationIds: row.location_ids,
  status: row.disabled_at ? 'disabled' : row.failing_since ? 'failing' : 'active',
  disabledReason: row.disabled_reason,
  failingSince: iso(row.failing_since),
  oldSecretUntil: row.old_secret_until && row.old_secret_until > now ? iso(row.old_secret_until) : null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export type DeliveryWithEvent = WebhookDeliveryRow & { event_type: EventRow['type']; event_at: Date };

export const toDelivery = (row: DeliveryWithEvent): WebhookDelivery => ({
  id: row.id,
  event: {
    id: row.event_id,
    type: row.event_type as WebhookDelivery['event']['type'],
    timestamp: row.event_at.toISOString(),
  },
  state: row.state,
  attempts: row.attempts,
  attemptedAt: iso(row.attempted_at),
  nextAttemptAt: iso(row.due_at),
  status: row.status,
  milliseconds: row.milliseconds,
  answer: row.answer,
});

/** The fields that the activity log compares. */
export const loggedFields = ({ url, description, types, location_ids, disabled_at }: WebhookEndpointRow) => ({
  url,
  description,
  events: types,
  locations: location_ids,
  isActive: disabled_at === null,
});
