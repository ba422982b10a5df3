import { groupBy } from 'es-toolkit';
import type { Stripe } from 'stripe';
import { accountOf, type PaymentDeps } from './stripeConfigs.ts';
import { isOutOfReach } from './stripeProblems.ts';

interface Work<R> {
  readonly rows: readonly R[];
  /** Its company's Stripe account; undefined where none is configured or its key cannot be opened. */
  readonly work: (row: R, stripe: Stripe | undefined) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

const companiesAtOnce = 4;
const rowsAtOnce = 2;

/**
 * Runs `work` on each row, several companies at a time and in their order. Answers what failed: a failure stops neither
 * the other companies nor the other rows, but a company whose account cannot be reached waits for the next run.
 */
export async function byCompany<R extends { company_id: string }>(deps: PaymentDeps, { rows, work, signal }: Work<R>): Promise<unknown[]> {
  const failures: unknown[] = [];
  const failed = (error: unknown) => {
    failures.push(error);
    return { error };
  };
  await eachOf(Object.entries(groupBy(rows, (row) => row.company_id)), companiesAtOnce, async ([companyId, own]) => {
    const account = await accountOf(deps, companyId).then((stripe) => ({ stripe }), failed);
    if ('error' in account) return;
    let isReached = true;
    await eachOf(own, rowsAtOnce, async (row) => {
      if (!isReached || signal?.aborted) return;
      const failure = await work(row, account.stripe).then(() => undefined, failed);
      if (failure && isOutOfReach(failure.error)) isReached = false;
    });
  });
  return failures;
}

/** Runs `work` over all of them, so many at a time. */
export async function eachOf<T>(all: readonly T[], width: number, work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
