import { forEachAsync } from 'es-toolkit';
import type { FastifyBaseLogger } from 'fastify';
import { sql, type RawBuilder } from 'kysely';
import { Stripe } from 'stripe';
import { stripeActor, type Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { applyIntent, markVoid, findAwaitedSince } from './applyIntent.ts';
import { lockInvoice, isPaymentUnderWay } from '../repo.ts';
import {
  deadline,
  type Deadline,
  intentsRepo,
  type IntentState,
  isMissing,
  type PaymentContext,
  runPerCompany,
  toIntentState,
  findStripeAccount,
} from '#server/modules/stripe/index.ts';

/** After this an unpaid intent is canceled, its invoice voided and its stock released. */
export const abandonedAfterMinutes = 30;

interface Options {
  readonly timeoutMs?: number;
  /** Gives up an unpaid sale now instead of after half an hour. */
  readonly giveUp?: boolean;
  readonly actor?: Actor;
}

/** Stripe is only asked about an open intent. */
export async function applyOpenPayments(
  context: PaymentContext,
  companyId: string,
  invoiceId: string,
  options: Options = {},
): Promise<void> {
  const { database, clock } = context;
  const { actor = stripeActor } = options;
  const timeLeft = deadline(options.timeoutMs);
  const { since, intents, open } = await database.scoped([companyId], (tx) => readOpenIntents(tx, invoiceId));
  if (!since) return;
  const isAbandoned = options.giveUp === true || clock().getTime() - since.getTime() >= abandonedAfterMinutes * 60_000;
  if (intents.length === 0) {
    // No browser ever had an intent, so nobody can pay it.
    if (isAbandoned)
      await database.scoped([companyId], async (tx) =>
        markVoid(tx, await lockInvoice(tx, invoiceId), { now: clock(), actor }),
      );
    return;
  }
  const stripe = await findStripeAccount(context, companyId);
  if (!stripe) return;
  for (const { id, amount_cents, currency } of open) {
    const apply = (state: IntentState) =>
      database.scoped([companyId], (tx) => applyIntent(tx, companyId, state, { now: clock(), actor }));
    await apply(await readIntent(stripe, { id, amount: amount_cents, currency }, isAbandoned, timeLeft, apply));
  }
}

async function readOpenIntents(tx: Tx, invoiceId: string) {
  const intents = await intentsRepo(tx).ofInvoice(invoiceId);
  const open = intents.filter(({ settled_at }) => settled_at === null);
  return { since: (await findAwaitedSince(tx, invoiceId)) ?? open[0]?.created_at, intents, open };
}

type KnownIntent = Pick<IntentState, 'id' | 'amount' | 'currency'>;

/**
 * If it is to be given up and can be, it is canceled first. Stripe then forgets a decline, which is applied before: the answer to the
 * cancellation may be lost.
 */
export async function readIntent(
  stripe: Stripe,
  storedIntent: KnownIntent,
  isAbandoned: boolean,
  timeLeft: Deadline,
  apply: (state: IntentState) => Promise<unknown>,
): Promise<IntentState> {
  try {
    const intent = await stripe.paymentIntents.retrieve(storedIntent.id, {}, timeLeft());
    const before = toIntentState(intent);
    if (!isAbandoned || !canBeCanceled(intent)) return before;
    if (before.failure !== null) await apply(before);
    return toIntentState(await cancel(stripe, intent, timeLeft));
  } catch (error) {
    // The company's new account does not have this intent, which can therefore never be paid.
    if (!isAbandoned || !isMissing(error)) throw error;
    return { ...storedIntent, received: 0, status: 'canceled', paymentMethodId: null, failure: null, savesCard: false };
  }
}

/** A payment that the bank is processing is waited for, however long it takes. */
const canBeCanceled = ({ status }: Stripe.PaymentIntent) => !['succeeded', 'canceled', 'processing'].includes(status);

/** Reads the intent's state if it has just changed and cannot be canceled. */
async function cancel(stripe: Stripe, { id }: Stripe.PaymentIntent, timeLeft: Deadline): Promise<Stripe.PaymentIntent> {
  try {
    return await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }, timeLeft());
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.code === 'payment_intent_unexpected_state') {
      return stripe.paymentIntents.retrieve(id, {}, timeLeft());
    }
    throw error;
  }
}

/** After this a reader sees the last known state. */
const readTimeoutMs = 4_000;
const invoicesAtOnce = 8;

/** Called before an invoice is read. Other companies' invoices are left alone. */
export const refreshInvoice = (
  context: PaymentContext,
  companies: readonly string[],
  invoiceId: string,
  log: FastifyBaseLogger,
) => refreshWhere(context, companies, sql`i.id = ${invoiceId}`, log);

export const refreshContact = (
  context: PaymentContext,
  companies: readonly string[],
  contactId: string,
  log: FastifyBaseLogger,
) => refreshWhere(context, companies, sql`i.contact_id = ${contactId}`, log);

/** Called before a drawer is closed: cash beside a card payment is booked while it is open. */
export const refreshDrawer = (
  context: PaymentContext,
  companies: readonly string[],
  drawerId: string,
  log: FastifyBaseLogger,
) =>
  refreshWhere(
    context,
    companies,
    sql`i.id in (select c.invoice_id from planned_cash c where c.drawer_id = ${drawerId})`,
    log,
  );

async function refreshWhere(
  context: PaymentContext,
  companies: readonly string[],
  where: RawBuilder<unknown>,
  log: FastifyBaseLogger,
): Promise<void> {
  const { rows } = await context.database.scoped(companies, (tx) =>
    sql<{ id: string; company_id: string }>`
      select i.id, i.company_id from invoices i
       where ${where}
         and ${isPaymentUnderWay}`.execute(tx),
  );
  const end = Date.now() + readTimeoutMs;
  const refresh = async ({ id, company_id }: { id: string; company_id: string }) => {
    const timeoutMs = end - Date.now();
    if (timeoutMs <= 0) return;
    await applyOpenPayments(context, company_id, id, { timeoutMs }).catch((err: unknown) =>
      log.warn({ err }, 'A payment could not be read from Stripe'),
    );
  };
  await forEachAsync(rows, refresh, { concurrency: invoicesAtOnce });
}

/** The longest waiting first. */
const waitingPayments = sql<{ company_id: string; invoice_id: string }>`
  select w.company_id, w.invoice_id
    from (select a.company_id, a.invoice_id, a.since from awaited_payments a
          union all
          select p.company_id, p.invoice_id, p.created_at from payment_intents p where p.settled_at is null) as w
    join companies c on c.id = w.company_id and c.archived_at is null
   group by w.company_id, w.invoice_id
   order by min(w.since), w.invoice_id`;

/** One that fails does not stop the others. */
export async function sweepPayments(context: PaymentContext, signal?: AbortSignal): Promise<void> {
  const { rows } = await context.database.acrossCompanies((tx) => waitingPayments.execute(tx));
  const failures = await runPerCompany(context, {
    rows,
    signal,
    work: ({ company_id, invoice_id }) => applyOpenPayments(context, company_id, invoice_id),
  });
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments could not be reconciled`);
}
