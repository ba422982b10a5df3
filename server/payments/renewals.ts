import { Stripe } from 'stripe';
import { renewalDate } from '#domain/rules/billingPeriods.ts';
import { addDays, todayIn } from '#domain/rules/dates.ts';
import { freezeOn } from '#domain/rules/freezes.ts';
import { renewalsActor } from '#server/activity/actors.ts';
import { logActivity } from '#server/activity/logActivity.ts';
import type { Tx } from '#server/db/database.ts';
import { invoiceCreated } from '#server/invoicing/activities.ts';
import { lockMembership, nextPlanOf, termOf, type GrantedMembership } from '#server/invoicing/contactMembership.ts';
import { describeLines, lockInvoice, writeInvoice } from '#server/invoicing/invoices.ts';
import { billFreezeFees, endFreezes } from './freezes.ts';
import { intentsRepo } from './intents.ts';
import { perCompany } from './perCompany.ts';
import { reconcileInvoice } from './reconcile.ts';
import { dueRenewals, endingMemberships, renewalDeclined, renewalsRepo, type DueMembership, type DueRenewal } from './renewals.repo.ts';
import { chargeSavedCard } from './savedCard.ts';
import type { PaymentDeps } from './stripeAccounts.ts';
import { isRefusedKey, isTransient } from './stripeErrors.ts';

/** On the day itself and the next three. */
const attemptsMax = 4;

/**
 * Charges memberships that renew by card on their last paid day, off-session, once a period. Declined ones are charged
 * again on the next three days. Several processes may run it at once: each period and each attempt is claimed by one of
 * them. Freezes that have run out are ended first, and the fees of those that have begun are billed.
 */
export async function renewMemberships(deps: PaymentDeps, signal?: AbortSignal): Promise<{ charged: number; declined: number }> {
  const { database, clock } = deps;
  const done = { charged: 0, declined: 0 };
  const unfrozen = await endFreezes(deps, signal);
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
  const unbilledFees = await billFreezeFees(deps, signal);
  const failures = [...unfrozen, ...unbilled, ...uncharged, ...unbilledFees];
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} renewals failed`);
  return done;
}

/** Writes the invoice of the period that is about to begin, unless the membership was changed since it was found. */
const bill = ({ database, clock }: PaymentDeps, due: DueMembership): Promise<void> =>
  database.scoped([due.company_id], async (tx) => {
    const membership = await lockMembership(tx, due.id, clock());
    if (!membership || membership.periods_paid + 1 !== due.period || !isRenewing(membership, clock())) return;
    const repo = renewalsRepo(tx);
    if (!(await repo.claimPeriod(due, clock()))) return;
    const { invoice } = await writeInvoice(tx, renewalInvoice(membership), clock());
    await repo.bill(due, invoice.id);
    await logActivity(tx, renewalsActor, invoiceCreated(invoice));
  });

/** Whether its next period may be billed now: it has come to its last paid day, and is neither frozen nor switched off. */
function isRenewing(membership: GrantedMembership, now: Date): boolean {
  const renewsOn = renewalDate(termOf(membership));
  return mayCharge(membership, now) && renewsOn !== null && renewsOn <= todayIn(membership.timezone, now);
}

const mayCharge = (membership: GrantedMembership, now: Date): boolean =>
  membership.auto_renew &&
  membership.renews_by === 'card' &&
  membership.access_enabled &&
  freezeOn(membership.freezes, todayIn(membership.timezone, now)) === undefined;

/** The price is the one that was agreed; the tax rate is today's. */
function renewalInvoice(membership: GrantedMembership) {
  const plan = nextPlanOf(membership);
  const line = {
    type: 'membership' as const,
    item_id: plan.id,
    name: plan.name,
    description: 'Renewal',
    quantity: 1,
    price_cents: plan.priceCents,
    total_cents: plan.priceCents,
  };
  return {
    companyId: membership.company_id,
    locationId: membership.sold_at,
    contactId: membership.contact_id,
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
  const isStillDue = async (tx: Tx) => {
    const membership = await lockMembership(tx, renewal.contact_membership_id, clock());
    return membership !== undefined && mayCharge(membership, clock());
  };
  try {
    // An attempt that a crash left open is closed first, so that nobody is charged twice for a period.
    await reconcileInvoice(deps, companyId, renewal.invoice_id, { giveUp: true, actor: renewalsActor });
    if ((await chargeSavedCard(deps, stripe, { companyId, invoiceId: renewal.invoice_id, isStillDue, actor: renewalsActor })) === 'not due') {
      await database.scoped([companyId], (tx) => renewalsRepo(tx).releaseAttempt(renewal, clock()));
      return undefined;
    }
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
