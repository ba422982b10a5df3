import { createHash } from 'node:crypto';
import { differenceInMinutes } from 'date-fns';
import { CompiledQuery, sql } from 'kysely';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DeviceKind } from '#domain/devices/contract.ts';
import { secondFactorTexts } from '#domain/account/secondFactorContract.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import { limiter, type LimiterOptions } from '#server/platform/limiter.ts';
import { docsPath } from './openApi.ts';
import { holdSlot, releaseSlots } from './requestQueue.ts';
import { Problem, tooMany, unauthorized } from './problem.ts';
import { toAccessScope, type RouteAccess, type AccessScope, type KeyScope, type RequestUser } from './accessScope.ts';
import { hashOfWellFormed, readKeyUser, requireScope, apiKeyFormat, publishableKeyFormat } from './apiKeys.ts';
import { deviceTokenFormat, hashOfDeviceToken, readDevice, requireDeviceRoute } from './devices.ts';
import { readSession } from './tokens.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The server does not start when a route has none. */
    access?: RouteAccess;
    /** It takes none of its caller's slots. */
    isStream?: boolean;
    /** Open also to people who must turn on a second factor before they may do anything else. */
    isOwnAccount?: boolean;
    /** Opens a `signed-in` route to API keys with this scope. Without one it is closed to them. */
    keyScope?: KeyScope;
    /** The kinds of device that may call it. All others are refused. */
    devices?: readonly DeviceKind[];
  }
  interface FastifyRequest {
    /** Reading it on a public route throws. */
    scope: AccessScope;
  }
}

const scopes = new WeakMap<FastifyRequest, AccessScope>();
const callers = new WeakMap<FastifyRequest, RequestUser>();
const bearers = new WeakMap<FastifyRequest, Bearer>();

/** The user who is signed in, or whose key it is. They may not be allowed what they ask for. */
export const getCaller = (request: FastifyRequest): RequestUser | undefined => callers.get(request);

/** Runs before the rest of a request is read. */
export function authentication(app: FastifyInstance, context: AppContext): void {
  app.decorateRequest('scope', {
    getter(this: FastifyRequest) {
      const scope = scopes.get(this);
      if (!scope) throw new Error(`${this.url} has no signed-in caller`);
      return scope;
    },
  });

  app.addHook('onRoute', ({ url, method, config }) => {
    if (url.startsWith('/api') && !url.startsWith(docsPath) && !config?.access)
      throw new Error(`${String(method)} ${url} names no access`);
  });

  const requests = limiter(slotsPerUser);
  releaseSlots(app);

  app.addHook('onRequest', async (request, reply) => {
    const { access, isStream, isOwnAccount } = request.routeOptions.config;
    if (!access || access === 'public') return;
    const bearer = await readBearer(context, request, reply);
    if (!isStream) await holdSlot(requests, bearer.slots, reply);
    const { needsSecondFactor, ...user } = isStream
      ? await requests.run(bearer.slots, bearer.readUser)
      : await bearer.readUser();
    callers.set(request, user);
    bearers.set(request, bearer);
    if (user.apiKey) requireScope(user.apiKey, request.routeOptions.config);
    else requireDeviceRoute(user.device, request.routeOptions.config);
    if (!user.apiKey && !user.device) sendAccessHash(reply, user);
    if (needsSecondFactor && !isOwnAccount)
      throw new Problem(403, secondFactorTexts.required, { body: { secondFactor: 'required' } });
    scopes.set(request, toAccessScope(user, access, request.id));
  });
}

/** Throws when the caller of an open stream about this location would be refused now. */
export async function checkAgain(request: FastifyRequest, locationId: string): Promise<void> {
  const { access } = request.routeOptions.config;
  const bearer = bearers.get(request);
  if (!bearer || !access || access === 'public') throw unauthorized();
  const { needsSecondFactor, ...user } = await bearer.readUser();
  if (needsSecondFactor) throw new Problem(403, secondFactorTexts.required);
  toAccessScope(user, access, request.id).requireLocation(locationId);
}

