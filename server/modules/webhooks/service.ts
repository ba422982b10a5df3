import { addHours } from 'date-fns';
import { v7 as uuid } from 'uuid';
import { toPagination } from '#domain/shared/contract.ts';
import {
  type DeliveriesPage,
  type DeliveriesQuery,
  type EndpointCreateBody,
  type EndpointsPage,
  type EndpointsQuery,
  type EndpointUpdateBody,
  type WebhookDelivery,
  type WebhookEndpoint,
  endpointsMax,
} from '#domain/webhooks/contract.ts';
import type { ActionOf } from '#domain/activity/sentences.ts';
import type { ActivityChange } from '#domain/activity/contract.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import { encrypt, tryDecrypt } from '#server/platform/crypto/encryption.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { WebhookEndpointRow } from '#server/platform/database/schema.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { nextUpdatedAt, requireUnchangedSince } from '#server/platform/http/optimisticLock.ts';
import { badRequest, conflict, notFound, raise } from '#server/platform/http/problem.ts';
import { toDestination, RefusedDestination, resolveDestination } from './destination.ts';
import { webhooksRepo } from './repo.ts';
import { loggedFields, toDelivery, toEndpoint } from './rows.ts';
import { newSecret } from './signature.ts';

/** A secret and how it is stored. */
export function newWebhookSecret(appSecret: string, endpointId: string): { secret: string; sealed: string } {
  const secret = newSecret();
  return { secret, sealed: encrypt(appSecret, endpointId, secret, 'webhook secrets') };
}

/** A changed secret signs beside the new one for a day. */
const oldSecretHours = 24;

export async function listEndpoints(
  tx: Tx,
  scope: AccessScope,
  query: EndpointsQuery,
  now: Date,
): Promise<EndpointsPage> {
  const companies = query.companyId ? [scope.requireCompany(query.companyId)] : scope.companyIds(undefined);
  const { rows, total } = await webhooksRepo(tx).page(query, companies);
  return { endpoints: rows.map((row) => toEndpoint(row, now)), pagination: toPagination(query, total) };
}

