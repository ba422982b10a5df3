import { Stripe } from 'stripe';
import { addDays } from '#domain/rules/dates.ts';
import { applyIntent, lockedInvoice } from './applyIntent.ts';
import { byCompany } from './byCompany.ts';
import { asCustomer } from './customers.ts';
import { createIntent, intentsRepo, seen } from './intents.ts';
import { describe, writeInvoice } from './invoicing.ts';
import { renewalDeclined } from './renewalRows.ts';
import { writePayment } from './paymentRows.ts';
import { reconcileInvoice } from './reconcile.ts';
import { dueRenewals, endingMemberships, renewalsRepo, type DueMembership, type DueRenewal } from './renewals.repo.ts';
import { withIdempotencyKey, withinPatience } from './stripeClient.ts';
import type { PaymentDeps } from './stripeConfigs.ts';
import { isTransient, isRefusedKey } from './stripeProblems.ts';

/** The day itself, and the next three. */
const attemptsMax = 4;

/**
 * Charges auto-renewing memberships that end within a day, off-session, once a period; declined ones again on the next
 * three days. Safe on several processes at once: each period and each attempt is taken by one of them. A failure stays with
 * its membership, and an account that cannot be reached with its company.
 */
export async function renewMemberships(deps: PaymentDeps, signal?: AbortSignal): Promise<{ charged: number; declined: number }> {
  const { database, clock } = deps;
  const done = { charged: 0, declined: 0 };
  const unbilled = await byCompany(deps, {
    rows: await endingMemberships(database, clock()),
    signal,
    work: async (membership, stripe) => void (stripe && (await bill(deps, membership))),
  });
  const uncharged = await byCompany(deps, {
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
    if (!(await repo.take(membership, clock()))) return;
    const { invoice } = await writeInvoice(tx, renewalSale(membership), clock());
    await repo.bill(membership, invoice.id);
  });

/** The price is the one it was bought at; tax is by the rate of today. */
function renewalSale({ company_id, contact_id, location_id, membership_id, membership_name, purchase_price_cents }: DueMembership) {
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
    description: `${describe('Membership purchase', [line])} (renewal)`,
    lines: [line],
    by: null,
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
  if (!(await database.scoped([companyId], (tx) => renewalsRepo(tx).claim(renewal, next, clock())))) return undefined;
  try {
    // What an earlier attempt left open, at a crash say, has its end first: nobody is charged twice for a period.
    await reconcileInvoice(deps, companyId, renewal.invoice_id, { giveUp: true });
    await charge(deps, stripe, companyId, renewal.invoice_id);
  } catch (error) {
    const isOurs = isTransient(error) || isRefusedKey(error);
    if (isOurs) await database.scoped([companyId], (tx) => renewalsRepo(tx).release(renewal, clock()));
    if (isOurs || !(error instanceof Stripe.errors.StripeError)) throw error;
  }
  return database.scoped([companyId], async (tx) => {
    const invoice = await lockedInvoice(tx, renewal.invoice_id);
    if (invoice.status === 'paid') return 'charged';
    const isPending = (await intentsRepo(tx).ofInvoice(invoice.id)).some(({ settled_at }) => settled_at === null);
    if (!isPending) await renewalDeclined(tx, invoice, clock());
    return 'declined';
  });
}

/** One attempt: an intent that is remembered before it is confirmed, and cancelled when the card says no. */
async function charge({ database, clock }: PaymentDeps, stripe: Stripe, companyId: string, invoiceId: string): Promise<void> {
  const patience = withinPatience();
  const { invoice, card, tried } = await database.scoped([companyId], async (tx) => {
    const locked = await lockedInvoice(tx, invoiceId);
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
  const intent = await asCustomer(database, stripe, invoice, patience, (customer) => createIntent(stripe, invoice, number, customer, patience));
  await database.scoped([companyId], async (tx) => {
    await writePayment(tx, invoice, 'card', clock());
    await intentsRepo(tx).remember(invoice, number, seen(intent), clock());
  });
  const told = (now: Stripe.PaymentIntent) => database.scoped([companyId], (tx) => applyIntent(tx, companyId, seen(now), clock()));
  try {
    await told(
      await withIdempotencyKey(patience, (options) =>
        stripe.paymentIntents.confirm(
          intent.id,
          { payment_method: card, off_session: true },
          { ...options, idempotencyKey: `${intent.id}:confirm` },
        ),
      ),
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError) || isTransient(error)) throw error;
    await told(await stripe.paymentIntents.retrieve(intent.id, {}, patience()));
    await told(await stripe.paymentIntents.cancel(intent.id, {}, patience()));
  }
}
