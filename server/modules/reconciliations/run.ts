import { addDays } from 'date-fns';
import { chunk, forEachAsync, partition } from 'es-toolkit';
import { sql } from 'kysely';
import { Stripe } from 'stripe';
import { v7 as uuid } from 'uuid';
import { endOfDay, startOfDay } from '#domain/shared/dates.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { ReconciliationRow } from '#server/platform/database/schema.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';
import {
  isRefusedKey,
  isTransient,
  type PaymentContext,
  runPerCompany,
  readStripeConfig,
} from '#server/modules/stripe/index.ts';
import {
  compareBooks,
  type BookDiscrepancy,
  type OurBooks,
  type OurCardMoney,
  type StripesCardMoney,
} from './compare.ts';
import { readBooks, readIntentPayments } from './books.ts';
import { reconciliationsRepo, type ReconciliationResult } from './repo.ts';
import { readStripe, readPayment, type Period, type StripesPeriod } from './stripe.ts';

/** Stored at most of one reconciliation. */
const discrepanciesMax = 1000;
const missedNightsMax = 6;

/** A day is done from three in the morning, by the clock of the company's first location. */
const nightsToReconcile = (now: Date) => sql<{ company_id: string; day: string }>`
  select n.company_id, case when n.latest is null then n.yesterday else greatest(n.latest + 1, n.yesterday - ${missedNightsMax}::int) end as day
    from (select c.id as company_id, ((${now}::timestamptz at time zone l.timezone) - interval '3 hours')::date - 1 as yesterday,
                 (select max(r.to_day) from reconciliations r where r.company_id = c.id and r.started_by is null) as latest
            from companies c
            join lateral (select l.timezone from locations l where l.company_id = c.id order by l.created_at, l.id limit 1) as l on true
           where c.archived_at is null) as n
   where n.latest is null or n.latest < n.yesterday`;

/** Covers the last day and missed nights. Without a Stripe account, the ledger and the cash are compared. */
export async function startNightlyReconciliations({ database, clock }: PaymentContext): Promise<void> {
  const now = clock();
  const { rows } = await database.acrossCompanies((tx) => nightsToReconcile(now).execute(tx));
  for (const { company_id, day } of rows) {
    const row = {
      id: uuid(),
      company_id,
      from_day: day,
      to_day: day,
      started_by: null,
      started_by_name: null,
      created_at: now,
    };
    await database.scoped([company_id], (tx) => reconciliationsRepo(tx).start(row));
  }
}

/** After this many in a row it is not run again. */
const crashesMax = 5;
/** So that a user's request does not wait for all of the night's. */
const atOnce = 20;

/** Asked for by a user first, then those of the night, and last those that crashed their server. */
export const findDueReconciliations = (
  { acrossCompanies }: Pick<PaymentContext['database'], 'acrossCompanies'>,
  now: Date,
  limit: number,
) =>
  acrossCompanies((tx) =>
    tx
      .selectFrom('reconciliations as r')
      .innerJoin('companies as c', 'c.id', 'r.company_id')
      .select(['r.company_id', 'r.id', 'r.crashes'])
      .where('c.archived_at', 'is', null)
      .where((row) => row.or([row('r.status', '=', 'running'), row('r.try_again_at', '<=', now)]))
      .orderBy('r.crashes')
      .orderBy(sql`r.started_by is null`)
      .orderBy('r.created_at')
      .limit(limit)
      .execute(),
  );

/**
 * Including those that a killed process left. One that fails does not stop the others. Each that may have crashed a server
 * runs alone, so that no other is counted as crashing it.
 */
