import { CompiledQuery } from 'kysely';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/deps.ts';
import { docsPath } from './openApi.ts';
import { unauthorized } from './problem.ts';
import { reachOf, type Access, type Person, type Reach } from './reach.ts';
import { sessionOf } from './tokens.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route. One without it stops the server from starting. */
    access?: Access;
  }
  interface FastifyRequest {
    /** What the caller reaches with this route's access. Reading it on a public route is a mistake and throws. */
    reach: Reach;
  }
}

const reaches = new WeakMap<FastifyRequest, Reach>();

/** Checks the bearer token and the access table before anything else of a request is looked at. */
export function authentication(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest('reach', {
    getter(this: FastifyRequest) {
      const reach = reaches.get(this);
      if (!reach) throw new Error(`${this.url} has no signed-in caller`);
      return reach;
    },
  });

  app.addHook('onRoute', ({ url, method, config }) => {
    if (url.startsWith('/api') && !url.startsWith(docsPath) && !config?.access) throw new Error(`${String(method)} ${url} names no access`);
  });

  app.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access;
    if (!access || access === 'public') return;
    reaches.set(request, reachOf(await personOf(deps, request), access));
  });
}

/** Who is signed in, once the request has been authenticated; for the log. */
export const callerOf = (request: FastifyRequest): Person | undefined => reaches.get(request)?.person;

const reachOfSession = (id: string) =>
  CompiledQuery.raw('select session_reach($1) as reach', [id]) as CompiledQuery<{ reach: Omit<Person, 'sessionId'> | null }>;

async function personOf({ config, database, clock }: Deps, request: FastifyRequest): Promise<Person> {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw unauthorized();
  const session = await sessionOf(config.appSecret, token, clock());
  const { rows } = await database.accounts.executeQuery(reachOfSession(session.id));
  const reach = rows[0]?.reach;
  if (!reach || reach.userId !== session.userId) throw unauthorized('Your session has expired. Please log in again.');
  return { ...reach, sessionId: session.id };
}
