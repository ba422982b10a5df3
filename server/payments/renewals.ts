import { Stripe } from 'stripe';
import { addDays } from '#domain/rules/dates.ts';
import { renewalsActor } from '#server/activity/actors.ts';
import { logActivity } from '#server/activity/logActivity.ts';
import { invoiceCreated } from '#server/invoicing/activities.ts';
import { describeLines, lockInvoice, writeInvoice, writePayment } from '#server/invoicing/invoices.ts';
import { applyIntent } from './applyIntent.ts';
import { withCustomer } from './customers.ts';
import { createIntent, intentsRepo, stateOf } from './intents.ts';
import { perCompany } from './perCompany.ts';
import { reconcileInvoice } from './reconcile.ts';
import { dueRenewals, endingMemberships, renewalDeclined, renewalsRepo, type DueMembership, type DueRenewal } from './renewals.repo.ts';
import type { PaymentDeps } from './stripeAccounts.ts';
import { deadline, withIdempotencyKey } from './stripeClient.ts';
import { isRefusedKey, isTransient } from './stripeErrors.ts';

/** On the day itself and the next three. */
const attemptsMax = 4;

/**
 * Charges auto-renewing memberships that end within a day, off-session, once a period. Declined ones are charged again on
 * the next three days. Several processes may run it at once: each period and each attempt is claimed by one of them.
 */
export async function renewMemberships(deps: PaymentDeps, signal?: AbortSignal): Promise<{ charged: number; declined: number }> {
  const { database, clock } = deps;
  const done = { charged: 0, declined: 0 };
  const unbilled = await perCompany(deps, {
    rows: await endingMemberships(database, clock()),
    signal,
    work: async (membership, stripe) => void (stripe && (await bill(deps, membership))),
  });
  const uncharged = await perCompany(deps, {
    rows: await dueRenewals(database, clock()),
    signal,
    work: async (renewal, stripe) => {
      const outcome = stripe && (await attempt(deps, stripe, renewal));
      if (outcome) done[outcome] += 1;
    },
  });
  const failures = [...unbilled, ...uncharged];
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} renewals failed`);
  return done;
}

/** Writes the invoice of the period that is about to begin. */
const bill = ({ database, clock }: PaymentDeps, membership: DueMembership): Promise<void> =>
  database.scoped([membership.company_id], async (tx) => {
    const repo = renewalsRepo(tx);
    if (!(await repo.claimPeriod(membership, clock()))) return;
    const { invoice } = await writeInvoice(tx, renewalInvoice(membership), clock());
    await repo.bill(membership, invoice.id);
    await logActivity(tx, renewalsActor, invoiceCreated(invoice));
  });

/** The price is the one of the purchase; the tax rate is today's. */
function renewalInvoice({ company_id, contact_id, location_id, membership_id, membership_name, purchase_price_cents }: DueMembership) {
  const line = {
    type: 'membership' as const,
    item_id: membership_id,
    name: membership_name,
    description: 'Renewal',
    quantity: 1,
    price_cents: purchase_price_cents,
    total_cents: purchase_price_cents,
  };
  return {
    companyId: company_id,
    locationId: location_id,
    contactId: contact_id,
    description: `${describeLines('Membership purchase', [line])} (renewal)`,
    lines: [line],
    soldBy: null,
    isPaid: false,
  };
}

async function attempt(deps: PaymentDeps, stripe: Stripe, renewal: DueRenewal): Promise<'charged' | 'declined' | undefined> {
  const { database, clock } = deps;
  const companyId = renewal.company_id;
  const number = renewal.attempts + 1;
  const next =
    number < attemptsMax
      ? { status: 'declined' as const, next_attempt_on: addDays(renewal.today, 1) }
      : { status: 'given_up' as const, next_attempt_on: null };
  if (!(await database.scoped([companyId], (tx) => renewalsRepo(tx).claimAttempt(renewal, next, clock())))) return undefined;
  try {
    // An attempt that a crash left open is closed first, so that nobody is charged twice for a period.
    await reconcileInvoice(deps, companyId, renewal.invoice_id, { giveUp: true, actor: renewalsActor });
    await charge(deps, stripe, companyId, renewal.invoice_id);
  } catch (error) {
    const neverTried = isTransient(error) || isRefusedKey(error);
    if (neverTried) await database.scoped([companyId], (tx) => renewalsRepo(tx).releaseAttempt(renewal, clock()));
    if (neverTried || !(error instanceof Stripe.errors.StripeError)) throw error;
  }
  return database.scoped([companyId], async (tx) => {
    const invoice = await lockInvoice(tx, renewal.invoice_id);
    if (invoice.status === 'paid') return 'charged';
    const isPending = (await intentsRepo(tx).ofInvoice(invoice.id)).some(({ settled_at }) => settled_at === null);
    if (!isPending) await renewalDeclined(tx, invoice, clock(), renewalsActor);
    return 'declined';
  });
}

/** One attempt: an intent that is remembered before it is confirmed, and canceled when the card is declined. */
async function charge({ database, clock }: PaymentDeps, stripe: Stripe, companyId: string, invoiceId: string): Promise<void> {
  const timeLeft = deadline();
  const { invoice, card, tried } = await database.scoped([companyId], async (tx) => {
    const locked = await lockInvoice(tx, invoiceId);
    const customer = await tx
      .selectFrom('stripe_customers')
      .select('payment_method_id')
      .where('company_id', '=', companyId)
      .where('contact_id', '=', locked.contact_id)
      .executeTakeFirst();
    return { invoice: locked, card: customer?.payment_method_id, tried: await intentsRepo(tx).ofInvoice(invoiceId) };
  });
  const isAtTheBank = tried.some(({ settled_at }) => settled_at === null);
  if (invoice.status === 'paid' || isAtTheBank || !card) return;
  const number = tried.length + 1;
  const intent = await withCustomer(database, stripe, invoice, timeLeft, (customer) => createIntent(stripe, invoice, number, customer, timeLeft));
  await database.scoped([companyId], async (tx) => {
    await writePayment(tx, invoice, 'card', clock());
    await intentsRepo(tx).remember(invoice, number, stateOf(intent), clock());
  });
  const apply = (current: Stripe.PaymentIntent) =>
    database.scoped([companyId], (tx) => applyIntent(tx, companyId, stateOf(current), clock(), renewalsActor));
  try {
    await apply(
      await withIdempotencyKey(timeLeft, (options) =>
        stripe.paymentIntents.confirm(
          intent.id,
          { payment_method: card, off_session: true },
          { ...options, idempotencyKey: `${intent.id}:confirm` },
        ),
      ),
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || isTransient(error)) throw error;
    await apply(await stripe.paymentIntents.retrieve(intent.id, {}, timeLeft()));
    await apply(await stripe.paymentIntents.cancel(intent.id, {}, timeLeft()));
  }
}
