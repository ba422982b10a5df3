import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { v5 as uuidOf } from 'uuid';
import { z } from 'zod';
import type { Database, Tx } from '#server/platform/database/database.ts';
import type { RequestUser } from './accessScope.ts';
import { badRequest, callerGone, Problem } from './problem.ts';

/** One attempt of a user at a route, named by the `Idempotency-Key` header. */
export interface IdempotencyKey {
  company_id: string;
  /** The user, or the API key. */
  user_id: string;
  route: string;
  key: string;
  body_hash: Buffer;
}

/** Reads the header; undefined without one. The path names the record, so the same key at another record is another attempt. */
export function readIdempotencyKey(
  request: FastifyRequest,
  companyId: string,
  path = request.url,
): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw badRequest('Idempotency-Key must be 1 to 255 printable characters');
  }
  return {
    company_id: companyId,
    user_id: callerId(request.scope.user),
    route: `${request.method} ${path}`,
    key,
    body_hash: createHash('sha256')
      .update(JSON.stringify(request.body ?? null))
      .digest(),
  };
}

/** A key is its caller's own: the maker of an API key may use the same one, and no API key repeats what another was answered. */
export const callerId = ({ userId, apiKey }: Pick<RequestUser, 'userId' | 'apiKey'>): string => apiKey?.id ?? userId;

/** The state that the transaction that takes the key has reached. */
export type FirstStep<T> =
  /** All of it. The invoice is that of a sale, so that its key finds it. */
  | { readonly response: T; readonly invoiceId?: string }
  /** An invoice, which `finish` continues with: in this request, and in a retry when this one was interrupted. */
  | { readonly invoiceId: string }
  /** All but an effect outside the database, which only this request has. Until it has answered, a retry gets `meanwhile`. */
  | { readonly meanwhile: T; readonly finish: () => Promise<T> };

interface Steps<T> {
  begin(tx: Tx): Promise<FirstStep<T>>;
  /** Asks Stripe after the commit. It may run several times, also at once. */
  finish?(invoiceId: string): Promise<T>;
  /** Throws when the stored response about this invoice holds no longer. */
  requireValid?(tx: Tx, invoiceId: string): Promise<void>;
}

/**
 * Runs `work` once for a key, and returns its value, or throws its refusal, for every retry. Both are stored in the transaction of
 * the work; a refusal (4xx) after the work was rolled back. Two requests with one key wait for each other at the key's row.
 * A 429, a 5xx, a caller who is gone and a refusal with `leavesKeyFree` leave the key free.
 */