export async function readEndpoint(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<WebhookEndpoint> {
  return toEndpoint(await requireEndpoint(tx, scope, id), now);
}

/**
 * Outside of a transaction: the name is resolved. A host without an address is let through: its attempts say so, and it may have one
 * tomorrow.
 */
export async function requireDestination(url: string | undefined, allowed: readonly string[]): Promise<void> {
  if (url === undefined) return;
  const target = new URL(url);
  const to = toDestination(target);
  const isListed = allowed.includes(to.host) || allowed.includes(`${to.host}:${to.port}`);
  if (target.protocol === 'http:' && !isListed) throw refused('Enter a URL that starts with https://');
  await resolveDestination(to, allowed).catch((error: unknown) => {
    if (error instanceof RefusedDestination) throw refused(error.message);
  });
}

const refused = (message: string) => badRequest(message, { url: message });

export async function addEndpoint(
  tx: Tx,
  scope: AccessScope,
  { companyId, url, description = '', types = null, locationIds = null }: EndpointCreateBody,
  appSecret: string,
  now: Date,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  scope.requireCompany(companyId);
  requireLocations(scope, companyId, locationIds);
  const repo = webhooksRepo(tx);
  if ((await repo.count(companyId)) >= endpointsMax)
    throw conflict(`A company has at most ${endpointsMax} webhook endpoints. Delete one first`);
  const id = uuid();
  const { secret, sealed } = newWebhookSecret(appSecret, id);
  const row: WebhookEndpointRow = {
    id,
    company_id: companyId,
    url,
    description,
    types,
    location_ids: locationIds,
    secret_sealed: sealed,
    old_secret_sealed: null,
    old_secret_until: null,
    disabled_at: null,
    disabled_reason: null,
    failing_since: null,
    notice_due: false,
    created_by: scope.user.userId,
    created_at: now,
    updated_at: now,
  };
  await repo.add(row);
  await log(tx, scope, 'webhook-endpoint.created', row, changesBetween(null, loggedFields(row)));
  return { endpoint: toEndpoint(row, now), secret };
}

/** Turned on again, it gets what happens from now on. */
export async function changeEndpoint(
  tx: Tx,
  scope: AccessScope,
  id: string,
  { url, description, types, locationIds, isActive, updatedAt }: EndpointUpdateBody,
  now: Date,
): Promise<WebhookEndpoint> {
  const repo = webhooksRepo(tx);
  const before = await requireEndpoint(tx, scope, id, repo.forUpdate(id));
  requireUnchangedSince(updatedAt, before);
  if (locationIds) requireLocations(scope, before.company_id, locationIds);
  const isTurnedOff = isActive === false && before.disabled_at === null;
  const isTurnedOn = isActive === true && before.disabled_at !== null;
  const after = await repo.change(id, {
    ...(url !== undefined && { url }),
    ...(description !== undefined && { description }),
    ...(types !== undefined && { types }),
    ...(locationIds !== undefined && { location_ids: locationIds }),
    ...(isTurnedOff && { disabled_at: now, disabled_reason: 'staff', failing_since: null }),
    ...(isTurnedOn && { disabled_at: null, disabled_reason: null, failing_since: null, notice_due: false }),
    updated_at: nextUpdatedAt(now) as unknown as Date,
  });
  if (isTurnedOff) await repo.giveUpWaiting(id);
  const changes = changesBetween(loggedFields(before), loggedFields(after));
  if (changes.length > 0) await log(tx, scope, 'webhook-endpoint.updated', after, changes);
  return toEndpoint(after, now);
}

export async function deleteEndpoint(tx: Tx, scope: AccessScope, id: string): Promise<void> {
  const repo = webhooksRepo(tx);
  const row = await requireEndpoint(tx, scope, id, repo.forUpdate(id));
  await repo.remove(id);
  await log(tx, scope, 'webhook-endpoint.deleted', row, changesBetween(loggedFields(row), null));
}

export async function rotateSecret(
  tx: Tx,
  scope: AccessScope,
  id: string,
  appSecret: string,
  now: Date,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  const repo = webhooksRepo(tx);
  const before = await requireEndpoint(tx, scope, id, repo.forUpdate(id));
  const { secret, sealed } = newWebhookSecret(appSecret, id);
  const after = await repo.change(id, {
    secret_sealed: sealed,
    old_secret_sealed: before.secret_sealed,
    old_secret_until: addHours(now, oldSecretHours),
  });
  await log(tx, scope, 'webhook-endpoint.secret-changed', after);
  return { endpoint: toEndpoint(after, now), secret };
}

/** The newest first. Each of them signs at this moment. One that another `APP_SECRET` encrypted signs no more. */
export function openSecrets(
  { id, secret_sealed, old_secret_sealed, old_secret_until }: WebhookEndpointRow,
  appSecret: string,
  now: Date,
): string[] {
  const sealed = [secret_sealed, old_secret_until && old_secret_until > now ? old_secret_sealed : null];
  const secrets = sealed.flatMap((one) => (one && tryDecrypt(appSecret, id, one, 'webhook secrets')) || []);
  if (secrets.length === 0) throw new Error('The secret of this webhook was lost. Make a new one.');
  return secrets;
}

export async function listDeliveries(
  tx: Tx,
  scope: AccessScope,
  id: string,
  query: DeliveriesQuery,
): Promise<DeliveriesPage> {
  await requireEndpoint(tx, scope, id);
  const { rows, total } = await webhooksRepo(tx).deliveries(id, query);
  return { deliveries: rows.map(toDelivery), pagination: toPagination(query, total) };
}

export async function sendTest(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<WebhookDelivery> {
  const repo = webhooksRepo(tx);
  const endpoint = requireActive(await requireEndpoint(tx, scope, id, repo.forUpdate(id)));
  const deliveryId = await repo.addTest(endpoint, now);
  await log(tx, scope, 'webhook-endpoint.tested', endpoint);
  return toDelivery((await repo.delivery(id, deliveryId)) ?? raise(notFound('Delivery')));
}

export async function resendDelivery(
  tx: Tx,
  scope: AccessScope,
  id: string,
  deliveryId: string,
  now: Date,
): Promise<WebhookDelivery> {
  const repo = webhooksRepo(tx);
  const endpoint = requireActive(await requireEndpoint(tx, scope, id, repo.forUpdate(id)));
  const { event_type } = (await repo.delivery(id, deliveryId)) ?? raise(notFound('Delivery'));
  await repo.resend(id, deliveryId, now);
  await log(tx, scope, 'webhook-endpoint.events-repeated', endpoint, changesBetween(null, { event: event_type }));
  return toDelivery((await repo.delivery(id, deliveryId)) ?? raise(notFound('Delivery')));
}

export async function resendSince(tx: Tx, scope: AccessScope, id: string, since: string, now: Date): Promise<number> {
  const repo = webhooksRepo(tx);
  const endpoint = requireActive(await requireEndpoint(tx, scope, id, repo.forUpdate(id)));
  const count = await repo.resendSince(endpoint, new Date(since), now);
  await log(
    tx,
    scope,
    'webhook-endpoint.events-repeated',
    endpoint,
    changesBetween(null, { since, deliveries: count }),
  );
  return count;
}

const requireActive = (endpoint: WebhookEndpointRow) => {
  if (endpoint.disabled_at) throw conflict('The endpoint is turned off. Turn it on first');
  return endpoint;
};

const requireEndpoint = async (
  tx: Tx,
  scope: AccessScope,
  id: string,
  row: Promise<WebhookEndpointRow | undefined> = webhooksRepo(tx).one(id),
): Promise<WebhookEndpointRow> => requireAccess(scope, await row, 'Webhook endpoint');

function requireLocations(scope: AccessScope, companyId: string, locationIds: readonly string[] | null): void {
  for (const locationId of locationIds ?? [])
    if (scope.requireLocation(locationId).companyId !== companyId) throw notFound('Location');
}

const log = (
  tx: Tx,
  scope: AccessScope,
  action: ActionOf<'webhook-endpoint'>,
  { id, company_id, url }: WebhookEndpointRow,
  changes: readonly ActivityChange[] = [],
) =>
  logActivity(tx, scope.actor, {
    companyId: company_id,
    action,
    recordId: id,
    label: new URL(url).host,
    locationId: null,
    changes,
  });
