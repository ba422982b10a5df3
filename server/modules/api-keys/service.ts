import { v7 as uuid } from 'uuid';
import {
  apiKeysMax,
  expiryRefusal,
  signUpScope,
  type ApiKey,
  type ApiKeyCreateBody,
} from '#domain/api-keys/contract.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { newApiKey } from '#server/platform/http/apiKeys.ts';
import { badRequest, conflict, notFound, raise } from '#server/platform/http/problem.ts';
import { apiKeysRepo, toApiKey } from './repo.ts';

/** The key is returned here and kept nowhere. */
export async function createApiKey(
  tx: Tx,
  scope: AccessScope,
  body: ApiKeyCreateBody,
  now: Date,
): Promise<{ apiKey: ApiKey; key: string }> {
  const companyId = scope.requireCompany(body.companyId);
  const expiresAt = body.expiresAt ? new Date(body.expiresAt) : null;
  const refusal = expiresAt && expiryRefusal(expiresAt, now);
  if (refusal) throw badRequest(refusal, { expiresAt: refusal });
  for (const id of body.locationIds ?? [])
    if (scope.requireLocation(id).companyId !== companyId) throw notFound('Location');
  const repo = apiKeysRepo(tx);
  if ((await repo.count(companyId)) >= apiKeysMax)
    throw conflict(`A company has at most ${apiKeysMax} API keys. Revoke one that is not in use.`);
  const { key, hash, start } = newApiKey(body.kind);
  const id = uuid();
  await repo.insert({
    id,
    company_id: companyId,
    name: body.name,
    key_hash: hash,
    start,
    kind: body.kind,
    scopes: body.kind === 'secret' ? body.scopes : [signUpScope],
    location_ids: body.locationIds ?? null,
    origins: body.origins ?? [],
    created_by: scope.user.userId,
    created_at: now,
    expires_at: expiresAt,
    revoked_at: null,
    last_used_at: null,
    last_used_address: null,
  });
  const row = (await repo.one(id)) ?? raise(notFound('API key'));
  const apiKey = toApiKey(row);
  await logActivity(tx, scope.actor, {
    companyId,
    action: 'api-key.created',
    recordId: id,
    label: apiKey.name,
    locationId: null,
    changes: changesBetween(null, { scopes: apiKey.scopes, expiresAt: apiKey.expiresAt, origins: apiKey.origins }),
  });
  return { apiKey, key };
}

/** It works for no request that begins after the commit. */
export async function revokeApiKey(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<ApiKey> {
  const repo = apiKeysRepo(tx);
  const row = requireAccess(scope, await repo.one(id), 'API key');
  if (!(await repo.revoke(id, now))) throw notFound('API key');
  await logActivity(tx, scope.actor, {
    companyId: row.company_id,
    action: 'api-key.revoked',
    recordId: id,
    label: row.name,
    locationId: null,
  });
  return toApiKey(row);
}
