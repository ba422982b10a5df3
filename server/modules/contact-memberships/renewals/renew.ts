import { Stripe } from 'stripe';
import { groupBy } from 'es-toolkit';
import { isOutstanding } from '#domain/invoices/collecting.ts';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { cardMaxCents } from '#domain/shared/limits.ts';
import { sum } from '#domain/shared/money.ts';
import type { RenewalMethod } from '#domain/memberships/membershipPlan.ts';
import { renewsOn } from '#domain/contact-memberships/billingPeriods.ts';
import { renewalsActor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import {
  setMembership,
  isRenewing,
  lockMembership,
  getNextPlan,
  toTerm,
  type GrantedMembership,
} from '../grantedMembership.ts';
import { applyOpenPayments, chargeSavedCard, lockInvoice } from '#server/modules/invoices/index.ts';
import { emailInvoiceDue } from '#server/modules/email-queue/index.ts';
import { readCompanySettings } from '#server/modules/settings/index.ts';
import { hasPlanChangeUnderWay } from '../plan-change/planChangeUnderWay.ts';
import { endFreezes } from '../freeze.ts';
import { billFreezeFees } from '../freezeFees.ts';
import { intentsRepo, isMissing, type PaymentContext, runPerCompany } from '#server/modules/stripe/index.ts';
import { findPayerId } from '../payer.ts';
import { billApart, canBillApart, writeRenewal } from './renewalInvoices.ts';
import { markOverdue, applyDeclinedRenewal } from './renewalOutcomes.ts';
import { nextPriceCents } from '../repo.ts';
import {
  findDueRenewals,
  findEndingMemberships,
  findUnbilledManual,
  findUnpaidManual,
  type DueMembership,
  type DueRenewal,
  type UnpaidRenewal,
} from './dueRenewals.ts';
import { giveUpRenewal, findRenewals, hasOpenIntent, isBeingPaid, renewalsRepo, type Renewal } from './renewalsRepo.ts';

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
    ...(await runPerCompany(context, {
      rows: toBills(await findEndingMemberships(database, clock())),
      signal,
      work: (bill, stripe) => billPeriods(context, bill, 'card', stripe !== undefined),
    })),
    ...(await runPerCompany(context, {
      rows: toBills(await findUnbilledManual(database, clock())),
      signal,
      work: (bill) => billPeriods(context, bill, 'manual'),
    })),
    ...(await runPerCompany(context, {
      rows: await findUnpaidManual(database, clock()),
      signal,
      work: (renewal) => markUnpaidOverdue(context, renewal),
    })),
    ...(await runPerCompany(context, {
      rows: await findDueRenewals(database, clock()),
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

interface Bill {
  readonly company_id: string;
  readonly memberships: readonly DueMembership[];
}

/** What one invoice may bill. */
const toBills = (due: readonly DueMembership[]): Bill[] =>
  Object.values(groupBy(due, ({ company_id, together }) => `${company_id} ${together}`)).flatMap((memberships) =>
    memberships[0] ? [{ company_id: memberships[0].company_id, memberships }] : [],
  );

/**
 * Not what was changed since it was found. A manual renewal is invoiced before the paid period ends, with its grace period. One
 * that costs nothing is renewed at once, even if no card can be charged.
 */
const billPeriods = (
  { database, clock }: PaymentContext,
  { company_id, memberships }: Bill,
  by: RenewalMethod,
  canCharge = true,
): Promise<void> =>
  database.scoped([company_id], async (tx) => {
    const { manualInvoiceDays } = (await readCompanySettings(tx, company_id)).payments;
    const invoiceDays = by === 'manual' ? manualInvoiceDays : 0;
    const due: GrantedMembership[] = [];
    for (const { id, period } of memberships.toSorted((a, b) => a.id.localeCompare(b.id))) {
      const membership = await lockMembership(tx, id, clock());
      if (!membership || membership.periods_paid + 1 !== period || !isRenewing(membership, by, clock())) continue;
      if (!canCharge && getNextPlan(membership).priceCents > 0) continue;
      const today = todayIn(membership.timezone, clock());
      if (!renewsOn(toTerm(membership), today) || (await hasPlanChangeUnderWay(tx, id))) continue;
      if (membership.end_date !== null && today >= addDays(membership.end_date, -invoiceDays)) due.push(membership);
    }
    for (const group of await toInvoices(tx, due))
      if (group[0]) await writeRenewal(tx, group, todayIn(group[0].timezone, clock()), clock());
  });

/**
 * Somebody may have left the household, or changed to a plan of another location, since. Together they may cost more than a card can be
 * charged.
 */
async function toInvoices(tx: Tx, due: readonly GrantedMembership[]): Promise<GrantedMembership[][]> {
  const together = new Map<string, GrantedMembership[]>();
  for (const membership of due) {
    const key = `${await findPayerId(tx, membership.contact_id)} ${membership.next_location_id}`;
    together.set(key, [...(together.get(key) ?? []), membership]);
  }
  return [...together.values()].flatMap((group) => {
    const cents = sum(group.map(nextPriceCents));
    return cents + group.length > cardMaxCents ? group.map((membership) => [membership]) : [group];
  });
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
    const { next_attempt_on: dueOn = null } = (await findRenewals(tx, invoice_id))[0] ?? {};
    const isOver = membership?.end_date && today && membership.end_date < today && (dueOn === null || dueOn < today);
    if (isOver && membership.renews_by === 'manual')
      await markOverdue(tx, invoice, { now: clock(), actor: renewalsActor });
  });

/**
 * `owed` when the amount is too small for a card. Undefined when nobody was asked: another process has the attempt, or nothing
 * was due any more.
 */
export async function chargeRenewal(
  context: PaymentContext,
  stripe: Stripe,
  renewal: DueRenewal,
): Promise<'charged' | 'declined' | 'owed' | undefined> {
  const { database, clock } = context;
  const companyId = renewal.company_id;
  const claimedAt = clock();
  const claimed = await database.scoped([companyId], async (tx) => {
    await lockInvoice(tx, renewal.invoice_id);
    return !(await isBeingPaid(tx, renewal.invoice_id)) && renewalsRepo(tx).claimAttempt(renewal, claimedAt);
  });
  if (!claimed) return undefined;
  // An attempt that a crash left open is closed first, so that nobody is charged twice for a period.
  let invoiceId = renewal.invoice_id;
  const release = () => database.scoped([companyId], (tx) => renewalsRepo(tx).releaseAttempt(invoiceId, claimedAt));
  try {
    await applyOpenPayments(context, companyId, invoiceId, { giveUp: true, actor: renewalsActor });
    if (await isDeclineCounted(context, renewal)) return 'declined';
    invoiceId = await database.scoped([companyId], (tx) =>
      withoutThoseThatStopped(tx, renewal.invoice_id, claimedAt, clock()),
    );
    const isStillDue = async (tx: Tx) => (await sortByRenewing(tx, invoiceId, clock())).stopped.length === 0;
    const charge = { companyId, invoiceId, isStillDue, actor: renewalsActor };
    const outcome = await chargeSavedCard(context, stripe, charge);
    if (outcome === 'too small') {
      await leaveToDesk(context, companyId, invoiceId);
      return 'owed';
    }
    if (outcome === 'not due') {
      await release();
      return undefined;
    }
  } catch (error) {
    // Only a bank's refusal and a card that no longer exists count as an attempt.
    if (!(error instanceof Stripe.errors.StripeCardError) && !isMissing(error)) {
      await database.scoped([companyId], async (tx) => {
        const attempts = renewalsRepo(tx);
        if (await hasOpenIntent(tx, [invoiceId])) await attempts.endAttempt(invoiceId, claimedAt, clock());
        else await attempts.releaseAttempt(invoiceId, claimedAt);
      });
      throw error;
    }
  }
  return database.scoped([companyId], async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    if (invoice.status === 'paid') return 'charged';
    const isPending = (await intentsRepo(tx).ofInvoice(invoice.id)).some(({ settled_at }) => settled_at === null);
    if (!isPending) await applyDeclinedRenewal(tx, invoice, { now: clock(), actor: renewalsActor });
    return 'declined';
  });
}

/** The bank refused, and Spotter did not get to know it then: the claim has ended. It is not asked again before its day. */
async function isDeclineCounted({ database }: PaymentContext, { company_id, invoice_id }: DueRenewal) {
  const renewals = await database.scoped([company_id], (tx) => findRenewals(tx, invoice_id));
  return renewals.every(({ claimed_at }) => claimed_at === null);
}

/** The caller holds the invoice's lock. */
async function sortByRenewing(tx: Tx, invoiceId: string, now: Date) {
  const renewing: Renewal[] = [];
  const stopped: Renewal[] = [];
  for (const renewal of await findRenewals(tx, invoiceId)) {
    const membership = await lockMembership(tx, renewal.contact_membership_id, now);
    (isRenewing(membership, 'card', now) ? renewing : stopped).push(renewal);
  }
  return { renewing, stopped };
}

/** The invoice to charge. Members of a household whose renewal was turned off, or who are frozen, are billed apart. */
async function withoutThoseThatStopped(tx: Tx, invoiceId: string, claimedAt: Date, now: Date): Promise<string> {
  const invoice = await lockInvoice(tx, invoiceId);
  if (!isOutstanding(invoice.status)) return invoiceId;
  const { renewing, stopped } = await sortByRenewing(tx, invoiceId, now);
  if (renewing.length === 0 || stopped.length === 0 || !(await canBillApart(tx, invoice))) return invoiceId;
  const groups = [renewing, ...stopped.map((renewal) => [renewal])];
  const [charged, ...others] = await billApart(tx, invoice, groups, { now, actor: renewalsActor });
  for (const { id } of others) await renewalsRepo(tx).releaseAttempt(id, claimedAt);
  return charged?.id ?? invoiceId;
}

/** No card can be charged so little: the invoice is outstanding at the desk, and the grace period begins. Renewal stays on. */
const leaveToDesk = ({ database, clock }: PaymentContext, companyId: string, invoiceId: string): Promise<void> =>
  database.scoped([companyId], async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    const renewals = await findRenewals(tx, invoiceId);
    await giveUpRenewal(tx, invoiceId, clock());
    if (!isOutstanding(invoice.status)) return;
    const { memberships: settings } = await readCompanySettings(tx, companyId);
    for (const { contact_membership_id } of renewals) {
      const membership = await lockMembership(tx, contact_membership_id, clock());
      if (!membership) continue;
      await emailInvoiceDue(tx, invoice, { on: todayIn(membership.timezone, clock()) }, clock());
      await setMembership(tx, membership.id, { grace_days: membership.grace_days ?? settings.graceDays });
    }
    await markOverdue(tx, invoice, { now: clock(), actor: renewalsActor });
  });
