import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { AppContext } from '#server/platform/context.ts';
import { decrypt, encrypt } from '#server/platform/crypto/encryption.ts';
import { isUpload, readUpload } from '#server/platform/files/readUpload.ts';
import { isKeyTaken, readIdempotencyKey, once, onceRepeatable, type IdempotencyKey } from './idempotency.ts';
import { Problem } from './problem.ts';

/**
 * Every POST of a signed-in person takes an `Idempotency-Key`, and so do other routes that say `optional` in their `config`. They
 * get it here: everything that a route writes with `database.scoped` commits together with its key and its response. A route that asks
 * Stripe, and may do so again, says `repeatable`: no transaction is open meanwhile. One that has other effects outside the database
 * reads its key itself (`own`), with `once`, `onceInSteps` or `uploadOnce`.
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

const withKey = (context: AppContext, handler: Handler, kind: 'optional' | 'repeatable'): Handler =>
  async function runOnce(this: FastifyInstance, request, reply) {
    const work = async (): Promise<unknown> => handler.call(this, request, reply);
    const key = await toKey(request, context.config.appSecret);
    return key ? answerOnce(context, { request, reply, key }, work, kind) : work();
  };

interface KeyedCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly key: IdempotencyKey;
}

async function answerOnce<T>(
  { database, config: { appSecret } }: AppContext,
  { request, reply, key }: KeyedCall,
  work: () => Promise<T>,
  kind: 'optional' | 'repeatable' = 'optional',
): Promise<T> {
  const { companies, user } = request.scope;
  const respond = async (): Promise<StoredResponse> => {
    const body = await work();
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
  // The route and the body are the same, so what is stored is what this work returns.
  return JSON.parse(decrypt(appSecret, user.userId, sealed, 'stored responses')) as T;
}

interface UploadSteps<F, T> {
  /** Checks the file and stores it. */
  receive(): Promise<F>;
  /** The keys of the stored files. */
  keys(received: F): readonly string[];
  /** Writes the rows that name them. */
  write(received: F): Promise<T>;
}

/**
 * A POST with a file: no transaction is open while the file is checked and stored. The rows commit together with the key and the
 * response. Without them the files are removed.
 */
export async function uploadOnce<F, T>(
  context: AppContext,
  call: Omit<KeyedCall, 'key'>,
  { receive, keys, write }: UploadSteps<F, T>,
): Promise<T> {
  const { database, files, config } = context;
  const key = await toKey(call.request, config.appSecret);
  if (key && (await database.readOnly(call.request.scope.companies, (tx) => isKeyTaken(tx, key))))
    return answerOnce(context, { ...call, key }, async () => write(await receive()));
  let received: F;
  try {
    received = await receive();
  } catch (error) {
    if (!key) throw error;
    // So that a refusal is kept with the key.
    return await answerOnce<T>(context, { ...call, key }, async () => {
      throw error;
    });
  }
  const remove = () => Promise.all(keys(received).map((one) => files.remove(one).catch(() => undefined)));
  let isWritten = false;
  const work = () => {
    isWritten = true;
    return write(received).catch((error: unknown) => {
      isWritten = false;
      throw error;
    });
  };
  try {
    const response = await (key ? answerOnce(context, { ...call, key }, work) : work());
    // Another request with this key was first.
    if (!isWritten) await remove();
    return response;
  } catch (error) {
    // After any other failure the row may have been written. An orphaned file does less harm than a missing one.
    if (error instanceof Problem) await remove();
    throw error;
  }
}

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
