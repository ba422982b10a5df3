import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { z } from 'zod';
import type { AppContext } from '#server/platform/context.ts';
import { decrypt, encrypt } from '#server/platform/crypto/encryption.ts';
import { isUpload, readUpload } from '#server/platform/files/readUpload.ts';
import { readIdempotencyKey, send, withIdempotency, type IdempotencyKey, type StoredResponse } from './idempotency.ts';

/**
 * Every POST of a signed-in person takes an `Idempotency-Key`. A route that does not read the key itself (`idempotencyKey` in its
 * `config`) gets it here: everything that it writes with `database.scoped` commits together with its key and its response.
 * A public POST takes none, since a key belongs to a person: sign-ins, links and webhooks are safe to repeat or are used up.
 */
export function idempotentPosts(app: FastifyInstance, context: AppContext): void {
  app.addHook('onRoute', (route) => {
    const { access = 'public', idempotencyKey } = route.config ?? {};
    if (route.method !== 'POST' || access === 'public' || idempotencyKey) return;
    route.config = { ...route.config, idempotencyKey: 'optional' };
    route.handler = once(context, route.handler);
  });
}

type Handler = RouteOptions['handler'];

const once = ({ database, config }: AppContext, handler: Handler): Handler =>
  async function runOnce(this: FastifyInstance, request, reply) {
    const { companies } = request.scope;
    const key = await toKey(request, config.appSecret);
    if (!key) return handler.call(this, request, reply);
    const atOnce = { ...database, scoped: database.together };
    const answer = await withIdempotency<StoredResponse>(atOnce, companies, key, async () => {
      const body: unknown = await handler.call(this, request, reply);
      if (reply.sent) throw new Error(`${key.route} must return its answer, so that it is stored before it is sent`);
      return { status: reply.statusCode, body: seal(config.appSecret, key, body) };
    });
    return send(reply, { ...answer, body: unsealed(config.appSecret, key, answer.body) });
  };

/** The path names the record, so the same key at another record is another attempt. */
async function toKey(request: FastifyRequest, appSecret: string): Promise<IdempotencyKey | undefined> {
  // The same one each time, whatever else the person has access to by then.
  const [companyId] = request.scope.companies.toSorted();
  const key =
    companyId === undefined ? undefined : readIdempotencyKey(request, companyId, `${request.method} ${request.url}`);
  if (!key) return undefined;
  // A body may hold a password, so its hash must be worthless without the server's secret.
  const hash = createHmac('sha256', appSecret).update(JSON.stringify(request.body ?? null));
  if (isUpload(request)) {
    const { file, fields } = await readUpload(request);
    hash.update(JSON.stringify([fields, file?.name ?? null])).update(file?.bytes ?? '');
  }
  return { ...key, body_hash: hash.digest() };
}

/** A response may hold a secret, such as recovery codes. It is stored encrypted; a refusal is stored as it is. */
const seal = (appSecret: string, { user_id }: IdempotencyKey, body: unknown) => ({
  sealed: encrypt(appSecret, user_id, JSON.stringify(body), 'stored answers'),
});

const sealedBody = z.strictObject({ sealed: z.string() });

function unsealed(
  appSecret: string,
  { user_id }: IdempotencyKey,
  body: StoredResponse['body'],
): StoredResponse['body'] {
  const { success, data } = sealedBody.safeParse(body);
  return success ? JSON.parse(decrypt(appSecret, user_id, data.sealed, 'stored answers')) : body;
}
