import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type { AppContext } from '#server/platform/context.ts';
import { decrypt, encrypt } from '#server/platform/crypto/encryption.ts';
import { isUpload, readUpload } from '#server/platform/files/readUpload.ts';
import { readIdempotencyKey, once, onceRepeatable, type IdempotencyKey } from './idempotency.ts';

/**
 * Every POST of a signed-in person takes an `Idempotency-Key`, and so do other routes that say `optional` in their `config`. They
 * get it here: everything that a route writes with `database.scoped` commits together with its key and its response. A route that asks
 * Stripe, and may do so again, says `repeatable`: no transaction is open meanwhile. One that has other effects outside the database
 * reads its key itself (`own`), with `once` or `onceInSteps`.
 * A public POST takes none, since a key belongs to a person: sign-ins, links and webhooks are safe to repeat or are used up.
 */
export function idempotentPosts(app: FastifyInstance, context: AppContext): void {
  app.addHook('onRoute', (route) => {
    const { access = 'public', idempotencyKey = route.method === 'POST' ? 'optional' : undefined } = route.config ?? {};
    if (access === 'public' || (idempotencyKey !== 'optional' && idempotencyKey !== 'repeatable')) return;
    route.config = { ...route.config, idempotencyKey };
    route.handler = withKey(context, route.handler, idempotencyKey);
  });
}

type Handler = RouteOptions['handler'];

/** A response may hold a secret, such as recovery codes, so it is stored encrypted. */
interface StoredResponse {
  readonly status: number;
  readonly sealed: string;
}

const withKey = (
  { database, config: { appSecret } }: AppContext,
  handler: Handler,
  kind: 'optional' | 'repeatable',
): Handler =>
  async function runOnce(this: FastifyInstance, request, reply) {
    const { companies, user } = request.scope;
    const key = await toKey(request, appSecret);
    if (!key) return handler.call(this, request, reply);
    const respond = async (): Promise<StoredResponse> => {
      const body: unknown = await handler.call(this, request, reply);
      if (reply.sent) throw new Error(`${key.route} must return its answer, so that it is stored before it is sent`);
      return {
        status: reply.statusCode,
        sealed: encrypt(appSecret, user.userId, JSON.stringify(body), 'stored responses'),
      };
    };
    const { status, sealed } =
      kind === 'repeatable'
        ? await onceRepeatable(database, companies, key, respond)
        : await once({ scoped: database.together }, companies, key, respond);
    reply.code(status);
    return JSON.parse(decrypt(appSecret, user.userId, sealed, 'stored responses'));
  };

async function toKey(request: FastifyRequest, appSecret: string): Promise<IdempotencyKey | undefined> {
  // The same one each time, whatever else the person has access to by then.
  const [companyId] = request.scope.companies.toSorted();
  const key = companyId === undefined ? undefined : readIdempotencyKey(request, companyId);
  if (!key) return undefined;
  // A body may hold a password, so its hash must be worthless without the server's secret.
  const hash = createHmac('sha256', appSecret).update(JSON.stringify(request.body ?? null));
  if (isUpload(request)) {
    const { file, fields } = await readUpload(request);
    hash.update(JSON.stringify([fields, file?.name ?? null])).update(file?.bytes ?? '');
  }
  return { ...key, body_hash: hash.digest() };
}
