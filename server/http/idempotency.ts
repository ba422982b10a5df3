import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pipelined, type Database, type Tx } from '#server/db/database.ts';
import { badRequest, callerGone, Problem } from './problem.ts';

export interface Answer {
  status: number;
  body: { [key: string]: unknown };
}

/** One attempt of a user, as the `Idempotency-Key` header names it; absent without the header. */
export interface Attempt {
  company_id: string;
  user_id: string;
  route: string;
  key: string;
  body_hash: Buffer;
}

/**
 * Reads the header: 1 to 255 printable characters, else 400. The route and the body's hash go with it; the route of
 * another call is named by whoever asks about that call's attempt.
 */
export function attemptOf(
  request: FastifyRequest,
  companyId: string,
  route = `${request.method} ${request.routeOptions.url}`,
): Attempt | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw badRequest('Idempotency-Key must be 1 to 255 printable characters');
  }
  return {
    company_id: companyId,
    user_id: request.scope.person.userId,
    route,
    key,
    body_hash: createHash('sha256').update(JSON.stringify(request.body ?? null)).digest(),
  };
}

/** The route whose attempt a `…/cancel` below it takes back. */
export const purchaseRoute = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url?.replace(/\/cancel$/, '')}`;

/**
 * Does `work` once for an attempt and gives the same answer ever after; the answer is kept in the transaction of the
 * work itself. Two that arrive together wait for each other at the key's row. A refusal (4xx) is kept too, after the
 * work was rolled back; 429, 5xx, a caller who went away and a refusal that says so leave the key free.
 */
export async function once(
  database: Database,
  companies: readonly string[],
  attempt: Attempt | undefined,
  work: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  if (!attempt) return database.scoped(companies, work);
  const inOneTransaction = (doing: (tx: Tx) => Promise<Answer>) =>
    database.scoped(companies, async (tx) => {
      if (!(await claim(tx, attempt))) return earlierAnswer(tx, attempt);
      const answer = await doing(tx);
      await keep(tx, attempt, answer);
      return answer;
    });
  try {
    return await inOneTransaction(work);
  } catch (error) {
    if (!(error instanceof Problem) || !isKept(error) || error === reused) throw error;
    return inOneTransaction(async () => refusalOf(error));
  }
}

/** Sends what `once` gave. */
export const send = (reply: FastifyReply, { status, body }: Answer) =>
  reply.status(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);

/** A refusal as the answer that is kept. */
export const refusalOf = ({ status, message, extra: { errors, body } }: Problem): Answer => ({
  status,
  body: { ...body, message, ...(errors && { errors }) },
});

export const isKept = ({ status, extra }: Problem) => status < 500 && status !== 429 && status !== callerGone && !extra.leavesKeyFree;

export const reused = new Problem(422, 'This Idempotency-Key was used for another request');

export async function claim(tx: Tx, attempt: Attempt): Promise<boolean> {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ ...attempt, status: null, answer: null, invoice_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}

async function earlierAnswer(tx: Tx, attempt: Attempt): Promise<Answer> {
  const earlier = await tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'answer'])
    .where((row) => row.and(identity(attempt)))
    .executeTakeFirstOrThrow();
  if (!earlier.body_hash.equals(attempt.body_hash)) throw reused;
  return { status: earlier.status ?? 500, body: earlier.answer ?? {} };
}

export const keep = (tx: Tx, attempt: Attempt, { status, body }: Answer) =>
  pipelined(
    tx,
    tx
      .updateTable('idempotency_keys')
      .set({ status, answer: JSON.stringify(body) })
      .where((row) => row.and(identity(attempt))),
  );

export const identity = ({ company_id, user_id, route, key }: Attempt) => ({ company_id, user_id, route, key });
