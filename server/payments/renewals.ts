import { Stripe } from 'stripe';
import { renewalDate } from '#domain/rules/billingPeriods.ts';
import { isToCollect } from '#domain/rules/collecting.ts';
import { addDays, todayIn } from '#domain/rules/dates.ts';
import type { RenewalMethod } from '#domain/rules/membershipPlan.ts';
import { renewalsActor } from '#server/activity/actors.ts';
import { changeMembership, isRenewing, lockMembership, nextPlanOf, termOf, type GrantedMembership } from '#server/invoicing/contactMembership.ts';
import { describeLines, lockInvoice, writeInvoice } from '#server/invoicing/invoices.ts';
import { mailInvoiceDue } from '#server/mail/memberMailQueue.ts';
import { companySettings } from '#server/settings/companySettings.ts';
import { billFreezeFees, endFreezes } from './freezes.ts';
import { intentsRepo } from './intents.ts';
import { perCompany } from './perCompany.ts';
import { applyOpenPayments } from './openPayments.ts';
import { markOverdue, renewalDeclined, renewalPaid } from './renewalOutcomes.ts';
import { dueRenewals, endingMemberships, renewalsRepo, giveUpRenewal, unbilledByHand, unpaidByHand, type DueMembership, type DueRenewal, type UnpaidRenewal } from './renewals.repo.ts';
import { chargeSavedCard } from './savedCard.ts';
import type { PaymentDeps } from './stripeAccounts.ts';
import { isRefusedKey, isTransient } from './stripeErrors.ts';

/**
 * Charges memberships that renew by card on their last paid day, off-session, once per period. Declined cards are charged
 * again on the days that the company's settings name. Renewals that are paid by hand are invoiced and mailed some days
 * before the end, and are overdue after it. Freezes that have run out are ended first, and the fees of those that have
 * begun are billed last. Several processes may run it at once: each period and each attempt is claimed by one of them.
 */
export async function renewMemberships(deps: PaymentDeps, signal?: AbortSignal): Promise<{ charged: number; declined: number }> {
  const { database, clock } = deps;
  const charges = { charged: 0, declined: 0 };
  const failures = [
    ...(await endFreezes(deps, signal)),
    ...(await perCompany(deps, {
      rows: await endingMemberships(database, clock()),
      signal,
      work: (membership, stripe) => billPeriod(deps, membership, 'card', stripe !== undefined),
    })),
    ...(await perCompany(deps, {
      rows: await unbilledByHand(database, clock()),
      signal,
      work: (membership) => billPeriod(deps, membership, 'manual'),
    })),
    ...(await perCompany(deps, {
      rows: await unpaidByHand(database, clock()),
      signal,
      work: (renewal) => markUnpaidOverdue(deps, renewal),
    })),
    ...(await perCompany(deps, {
      rows: await dueRenewals(database, clock()),
      signal,
      work: async (renewal, stripe) => {
        const outcome = stripe && (await chargeRenewal(deps, stripe, renewal));
        if (outcome) charges[outcome] += 1;
      },
    })),
    ...(await billFreezeFees(deps, signal)),
  ];
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} renewals failed`);
  return charges;
}

/**
 * Writes the invoice of the next period, unless the membership was changed since it was found. A renewal by hand is invoiced
 * before the paid period ends, and its days of grace are set with the invoice. One that costs nothing is renewed at once, even
 * if no card can be charged.
 */
const billPeriod = ({ database, clock }: PaymentDeps, due: DueMembership, by: RenewalMethod, canCharge = true): Promise<void> =>
  database.scoped([due.company_id], async (tx) => {
    const membership = await lockMembership(tx, due.id, clock());
    if (!membership || membership.periods_paid + 1 !== due.period || !isRenewing(membership, by, clock())) return;
    if (!canCharge && nextPlanOf(membership).priceCents > 0) return;
    const chargedOn = renewalDate(termOf(membership));
    const { payments, memberships } = await companySettings(tx, due.company_id);
    const { retryDays, manualInvoiceDays } = payments;
    const invoiceDays = by === 'manual' ? manualInvoiceDays : 0;
    if (chargedOn === null || due.today < addDays(chargedOn, -invoiceDays)) return;
    const repo = renewalsRepo(tx);
    const billing = { chargedOn: by === 'manual' ? chargedOn : due.today, retryDays, ...(by === 'manual' && { invoiceDays }) };
    if (!(await repo.claimPeriod(due, billing, clock()))) return;
    const { invoice } = await writeInvoice(tx, renewalInvoice(membership), clock());
    await repo.setInvoice(due, invoice.id);
    if (invoice.status === 'paid') return renewalPaid(tx, invoice, clock(), renewalsActor);
    if (by === 'manual') {
      await changeMembership(tx, membership.id, { days_of_grace: membership.days_of_grace ?? memberships.graceDays });
      await mailInvoiceDue(tx, invoice, { on: chargedOn }, clock());
    }
    return undefined;
  });

/** Marks a renewal by hand as overdue once the previous period has ended. */
const markUnpaidOverdue = ({ database, clock }: PaymentDeps, { company_id, contact_membership_id, invoice_id }: UnpaidRenewal): Promise<void> =>
  database.scoped([company_id], async (tx) => {
    const invoice = await lockInvoice(tx, invoice_id);
    const membership = await lockMembership(tx, contact_membership_id, clock());
    const isOver = membership?.end_date && membership.end_date < todayIn(membership.timezone, clock());
    if (isOver && membership.renews_by === 'manual') await markOverdue(tx, invoice, clock(), renewalsActor);
  });

/** The price is the agreed one; the tax rate is today's. */
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
    soldBy: renewalsActor,
    isPaid: false,
  };
}

/** Charges the saved card for a renewal. Undefined when nothing was due. */
async function chargeRenewal(deps: PaymentDeps, stripe: Stripe, renewal: DueRenewal): Promise<'charged' | 'declined' | undefined> {
  const { database, clock } = deps;
  const companyId = renewal.company_id;
  if (!(await database.scoped([companyId], (tx) => renewalsRepo(tx).claimAttempt(renewal, clock())))) return undefined;
  try {
    // An attempt that a crash left open is closed first, so that nobody is charged twice for a period.
    await applyOpenPayments(deps, companyId, renewal.invoice_id, { giveUp: true, actor: renewalsActor });
    const charge = { companyId, invoiceId: renewal.invoice_id, renews: renewal.contact_membership_id, actor: renewalsActor };
    const outcome = await chargeSavedCard(deps, stripe, charge);
    if (outcome === 'too small') return void (await leaveToDesk(deps, renewal));
    if (outcome === 'not due') {
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

/** No card can be charged so little: the invoice is owed at the desk, and the days of grace begin. Renewal stays on. */
const leaveToDesk = ({ database, clock }: PaymentDeps, { company_id, contact_membership_id, invoice_id, today }: DueRenewal): Promise<void> =>
  database.scoped([company_id], async (tx) => {
    const invoice = await lockInvoice(tx, invoice_id);
    const membership = await lockMembership(tx, contact_membership_id, clock());
    await giveUpRenewal(tx, invoice.id, clock());
    if (!membership || !isToCollect(invoice.status)) return;
    await mailInvoiceDue(tx, invoice, { on: today }, clock());
    await markOverdue(tx, invoice, clock(), renewalsActor);
    const { memberships } = await companySettings(tx, company_id);
    await changeMembership(tx, membership.id, { days_of_grace: membership.days_of_grace ?? memberships.graceDays });
  });
