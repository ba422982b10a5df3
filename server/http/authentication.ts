import { createHash } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { secondFactorTexts } from '#domain/contract/account-second-factor.ts';
import type { Deps } from '#server/deps.ts';
import { fairQueue, type FairQueueOptions } from '#server/fairQueue.ts';
import { docsPath } from './openApi.ts';
import { noteSeen } from './lastSeen.ts';
import { holdSlot, releaseSlots } from './requestQueue.ts';
import { Problem, tooMany, unauthorized } from './problem.ts';
import { accessScopeOf, type Access, type Person, type AccessScope } from './accessScope.ts';
import { sessionOf } from './tokens.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route. The server does not start when a route has none. */
    access?: Access;
    /** A response that stays open. It takes none of its caller's slots. */
    isStream?: boolean;
    /** Open also to those who have to turn on a second factor before they may do anything else. */
    isOwnAccount?: boolean;
  }
  interface FastifyRequest {
    /** The caller's access scope for this route. Reading it on a public route throws. */
    scope: AccessScope;
  }
}

const scopes = new WeakMap<FastifyRequest, AccessScope>();
const callers = new WeakMap<FastifyRequest, Session>();

/** The session of a request whose token's signature was verified. */
export const callerOf = (request: FastifyRequest): Session | undefined => callers.get(request);

/** Checks the bearer token and the access table before the rest of a request is read. */
export function authentication(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('scope', {
    getter(this: FastifyRequest) {
      const scope = scopes.get(this);
      if (!scope) throw new Error(`${this.url} has no signed-in caller`);
      return scope;
    },
  });

  app.addHook('onRoute', ({ url, method, config }) => {
    if (url.startsWith('/api') && !url.startsWith(docsPath) && !config?.access) throw new Error(`${String(method)} ${url} names no access`);
  });

  const requests = fairQueue(slotsPerUser);
  releaseSlots(app);

  app.addHook('onRequest', async (request, reply) => {
    const { access, isStream, isOwnAccount } = request.routeOptions.config;
    if (!access || access === 'public') return;
    const session = await signedSession(deps, request);
    callers.set(request, session);
    if (!isStream) await holdSlot(requests, session.userId, reply);
    const { needsSecondFactor, ...person } = isStream
      ? await requests.run(session.userId, () => personOf(deps, session))
      : await personOf(deps, session);
    tellAccess(reply, person);
    if (needsSecondFactor && !isOwnAccount) throw new Problem(403, secondFactorTexts.required, { body: { secondFactor: 'required' } });
    scopes.set(request, accessScopeOf(person, access, request.id));
  });
}

/** Says what the person's access is by a short hash, so that the console notices with its next call that it was changed. */
function tellAccess(reply: FastifyReply, { companies, locations }: Person): void {
  const held = JSON.stringify([companies, locations.map(({ id, level }) => [id, level])]);
  reply.header('X-Access', createHash('sha256').update(held).digest('base64url').slice(0, 12));
}

/** Who is signed in, with their companies, once the route's access has been checked; for the log. */
export const personOn = (request: FastifyRequest): Person | undefined => scopes.get(request)?.person;

/** One user's requests beyond this number wait in a queue, so that a flood delays nobody else. */
const slotsPerUser: FairQueueOptions = {
  atOnce: Infinity,
  perKey: 8,
  waiting: 1_000,
  timeoutMs: 30_000,
  refuse: () => tooMany('Too many requests at once. Please try again in a moment.'),
};

const accessOfSession = (id: string) =>
  CompiledQuery.raw('select session_reach($1) as reach, needs_second_factor($1) as needs_second_factor', [id]) as CompiledQuery<SessionRow>;

interface SessionRow {
  reach: Reach | null;
  needs_second_factor: boolean | null;
}

interface Reach extends Omit<Person, 'sessionId'> {
  lastSeenAt: string | null;
}

type Session = Awaited<ReturnType<typeof sessionOf>>;

async function signedSession({ config, clock }: Deps, request: FastifyRequest): Promise<Session> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw unauthorized();
  return sessionOf(config.appSecret, token, clock());
}

async function personOf({ database, clock }: Deps, session: Session): Promise<Person & { needsSecondFactor: boolean }> {
  const { rows } = await database.unscoped.executeQuery(accessOfSession(session.id));
  const { reach, needs_second_factor } = rows[0] ?? {};
  if (!reach || reach.userId !== session.userId) throw unauthorized('Your session has expired. Please log in again.');
  const { lastSeenAt, ...access } = reach;
  await noteSeen(database, { ...session, seenAt: lastSeenAt === null ? null : new Date(lastSeenAt) }, clock());
  return { ...access, sessionId: session.id, needsSecondFactor: needs_second_factor === true };
}