export const once = <T>(
  database: Scoped,
  companies: readonly string[],
  key: IdempotencyKey | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => onceInSteps(database, companies, key, { begin: async (tx) => ({ response: await work(tx) }) });

/**
 * The same for work that asks Stripe between two transactions: the first commits with the key, which names the invoice from then on.
 * The first response of `finish` is stored, and every caller gets that one.
 */
export async function onceInSteps<T>(
  database: Scoped,
  companies: readonly string[],
  key: IdempotencyKey | undefined,
  steps: Steps<T>,
): Promise<T> {
  const finish = (step: FirstStep<T>) => {
    if ('finish' in step) return step.finish();
    if (step.invoiceId === undefined || !steps.finish) throw new Error('A step is missing');
    return steps.finish(step.invoiceId);
  };
  if (!key) {
    const step = await database.scoped(companies, (tx) => steps.begin(tx));
    return 'response' in step ? step.response : finish(step);
  }
  const take = (work: (tx: Tx) => Promise<FirstStep<T> | Refused>) =>
    database.scoped(companies, async (tx) => {
      if (!(await reserveKey(tx, key))) return readStoredResult<T>(tx, key, steps);
      const step = await work(tx);
      await storeStep(tx, key, step);
      return step;
    });
  const step = await take((tx) => steps.begin(tx)).catch((error: unknown) => take(async () => refusedBy(error)));
  if ('refusal' in step) throw step.refusal;
  if ('response' in step) return step.response;
  const end: Ended<T> = await finish(step).then((response) => ({ response }), refusedBy);
  const first = await database.scoped(companies, (tx) => storeFirst(tx, key, end));
  if ('refusal' in first) throw first.refusal;
  return first.response;
}

/**
 * The same for work that asks Stripe in its middle, and that does no harm when it runs again, also at once: no transaction is open, and
 * no key is locked, while it runs. Its first end is stored, and every caller gets that one.
 */
export async function onceRepeatable<T>(
  database: Scoped,
  companies: readonly string[],
  key: IdempotencyKey,
  work: () => Promise<T>,
): Promise<T> {
  const stored = async (tx: Tx): Promise<Ended<T> | undefined> => {
    const row = await getRow(tx, key).executeTakeFirst();
    if (row && !row.body_hash.equals(key.body_hash)) throw keyReused;
    return row && findEnd<T>(row.status, row.response);
  };
  const read = () => database.scoped(companies, stored);
  const run = async (): Promise<Ended<T> | undefined> => {
    const end: Ended<T> = await work().then((response) => ({ response }), refusedBy);
    return database.scoped(companies, async (tx) => {
      if (!(await reserveKey(tx, key))) return stored(tx);
      await storeStep(tx, key, end);
      return end;
    });
  };
  const end =
    (await read()) ??
    (await run().catch(async (error: unknown) => {
      // What has failed here may have ended well in another request with the key.
      const other = await read();
      if (other) return other;
      throw error;
    }));
  if (!end) throw new Error('An idempotency key without a response');
  if ('refusal' in end) throw end.refusal;
  return end.response;
}

type Scoped = Pick<Database, 'scoped'>;
interface Refused {
  readonly refusal: Problem;
}
type Ended<T> = { readonly response: T } | Refused;

/** An error as a refusal that is stored. Others are thrown. */
function refusedBy(error: unknown): Refused {
  if (!(error instanceof Problem)) throw error;
  const { status, extra } = error;
  if (status >= 500 || status === 429 || status === callerGone || extra.leavesKeyFree) throw error;
  return { refusal: error };
}

const keyReused = new Problem(422, 'This Idempotency-Key was used for another request', { leavesKeyFree: true });

/** The hash of a key that was blocked before its request arrived: it refuses any request. */
const anyBody = Buffer.alloc(0);

/** The same id for every request with this key. */
export const idOfKey = ({ company_id, user_id, route, key }: IdempotencyKey): string =>
  uuidOf(`${user_id} ${route} ${key}`, company_id);

export const isKeyTaken = async (tx: Tx, key: IdempotencyKey): Promise<boolean> =>
  (await getRow(tx, key).executeTakeFirst()) !== undefined;

/** The invoice of the request that came with this key. If none came, whichever comes later is refused. */
export async function findInvoiceOrBlock(tx: Tx, key: IdempotencyKey, refusal: Problem): Promise<string | null> {
  if (!(await reserveKey(tx, { ...key, body_hash: anyBody })))
    return (await getRow(tx, key).executeTakeFirstOrThrow()).invoice_id;
  await storeStep(tx, key, { refusal });
  return null;
}

/** Takes the key; false when it was taken before. */
async function reserveKey(tx: Tx, key: IdempotencyKey): Promise<boolean> {
  const reserved = await tx
    .insertInto('idempotency_keys')
    .values({ ...key, status: null, response: null, invoice_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return reserved.numInsertedOrUpdatedRows === 1n;
}

const getRow = (tx: Tx, key: IdempotencyKey) =>
  tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'response', 'invoice_id'])
    .where((row) => row.and(identity(key)));

const identity = ({ company_id, user_id, route, key }: IdempotencyKey) => ({ company_id, user_id, route, key });

async function readStoredResult<T>(
  tx: Tx,
  key: IdempotencyKey,
  { requireValid }: Pick<Steps<T>, 'requireValid'>,
): Promise<Ended<T> | { readonly invoiceId: string }> {
  const { body_hash, status, response, invoice_id } = await getRow(tx, key).executeTakeFirstOrThrow();
  if (!body_hash.equals(anyBody) && !body_hash.equals(key.body_hash)) throw keyReused;
  if (response !== null) {
    if (!isRefusal(status) && invoice_id !== null) await requireValid?.(tx, invoice_id);
    return findEnd<T>(status, response);
  }
  if (invoice_id === null) throw new Error('An idempotency key without a response and without an invoice');
  return { invoiceId: invoice_id };
}

/** A stored response without a status is what a retry gets meanwhile. */
const isRefusal = (status: number | null): status is number => status !== null && status >= 400;

function findEnd<T>(status: number | null, response: unknown): Ended<T> {
  // The route and the body are the same, so what is stored is what this work returns.
  if (!isRefusal(status)) return { response: response as T };
  const { message, errors, ...body } = refusalBody.parse(response);
  return { refusal: new Problem(status, message, { ...(errors && { errors }), body }) };
}

const refusalBody = z.looseObject({ message: z.string(), errors: z.record(z.string(), z.string()).optional() });

const storeStep = (tx: Tx, key: IdempotencyKey, step: FirstStep<unknown> | Refused) =>
  tx
    .updateTable('idempotency_keys')
    .set({
      ...('invoiceId' in step && { invoice_id: step.invoiceId }),
      ...('meanwhile' in step && { response: JSON.stringify(step.meanwhile) }),
      ...(('response' in step || 'refusal' in step) && toColumns(step)),
    })
    .where((row) => row.and(identity(key)))
    .execute();

/** Stores the end of work that was open. The first one is kept and returned. */
async function storeFirst<T>(tx: Tx, key: IdempotencyKey, end: Ended<T>): Promise<Ended<T>> {
  const { numUpdatedRows } = await tx
    .updateTable('idempotency_keys')
    .set(toColumns(end))
    .where((row) => row.and(identity(key)))
    .where('status', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return end;
  const first = await getRow(tx, key).executeTakeFirst();
  return first ? findEnd(first.status, first.response) : end;
}

function toColumns(end: Ended<unknown>): { status: number; response: string } {
  if ('response' in end) return { status: 200, response: JSON.stringify(end.response) };
  const { status, message, extra } = end.refusal;
  return {
    status,
    response: JSON.stringify({ ...extra.body, message, ...(extra.errors && { errors: extra.errors }) }),
  };
}
