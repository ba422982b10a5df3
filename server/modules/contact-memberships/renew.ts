import { Stripe } from 'stripe';
import { isOutstanding } from '#domain/invoices/collecting.ts';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import type { RenewalMethod } from '#domain/memberships/membershipPlan.ts';
import { renewsOn } from '#domain/contact-memberships/unbilledPeriods.ts';
import { renewalsActor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import {
  changeMembership,
  isRenewing,
  lockMembership,
  getNextPlan,
  toTerm,
  type GrantedMembership,
} from './grantedMembership.ts';
import {
  applyOpenPayments,
  chargeSavedCard,
  describeLines,
  lockInvoice,
  writeInvoice,
} from '#server/modules/invoices/index.ts';
import { emailInvoiceDue } from '#server/modules/email-queue/index.ts';
import { companySettings } from '#server/modules/settings/index.ts';
import { billFreezeFees, endFreezes } from './freezeFees.ts';
import { intentsRepo, isMissing, type PaymentContext, perCompany } from '#server/modules/stripe/index.ts';
import { markOverdue, renewalDeclined, renewalPaid } from './renewalOutcomes.ts';
import {
  dueRenewals,
  endingMemberships,
  unbilledManual,
  unpaidManual,
  type DueMembership,
  type DueRenewal,
  type UnpaidRenewal,
} from './dueRenewals.ts';
import { giveUpRenewal, findRenewal, renewalsRepo } from './renewalsRepo.ts';

/**
 * Cards are charged off-session, once per period, on the last paid day or, when nobody could bill then, at the next chance.
 * Declined cards are charged again on the days that the company's settings name. Manual renewals are invoiced and emailed some
 * days before the end, and are overdue after it. Freezes that have run out are ended first; the fees of those that have begun
 * are billed last. Several processes may run it at once: each period and each attempt is claimed by one of them.
 */
export async function renewMemberships(
  context: PaymentContext,
  signal?: AbortSignal,
): Promise<{ charged: number; declined: number }> {
  const { database, clock } = context;
  const charges = { charged: 0, declined: 0 };
  const failures = [
    ...(await endFreezes(context, signal)),
    ...(await perCompany(context, {
      rows: await endingMemberships(database, clock()),
      signal,
      work: (membership, stripe) => billPeriod(context, membership, 'card', stripe !== undefined),
    })),
    ...(await perCompany(context, {
      rows: await unbilledManual(database, clock()),
      signal,
      work: (membership) => billPeriod(context, membership, 'manual'),
    })),
    ...(await perCompany(context, {
      rows: await unpaidManual(database, clock()),
      signal,
      work: (renewal) => markUnpaidOverdue(context, renewal),
    })),
    ...(await perCompany(context, {
      rows: await dueRenewals(database, clock()),
      signal,
      work: async (renewal, stripe) => {
        const outcome = stripe && (await chargeRenewal(context, stripe, renewal));
        if (outcome === 'charged' || outcome === 'declined') charges[outcome] += 1;
      },
    })),
    ...(await billFreezeFees(context, signal)),
  ];
  if (failures.length > 0) throw new RenewalsFailed(failures, charges);
  return charges;
}

/** Not by a decline: they are due again. */
export class RenewalsFailed extends AggregateError {
  constructor(
    failures: readonly unknown[],
    readonly charges: { charged: number; declined: number },
  ) {
    super(failures, `${failures.length} renewals failed and are due again`);
  }
}

/**
 * Not if the membership was changed since it was found. A manual renewal is invoiced before the paid period ends, with its
 * grace period. One that costs nothing is renewed at once, even if no card can be charged.
 */
const billPeriod = (
  { database, clock }: PaymentContext,
  due: DueMembership,
  by: RenewalMethod,
  canCharge = true,
): Promise<void> =>
  database.scoped([due.company_id], async (tx) => {
    const membership = await lockMembership(tx, due.id, clock());
    if (!membership || membership.periods_paid + 1 !== due.period || !isRenewing(membership, by, clock())) return;
    if (!canCharge && getNextPlan(membership).priceCents > 0) return;
    if (!renewsOn(toTerm(membership), due.today)) return;
    const { manualInvoiceDays } = (await companySettings(tx, due.company_id)).payments;
    const invoiceDays = by === 'manual' ? manualInvoiceDays : 0;
    if (membership.end_date === null || due.today < addDays(membership.end_date, -invoiceDays)) return;
    await writeRenewal(tx, membership, due, clock());
  });

/** A manual renewal is emailed. Undefined when another process has written it. */
export async function writeRenewal(
  tx: Tx,
  membership: GrantedMembership,
  due: DueMembership,
  now: Date,
): Promise<InvoiceRow | undefined> {
  const { payments, memberships } = await companySettings(tx, due.company_id);
  const { retryDays, manualInvoiceDays } = payments;
  const isManual = membership.renews_by === 'manual';
  const dueOn =
    isManual && membership.end_date !== null && membership.end_date > due.today ? membership.end_date : due.today;
  const repo = renewalsRepo(tx);
  const billing = { chargedOn: dueOn, retryDays, ...(isManual && { invoiceDays: manualInvoiceDays }) };
  if (!(await repo.claimPeriod(due, billing, now))) return undefined;
  const { invoice } = await writeInvoice(tx, renewalInvoice(membership), now);
  await repo.setInvoice(due, invoice.id);
  if (invoice.status === 'paid') {
    await renewalPaid(tx, invoice, now, renewalsActor);
    return invoice;
  }
  if (isManual) {
    await changeMembership(tx, membership.id, { grace_days: membership.grace_days ?? memberships.graceDays });
    await emailInvoiceDue(tx, invoice, { on: dueOn }, now);
  }
  return invoice;
}

/** Once the previous period has ended and the due day has passed. */
const markUnpaidOverdue = (
  { database, clock }: PaymentContext,
  { company_id, contact_membership_id, invoice_id }: UnpaidRenewal,
): Promise<void> =>
  database.scoped([company_id], async (tx) => {
    const invoice = await lockInvoice(tx, invoice_id);
    const membership = await lockMembership(tx, contact_membership_id, clock());
    const today = membership && todayIn(membership.timezone, clock());
    const { next_attempt_on: dueOn = null } = (await findRenewal(tx, invoice_id)) ?? {};
    const isOver = membership?.end_date && today && membership.end_date < today && (dueOn === null || dueOn < today);
    if (isOver && membership.renews_by === 'manual') await markOverdue(tx, invoice, clock(), renewalsActor);
  });

/** The price is the agreed one; the tax rate is today's. */
function renewalInvoice(membership: GrantedMembership) {
  const plan = getNextPlan(membership);
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
    kind: 'renewal' as const,
    description: `${describeLines('Membership purchase', [line])} (renewal)`,
    lines: [line],
    soldBy: renewalsActor,
    isPaid: false,
  };
}

