import type { Database, Tx } from '#server/db/database.ts';
import { claim, identity, isKept, keep, refusalOf, reused, type Answer, type Attempt } from '#server/http/idempotency.ts';
import { conflict, Problem } from '#server/http/problem.ts';

/** A purchase with a card is two transactions with Stripe between them; a repeated attempt goes on where it stopped. */
type Begun = { readonly invoiceId: string } | { readonly answer: Answer };

/** Writes the sale once for an attempt: gives its invoice, or the answer that the attempt got already. */
export async function begin(
  database: Database,
  companies: readonly string[],
  attempt: Attempt | undefined,
  work: (tx: Tx) => Promise<string>,
): Promise<Begun> {
  try {
    return await database.scoped(companies, async (tx) => {
      if (attempt && !(await claim(tx, attempt))) return goOn(tx, attempt);
      const invoiceId = await work(tx);
      if (attempt) {
        await tx.updateTable('idempotency_keys').set({ invoice_id: invoiceId }).where((row) => row.and(identity(attempt))).execute();
      }
      return { invoiceId };
    });
  } catch (error) {
    if (!attempt || !(error instanceof Problem) || !isKept(error) || error === reused) throw error;
    return database.scoped(companies, async (tx) => {
      if (!(await claim(tx, attempt))) return goOn(tx, attempt);
      await keep(tx, attempt, refusalOf(error));
      return { answer: refusalOf(error) };
    });
  }
}

async function goOn(tx: Tx, attempt: Attempt): Promise<Begun> {
  const { body_hash, status, answer, invoice_id } = await rowOf(tx, attempt);
  if (!body_hash.equals(attempt.body_hash)) throw reused;
  if (status !== null && answer) return { answer: { status, body: answer } };
  if (invoice_id === null) throw new Error('An attempt without an invoice and without an answer');
  return { invoiceId: invoice_id };
}

export const saleCancelled = conflict('This sale was not paid and is cancelled. Please start again.');

/** From now on the key of a sale that was given up answers so: its intent can never be paid. */
export async function forgetAnswer(tx: Tx, invoiceId: string): Promise<void> {
  const { status, body } = refusalOf(saleCancelled);
  const answer = JSON.stringify({ success: false, error: saleCancelled.message, ...body });
  await tx.updateTable('idempotency_keys').set({ status, answer }).where('invoice_id', '=', invoiceId).execute();
}

/** Keeps the attempt's answer; the first one stays, and everyone gets that. */
export async function finish(tx: Tx, attempt: Attempt | undefined, answer: Answer): Promise<Answer> {
  if (!attempt) return answer;
  await tx.selectFrom('idempotency_keys').select('key').where((row) => row.and(identity(attempt))).forUpdate().execute();
  const kept = await rowOf(tx, attempt);
  if (kept.status !== null && kept.answer) return { status: kept.status, body: kept.answer };
  await keep(tx, attempt, answer);
  return answer;
}

const rowOf = (tx: Tx, attempt: Attempt) =>
  tx
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'status', 'answer', 'invoice_id'])
    .where((row) => row.and(identity(attempt)))
    .executeTakeFirstOrThrow();