/** When it changes, the console reads the access again. */
const sendAccessHash = (reply: FastifyReply, user: RequestUser) => void reply.header('X-Access', accessHash(user));

export function accessHash({ companies, locations }: Pick<RequestUser, 'companies' | 'locations'>): string {
  const access = JSON.stringify([companies, locations.map(({ id, level }) => [id, level])]);
  return createHash('sha256').update(access).digest('base64url').slice(0, 12);
}

/** Set once the route's access has been checked; for the log. */
export const personOn = (request: FastifyRequest): RequestUser | undefined => scopes.get(request)?.user;

/** One user's further requests wait, so that a flood delays nobody else. */
const slotsPerUser: LimiterOptions = {
  atOnce: Infinity,
  perKey: 8,
  waiting: 1_000,
  timeoutMs: 30_000,
  refuse: () => tooMany('Too many requests at once. Please try again in a moment.'),
};

const accessOfSession = (id: string) =>
  CompiledQuery.raw('select session_access($1) as access', [id]) as CompiledQuery<{ access: SessionAccess | null }>;

interface SessionAccess extends Omit<RequestUser, 'sessionId'> {
  lastSeenAt: string | null;
  needsSecondFactor: boolean;
}

/** Undefined for a session that has ended. */
export async function readSessionAccess({ unscoped }: Database, id: string): Promise<SessionAccess | undefined> {
  const { rows } = await unscoped.executeQuery(accessOfSession(id));
  return rows[0]?.access ?? undefined;
}

type Session = Awaited<ReturnType<typeof readSession>>;

interface Bearer {
  /** Whose slots a request takes: a key does not slow its maker down. */
  slots: string;
  readUser(): Promise<RequestUser & { needsSecondFactor: boolean }>;
}

/** The token of a session, an API key or a device, as far as the database need not be asked. */
async function readBearer(context: AppContext, request: FastifyRequest, reply: FastifyReply): Promise<Bearer> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw unauthorized();
  const isPublishable = publishableKeyFormat.begins(token);
  if (isPublishable || apiKeyFormat.begins(token)) {
    const hash = hashOfWellFormed(token);
    const readKey = () => readKeyUser(context, hash, request, reply, { isPublishable });
    return { slots: hash.toString('hex'), readUser: readKey };
  }
  if (deviceTokenFormat.begins(token)) {
    const hash = hashOfDeviceToken(token);
    return { slots: hash.toString('hex'), readUser: () => readDevice(context, hash) };
  }
  const session = await readSession(context.config.appSecret, token, context.clock());
  return { slots: session.userId, readUser: () => readUser(context, session) };
}

async function readUser(
  { database, clock }: AppContext,
  session: Session,
): Promise<RequestUser & { needsSecondFactor: boolean }> {
  const access = await readSessionAccess(database, session.id);
  if (!access || access.userId !== session.userId) throw unauthorized('Your session has expired. Please log in again.');
  const { lastSeenAt, ...user } = access;
  await touchSession(database, { ...session, lastSeenAt }, clock());
  return { ...user, sessionId: session.id };
}

const lastSeenMinutes = 5;

/** Two statements without a transaction: a change of the password locks the person before their sessions. */
async function touchSession(
  { unscoped }: Database,
  session: Session & Pick<SessionAccess, 'lastSeenAt'>,
  now: Date,
): Promise<void> {
  const { lastSeenAt } = session;
  if (lastSeenAt !== null && differenceInMinutes(now, new Date(lastSeenAt)) < lastSeenMinutes) return;
  const { numUpdatedRows } = await unscoped
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('id', '=', session.id)
    .where(
      sql<boolean>`(last_seen_at is null or last_seen_at <= ${now}::timestamptz - make_interval(mins => ${lastSeenMinutes}::int))`,
    )
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await unscoped.updateTable('users').set({ last_seen_at: now }).where('id', '=', session.userId).execute();
}
