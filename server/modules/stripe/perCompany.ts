import { forEachAsync, groupBy } from 'es-toolkit';
import type { Stripe } from 'stripe';
import { isUnreachable, findStripeAccount, type PaymentContext } from './client.ts';

interface Work<R> {
  readonly rows: readonly R[];
  /** `stripe` is undefined when no account is configured or its key cannot be decrypted. */
  readonly work: (row: R, stripe: Stripe | undefined) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

export const findCompaniesWithStripe = ({ acrossCompanies }: PaymentContext['database']) =>
  acrossCompanies((tx) =>
    tx
      .selectFrom('stripe_configs as s')
      .innerJoin('companies as c', 'c.id', 's.company_id')
      .select('s.company_id')
      .where('c.archived_at', 'is', null)
      .orderBy('s.company_id')
      .execute(),
  );

const companiesAtOnce = 4;
const rowsAtOnce = 2;

/**
 * Several companies at a time. An error stops neither the other rows nor the other companies. If a company's account cannot be
 * reached, its remaining rows wait for the next run.
 */
export async function runPerCompany<R extends { company_id: string }>(
  context: PaymentContext,
  { rows, work, signal }: Work<R>,
): Promise<unknown[]> {
  const errors: unknown[] = [];
  const runCompany = async ([companyId, own]: [string, R[]]) => {
    const stripe = await findStripeAccount(context, companyId);
    let canReach = true;
    const runRow = async (row: R) => {
      if (!canReach || signal?.aborted) return;
      await work(row, stripe).catch((error: unknown) => {
        errors.push(error);
        if (isUnreachable(error)) canReach = false;
      });
    };
    await forEachAsync(own, runRow, { concurrency: rowsAtOnce });
  };
  const companies = Object.entries(groupBy(rows, (row) => row.company_id));
  await forEachAsync(companies, (company) => runCompany(company).catch((error: unknown) => void errors.push(error)), {
    concurrency: companiesAtOnce,
  });
  return errors;
}