/**
 * `owed` when the amount is too small for a card. Undefined when nobody was asked: another process has the attempt, or nothing
 * was due any more.
 */
export async function chargeRenewal(
  context: PaymentContext,
  stripe: Stripe,
  renewal: Omit<DueRenewal, 'today'>,
): Promise<'charged' | 'declined' | 'owed' | undefined> {
  const { database, clock } = context;
  const companyId = renewal.company_id;
  if (!(await database.scoped([companyId], (tx) => renewalsRepo(tx).claimAttempt(renewal, clock())))) return undefined;
  const release = () => database.scoped([companyId], (tx) => renewalsRepo(tx).releaseAttempt(renewal));
  try {
    // An attempt that a crash left open is closed first, so that nobody is charged twice for a period.
    await applyOpenPayments(context, companyId, renewal.invoice_id, { giveUp: true, actor: renewalsActor });
    const isStillDue = async (tx: Tx) =>
      isRenewing(await lockMembership(tx, renewal.contact_membership_id, clock()), 'card', clock());
    const charge = { companyId, invoiceId: renewal.invoice_id, isStillDue, actor: renewalsActor };
    const outcome = await chargeSavedCard(context, stripe, charge);
    if (outcome === 'too small') {
      await leaveToDesk(context, renewal);
      return 'owed';
    }
    if (outcome === 'not due') {
      await release();
      return undefined;
    }
  } catch (error) {
    // Only a bank's refusal and a card that no longer exists count as an attempt.
    if (!(error instanceof Stripe.errors.StripeCardError) && !isMissing(error)) {
      await release();
      throw error;
    }
  }
  return database.scoped([companyId], async (tx) => {
    const invoice = await lockInvoice(tx, renewal.invoice_id);
    if (invoice.status === 'paid') return 'charged';
    const isPending = (await intentsRepo(tx).ofInvoice(invoice.id)).some(({ settled_at }) => settled_at === null);
    if (!isPending) await renewalDeclined(tx, invoice, clock(), renewalsActor);
    return 'declined';
  });
}

/** No card can be charged so little: the invoice is outstanding at the desk, and the grace period begins. Renewal stays on. */
const leaveToDesk = (
  { database, clock }: PaymentContext,
  { company_id, contact_membership_id, invoice_id }: Omit<DueRenewal, 'today'>,
): Promise<void> =>
  database.scoped([company_id], async (tx) => {
    const invoice = await lockInvoice(tx, invoice_id);
    const membership = await lockMembership(tx, contact_membership_id, clock());
    await giveUpRenewal(tx, invoice.id, clock());
    if (!membership || !isOutstanding(invoice.status)) return;
    await emailInvoiceDue(tx, invoice, { on: todayIn(membership.timezone, clock()) }, clock());
    await markOverdue(tx, invoice, clock(), renewalsActor);
    const { memberships } = await companySettings(tx, company_id);
    await changeMembership(tx, membership.id, { grace_days: membership.grace_days ?? memberships.graceDays });
  });
