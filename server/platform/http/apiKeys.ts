import { CompiledQuery } from 'kysely';
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { differenceInMinutes } from 'date-fns';
import { includesAction, isOpenToKeys } from '#domain/shared/scopes.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { ApiKeyOfRequest, KeyScope, RequestUser } from './accessScope.ts';
import { takeFromLimit } from './apiKeyLimit.ts';
import { forbidden, Problem, unauthorized } from './problem.ts';
import { hashOfToken, tokenFormat } from './tokenFormat.ts';

const prefixes = { secret: 'spot_live_', publishable: 'spot_pub_' } as const;
const shownLength = 4;

/** Sessions have JSON web tokens, which begin otherwise. */
export const apiKeyFormat = tokenFormat(prefixes.secret);
/** Everybody may see such a key. It signs people up and does nothing else. */
export const publishableKeyFormat = tokenFormat(prefixes.publishable);

export function newApiKey(kind: keyof typeof prefixes): { key: string; hash: Buffer; start: string } {
  const { token: key, hash } = (kind === 'secret' ? apiKeyFormat : publishableKeyFormat).create();
  return { key, hash, start: key.slice(0, prefixes[kind].length + shownLength) };
}

const invalidKey = () => unauthorized('This API key is wrong, was revoked or no longer works');

/** Throws for text that never was a key, without asking the database. */
export function hashOfWellFormed(key: string): Buffer {
  if (!apiKeyFormat.isWellFormed(key) && !publishableKeyFormat.isWellFormed(key)) throw invalidKey();
  return hashOfToken(key);
}

/** The key's maker, as far as the key goes. Throws when the key may make no request now, or not from there. */
export async function readKeyUser(
  { database, clock }: AppContext,
  hash: Buffer,
  request: FastifyRequest,
  reply: FastifyReply,
  { isPublishable }: { readonly isPublishable: boolean },
): Promise<RequestUser & { needsSecondFactor: false }> {
  const now = clock();
  const { rows } = await database.unscoped.executeQuery(accessOfKey(hash));
  const access = rows[0]?.access;
  if (!access) throw invalidKey();
  const { key, needsSecondFactor, ...maker } = access;
  if (key.expiresAt !== null && new Date(key.expiresAt) <= now) throw unauthorized('This API key has expired');
  const { origin } = request.headers;
  if (origin !== undefined && !key.origins.includes(origin))
    throw forbidden(`This API key may not be used from ${origin}`);
  await takeFromLimit(database, { kind: 'api_key', id: key.id }, reply, now);
  await noteUse(database, key, request.ip, now);
  if (needsSecondFactor)
    throw new Problem(403, 'Whoever made this API key must turn on two-step verification before it works again');
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  const apiKey: ApiKeyOfRequest = {
    id: key.id,
    name: key.name,
    isPublishable,
    scopes: key.scopes,
    locationIds: key.locationIds,
    expiresAt: key.expiresAt === null ? null : new Date(key.expiresAt),
    allows: (action) => includesAction(key.scopes, action, { isReading }),
  };
  return { ...maker, sessionId: key.id, apiKey, needsSecondFactor: false };
}

/** Every key may call a route of `any`, and none a route without a scope. */
export function scopeOfRoute({ access, keyScope, isStream }: FastifyContextConfig): KeyScope | undefined {
  if (isStream || access === undefined || access === 'public' || access === 'device' || access === 'publishable-key')
    return undefined;
  if (access === 'signed-in') return keyScope;
  return isOpenToKeys(access) ? access : undefined;
}

export function requireScope(apiKey: ApiKeyOfRequest, route: FastifyContextConfig): void {
  if (apiKey.isPublishable && route.access === 'publishable-key') return;
  if (apiKey.isPublishable) throw forbidden('A publishable key only signs people up');
  const scope = scopeOfRoute(route);
  if (scope === undefined) throw forbidden('API keys cannot do this');
  if (scope !== 'any' && !apiKey.allows(scope)) throw forbidden(`This API key needs the scope ${scope}`);
}

interface KeyAccess extends Omit<RequestUser, 'sessionId' | 'apiKey'> {
  key: {
    id: string;
    companyId: string;
    name: string;
    scopes: string[];
    locationIds: string[] | null;
    origins: string[];
    expiresAt: string | null;
    lastUsedAt: string | null;
  };
  needsSecondFactor: boolean;
}

const accessOfKey = (hash: Buffer) =>
  CompiledQuery.raw('select api_key_access($1) as access', [hash]) as CompiledQuery<{ access: KeyAccess | null }>;

const lastUseMinutes = 1;

/** Does not write on every request. */
async function noteUse(database: Database, key: KeyAccess['key'], address: string, now: Date): Promise<void> {
  if (key.lastUsedAt !== null && differenceInMinutes(now, new Date(key.lastUsedAt)) < lastUseMinutes) return;
  await database.scoped([key.companyId], (tx) =>
    tx
      .updateTable('api_keys')
      .set({ last_used_at: now, last_used_address: address })
      .where('id', '=', key.id)
      .execute(),
  );
}
