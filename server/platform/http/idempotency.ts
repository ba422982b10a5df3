import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { v5 as uuidOf } from 'uuid';
import type { Database, Tx } from '#server/platform/database/database.ts';
import { badRequest, callerGone, Problem } from './problem.ts';

/** A response as it is stored with its key and sent again to every retry. */
export interface StoredResponse {
  status: number;
  body: { [key: string]: unknown };
}

/** A card sale that is written but not answered yet: a retry continues with its invoice. */
interface OpenSale {
  readonly invoiceId: string;
}

/** One attempt of a user at a route, named by the `Idempotency-Key` header. */
export interface IdempotencyKey {
  company_id: string;
  user_id: string;
  route: string;
  key: string;
  body_hash: Buffer;
}

/** Reads the header; undefined without one. To ask about another route's attempt, name that route. */
export function readIdempotencyKey(
  request: FastifyRequest,
  companyId: string,
  route = `${request.method} ${request.routeOptions.url}`,
): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw badRequest('Idempotency-Key must be 1 to 255 printable characters');
  }
  return {
    company_id: companyId,
    user_id: request.scope.user.userId,
    route,
    key,
    body_hash: createHash('sha256')
      .update(JSON.stringify(request.body ?? null))
      .digest(),
  };
}

/**
 * Runs `work` once for a key and gives every retry the same result, which is stored in the transaction of the work.
 * Two requests with one key wait for each other at the key's row. A refusal (4xx) is stored too, after the work was
 * rolled back. A 429, a 5xx, a caller who is gone and a refusal with `leavesKeyFree` leave the key free.
 */
export async function withIdempotency<R extends StoredResponse | OpenSale>(
  database: Database,
  companies: readonly string[],
  key: IdempotencyKey | undefined,
  work: (tx: Tx) => Promise<R>,
): Promise<R | StoredResponse> {
  if (!key) return database.scoped(companies, work);
  const runOnce = <T extends StoredResponse | OpenSale>(step: (tx: Tx) => Promise<T>) =>
    database.scoped(companies, async (tx) => {
      // The route and the body are the same, so what is stored is what this work returns.
      if (!(await reserveKey(tx, key))) return (await storedResult(tx, key)) as T;
      const result = await step(tx);
      await ('invoiceId' in result ? storeInvoice(tx, key, result) : storeResponse(tx, key, result));
      return result;
    });
  try {
    return await runOnce(work);
  } catch (error) {
    if (!(error instanceof Problem) || !isStored(error) || error === keyReused) throw error;
    return runOnce(async () => toResponse(error));
  }
}

/** Sends a stored response as it is. */
export const send = (reply: FastifyReply, { status, body }: StoredResponse) =>
  reply.status(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);

/** A refusal as the response that is stored. */
export const toResponse = ({ status, message, extra: { errors, body } }: Problem): StoredResponse => ({
  status,
  body: { ...body, message, ...(errors && { errors }) },
});

const isStored = ({ status, extra }: Problem) =>
  status < 500 && status !== 429 && status !== callerGone && !extra.leavesKeyFree;

const keyReused = new Problem(422, 'This Idempotency-Key was used for another request');

/** The hash of a key that was taken before its request arrived. Any request with the key gets the stored response. */
export const anyBody = Buffer.alloc(0);

/** The same id for every request with this key. */
export const idOfKey = ({ company_id, user_id, route, key }: IdempotencyKey): string =>
  uuidOf(`${user_id} ${route} ${key}`, company_id);

/** Whether a request with this key came before. */
export async function isKeyTaken(tx: Tx, key: IdempotencyKey): Promise<boolean> {
  return (
    (await tx
      .selectFrom('idempotency_keys')
      .select('key')
      .where((row) => row.and(identity(key)))
      .executeTakeFirst()) !== undefined
  );
}

/** Takes the key; false when it was taken before. */
export async function reserveKey(tx: Tx, key: IdempotencyKey): Promise<boolean> {
  const reserved = await tx
    .insertInto('idempotency_keys')
    .values({ ...key, status: null, answer: null, invoice_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return reserved.numInsertedOrUpdatedRows === 1n;
}

async function storedResult(tx: Tx, key: IdempotencyKey): Promise<StoredResponse | OpenSale> {
  const { body_hash, status, answer, invoice_id } = await storedRow(tx, key);
  if (!body_hash.equals(anyBody) && !body_hash.equals(key.body_hash)) throw keyReused;
  if (status !== null && answer) return { status, body: answer };
  if (invoice_id === null) throw new Error('An idempotency key without a response and without an invoice');
  return { invoiceId: invoice_id };
}

export const storedRow = (tx: Tx, key: IdempotencyKey) =>
  tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'answer', 'invoice_id'])
    .where((row) => row.and(identity(key)))
    .executeTakeFirstOrThrow();

/** Stores the response of a card sale that was open. The first response wins, and every caller gets that one. */
export async function storeFirstResponse(
  tx: Tx,
  key: IdempotencyKey | undefined,
  response: StoredResponse,
): Promise<StoredResponse> {
  if (!key) return response;
  await tx
    .selectFrom('idempotency_keys')
    .select('key')
    .where((row) => row.and(identity(key)))
    .forUpdate()
    .execute();
  const { status, answer } = await storedRow(tx, key);
  if (status !== null && answer) return { status, body: answer };
  await storeResponse(tx, key, response);
  return response;
}

export const storeResponse = (tx: Tx, key: IdempotencyKey, { status, body }: StoredResponse) =>
  tx
    .updateTable('idempotency_keys')
    .set({ status, answer: JSON.stringify(body) })
    .where((row) => row.and(identity(key)))
    .execute();

const storeInvoice = (tx: Tx, key: IdempotencyKey, { invoiceId }: OpenSale) =>
  tx
    .updateTable('idempotency_keys')
    .set({ invoice_id: invoiceId })
    .where((row) => row.and(identity(key)))
    .execute();

/** Replaces whatever response the sale of this invoice had. */
export const replaceStoredResponse = (tx: Tx, { invoiceId }: OpenSale, { status, body }: StoredResponse) =>
  tx
    .updateTable('idempotency_keys')
    .set({ status, answer: JSON.stringify(body) })
    .where('invoice_id', '=', invoiceId)
    .execute();

const identity = ({ company_id, user_id, route, key }: IdempotencyKey) => ({ company_id, user_id, route, key });