export async function runReconciliations(context: PaymentContext, signal?: AbortSignal): Promise<void> {
  const rows = await findDueReconciliations(context.database, context.clock(), atOnce);
  const [sound, suspect] = partition(rows, ({ crashes }) => crashes === 0);
  const failures: unknown[] = [];
  for (const together of [sound, ...suspect.map((row) => [row])]) {
    failures.push(
      ...(await runPerCompany(context, {
        rows: together,
        signal,
        work: ({ company_id, id }, stripe) => run(context, company_id, id, stripe, signal),
      })),
    );
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} reconciliations failed`);
}

async function run(
  context: PaymentContext,
  companyId: string,
  id: string,
  stripe: Stripe | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { database, clock } = context;
  const crashes = await database.scoped([companyId], (tx) => reconciliationsRepo(tx).begin(id));
  if (crashes === undefined) return;
  try {
    if (crashes > crashesMax) throw new CrashedTooOften();
    const result = await compare(context, companyId, id, stripe, signal);
    await database.scoped([companyId], (tx) => reconciliationsRepo(tx).finish({ id, company_id: companyId }, result));
  } catch (error) {
    // The server is stopping. The next one takes over.
    if (signal?.aborted) return void (await database.scoped([companyId], (tx) => reconciliationsRepo(tx).stop(id)));
    const { cause, differences } = await compareWithoutStripe(context, companyId, id, error);
    await database.scoped([companyId], async (tx) => {
      const repo = reconciliationsRepo(tx);
      const row = await repo.one(id);
      if (!row) return;
      const times = { finishedAt: clock(), tryAgainAt: nextTry(row, cause, clock()) };
      await repo.fail(row, failureText(cause), { ...times, ...firstOnes(differences) });
    });
    throw cause;
  }
}

/** The ledger and the cash need no Stripe. If they cannot be read either, that is a cause too. */
async function compareWithoutStripe(
  { database }: PaymentContext,
  companyId: string,
  id: string,
  error: unknown,
): Promise<{ cause: unknown; differences: readonly BookDiscrepancy[] }> {
  if (!isOfStripe(error)) return { cause: error, differences: [] };
  try {
    const here = await database.readOnly([companyId], async (tx) => {
      const row = await reconciliationsRepo(tx).one(id);
      return row && readBooks(tx, companyId, await findPeriod(tx, row));
    });
    return { cause: error, differences: here ? compareBooks({ ...here, card: [] }, nothing).differences : [] };
  } catch (ours) {
    return {
      cause: new AggregateError([error, ours], 'Neither Stripe nor our own books could be read'),
      differences: [],
    };
  }
}

/** Stripe's side is read first: what is booked here meanwhile is then looked up there. Writes only the result. */
async function compare(
  context: PaymentContext,
  companyId: string,
  id: string,
  stripe: Stripe | undefined,
  signal: AbortSignal | undefined,
): Promise<ReconciliationResult> {
  const { database, clock } = context;
  const config = await readStripeConfig(database, companyId);
  if (config && !stripe) throw new UnreadableKeys();
  const period = await database.readOnly([companyId], async (tx) =>
    findPeriod(tx, (await reconciliationsRepo(tx).one(id)) ?? raise(notFound('Reconciliation'))),
  );
  const there = stripe ? await readStripe(stripe, period, signal) : nothing;
  const here = await database.readOnly([companyId], (tx) => readBooks(tx, companyId, period));
  // Without an account there are no card payments to compare.
  const card = stripe ? await compareAcrossDays(context, companyId, stripe, here, there) : { ours: [], stripes: [] };
  const { matched, differences } = compareBooks({ ...here, card: card.ours }, { ...there, card: card.stripes });
  return {
    matched,
    ...firstOnes(differences),
    fees_cents: there.feesCents,
    payouts_cents: there.payoutsCents,
    is_test_mode: config ? config.publishable_key.startsWith('pk_test_') : null,
    finishedAt: clock(),
  };
}

async function findPeriod(
  tx: Tx,
  { company_id, from_day, to_day }: Pick<ReconciliationRow, 'company_id' | 'from_day' | 'to_day'>,
): Promise<Period> {
  const zone = await reconciliationsRepo(tx).timezone(company_id);
  return { since: startOfDay(zone, from_day), before: endOfDay(zone, to_day) };
}

const firstOnes = (differences: readonly BookDiscrepancy[]) => ({
  differences: differences.slice(0, discrepanciesMax),
  difference_count: differences.length,
});

const nothing: StripesPeriod = {
  card: [],
  disputes: [],
  fees: [],
  payouts: [],
  others: [],
  feesCents: 0,
  payoutsCents: 0,
};

const lookupsAtOnce = 4;

/**
 * A payment or refund just before midnight may be on another day here than at Stripe, and one that is not in Stripe's balance
 * yet is missing there. What does not agree within the period is therefore compared without regard to dates.
 */
async function compareAcrossDays(
  { database }: PaymentContext,
  companyId: string,
  stripe: Stripe,
  here: OurBooks,
  there: StripesPeriod,
) {
  const ours = new Map(here.card.map((payment) => [payment.key, payment]));
  const stripes = new Map(there.card.map((payment) => [payment.key, payment]));
  const open = [...new Set([...ours.keys(), ...stripes.keys()])].filter(
    (key) => !agree(ours.get(key), stripes.get(key)),
  );
  const asked = [...open, ...there.disputes.map(({ key }) => key)];
  const ourPayments = new Map<string, OurCardMoney>();
  for (const intents of chunk(asked, 1_000)) {
    for (const payment of await database.readOnly([companyId], (tx) => readIntentPayments(tx, companyId, intents)))
      ourPayments.set(payment.key, payment);
  }
  const lookUp = async (key: string) => {
    const payment = ourPayments.get(key);
    if (!payment) return;
    ours.set(key, payment);
    const stripesPayment = await readPayment(stripe, key);
    if (stripesPayment) stripes.set(key, stripesPayment);
    else stripes.delete(key);
  };
  await forEachAsync(open, lookUp, { concurrency: lookupsAtOnce });
  // The payment of a dispute may be older. It is listed, but not compared again.
  for (const payment of ourPayments.values())
    if (!ours.has(payment.key)) ours.set(payment.key, { ...payment, paid: 0, refunded: 0 });
  return { ours: [...ours.values()], stripes: [...stripes.values()] };
}

const agree = (here: OurCardMoney | undefined, there: StripesCardMoney | undefined): boolean =>
  here !== undefined && here.paid === there?.paid && here.refunded === there.refunded;

class UnreadableKeys extends Error {}
class CrashedTooOften extends Error {}

const isOfStripe = (error: unknown): boolean =>
  error instanceof UnreadableKeys || error instanceof Stripe.errors.StripeError;

function failureText(error: unknown): string {
  if (error instanceof UnreadableKeys) return 'The Stripe keys of this company cannot be read. Save them again';
  if (error instanceof CrashedTooOften) return crashedTooOften;
  if (isRefusedKey(error))
    return 'Stripe does not let this key read the account’s balance. Check the secret key and its permissions';
  if (error instanceof Stripe.errors.StripeError)
    return isTransient(error) ? 'Stripe did not answer' : `Stripe refused: ${error.message}`;
  return 'Something went wrong in Spotter. The server’s log has the cause';
}

const crashedTooOften = `The server crashed ${crashesMax} times in the middle of it. Compare fewer days, and look for the cause in the server’s log`;

const minute = 60_000;
const giveUpAfterDays = 3;

/** Exponential backoff up to an hour, for three days. Refused keys and crashes are not retried: somebody must act first. */
function nextTry({ tries, created_at }: ReconciliationRow, error: unknown, now: Date): Date | null {
  if (
    isRefusedKey(error) ||
    error instanceof UnreadableKeys ||
    error instanceof CrashedTooOften ||
    now >= addDays(created_at, giveUpAfterDays)
  )
    return null;
  return new Date(now.getTime() + Math.min(60, 2 ** Math.min(tries, 10)) * minute);
}
