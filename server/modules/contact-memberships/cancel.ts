import { sql } from 'kysely';
import type { CancellationBody, CancellationPreview } from '#domain/contact-memberships/actionsContract.ts';
import {
  countPaymentsLeft,
  lastBillingDay,
  findLastDay,
  type CancellationRequest,
} from '#domain/contact-memberships/cancellation.ts';
import { renewalDate } from '#domain/contact-memberships/billingPeriods.ts';
import { billedTerm } from '#domain/contact-memberships/planChangeTerms.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { closedTerm } from '#domain/contact-memberships/freezes.ts';
import { formatCents, fromCents, sum } from '#domain/shared/money.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { badRequest, conflict } from '#server/platform/http/problem.ts';
import { requireNoPlanChangeUnderWay } from './plan-change/planChangeUnderWay.ts';
import {
  setMembership,
  toTerm,
  selectUnpaidRenewals,
  type GrantedMembership,
  type RenewableTerm,
} from './grantedMembership.ts';
import { emailCancellation } from '#server/modules/email-queue/index.ts';
import { disputedSum } from '#server/modules/ledger/index.ts';
import { writeCancellation } from './writeCancellation.ts';
import { requireNoOpenIntent } from './renewals/renewalsRepo.ts';
import { readCompanySettings } from '#server/modules/settings/index.ts';
import {
  isUnasked,
  requireManager,
  requireNotCanceled,
  requireRunning,
  type MembershipChange,
} from './membershipChange.ts';
import { nextChargeCents, nextPriceCents } from './repo.ts';

/** The preview shows it and the cancellation applies it. */
interface CancellationPlan {
  readonly lastDay: CalendarDate;
  readonly noticeDays: number;
  /** With its freezes ended, as it determined the last day. */
  readonly term: RenewableTerm;
  /** It ends today, and the next period was not billed. */
  readonly endsUnasked: boolean;
  /** For periods after the last day, not fully paid. */
  readonly voided: readonly string[];
  /** Of those invoices, and neither refunded nor taken back by the bank. */
  readonly prepaidCents: number;
  /** Billed before, and not voided. */
  readonly owedCents: number;
}

type Subject = Pick<MembershipChange, 'tx' | 'scope' | 'membership' | 'today'>;

async function planCancellation(subject: Subject, request: CancellationRequest): Promise<CancellationPlan> {
  const { tx, membership, today } = subject;
  requireNotCanceled(subject);
  if (request.when === 'date' && request.date !== undefined && request.date < today) {
    throw badRequest(datePast, { date: datePast });
  }
  const { memberships: settings } = await readCompanySettings(tx, membership.company_id);
  const unasked = isUnasked(subject);
  if (!unasked) requireRunning(subject, membership.grace_days ?? (membership.auto_renew ? settings.graceDays : 0));
  const noticeDays = settings.cancellationNoticeDays;
  await requireNoPlanChangeUnderWay(tx, membership.id);
  // Unchanged dates, so that undoing it restores them.
  const term = request.when === 'now' ? toTerm(membership) : closedTerm(toTerm(membership), today);
  const outcome = findLastDay(term, request, noticeDays, today);
  if ('refusal' in outcome) throw conflict(outcome.refusal);
  const { lastDay } = outcome;
  // The next period begins on the day after the end. One that nobody was asked for is not billed on the last day.
  const endsUnasked = unasked && lastDay <= today;
  const isAfter = endsUnasked || (term.endDate !== null && term.endDate >= lastDay);
  const unpaid = await selectUnpaidRenewals(tx, membership.id)
    .select(disputedSum(sql`i.id`).as('disputed_cents'))
    .execute();
  const voided = isAfter ? unpaid : [];
  // What is billed for a period to come is its next payment.
  const isPastDue = !isAfter && term.endDate !== null && term.endDate < today;
  const owed = isPastDue ? unpaid : [];
  return {
    lastDay,
    noticeDays,
    term,
    endsUnasked,
    voided: voided.map(({ id }) => id),
    prepaidCents: sum(
      voided.map((invoice) => Math.max(0, invoice.paid_cents - invoice.refunded_cents - invoice.disputed_cents)),
    ),
    owedCents: sum(owed.map(({ due_cents }) => due_cents)),
  };
}

const datePast = 'The last day cannot be in the past';

export async function previewCancellation(
  subject: Subject,
  request: CancellationRequest,
): Promise<CancellationPreview> {
  const { tx, membership } = subject;
  const plan = await planCancellation(subject, request);
  const { lastDay, term, voided, prepaidCents, owedCents } = plan;
  const cutShort = term.endDate !== null && lastDay < term.endDate ? await readRefundableCents(tx, membership) : 0;
  const lastPayment = findLastPayment(subject, plan, request.when);
  return {
    lastDay,
    lastPayment: lastPayment && { on: lastPayment.on, amount: fromCents(lastPayment.cents) },
    paymentsLeft: lastPayment ? countPaymentsLeft(term, lastDay) : 0,
    contractEndDate: (term.endDate !== null && lastDay > term.endDate ? billedTerm(term) : term).contractEndDate,
    openInvoicesVoided: voided.length,
    ...(owedCents > 0 && { staysOwed: fromCents(owedCents) }),
    refundable: fromCents(cutShort + prepaidCents),
  };
}

/** Null when nothing is billed from today on before the last day. */
function findLastPayment(
  { membership, today }: Pick<Subject, 'membership' | 'today'>,
  { term, lastDay, endsUnasked }: CancellationPlan,
  when: CancellationRequest['when'],
) {
  const on = when === 'now' || endsUnasked ? null : lastBillingDay(term, lastDay);
  // A period that was billed before and is not paid stays owed, or is voided.
  if (on === null || on < today) return null;
  const isNext = on === renewalDate({ ...term, cancelsOn: lastDay });
  return {
    on,
    cents: isNext ? nextChargeCents(membership) : nextPriceCents(membership),
  };
}

export async function cancelMembership(
  change: MembershipChange,
  { when, date, reason, note, release }: CancellationBody,
) {
  const { tx, membership, scope, now, today } = change;
  if (when !== 'period_end' || release) requireManager(change);
  const plan = await planCancellation(change, { when, date, release });
  const { lastDay, noticeDays, term, voided, prepaidCents, owedCents } = plan;
  await requireNoOpenIntent(tx, voided);
  const lastPayment = findLastPayment(change, plan, when);
  const by = scope.user.userId;
  await writeCancellation(tx, membership, {
    when,
    lastDay,
    lastPayment,
    owedCents,
    term,
    noticeDays,
    reason,
    note: note ?? '',
    voided,
    by,
    actor: scope.actor,
    now,
    today,
  });
  const message = when === 'now' ? 'Membership canceled' : 'Cancellation saved';
  if (prepaidCents === 0) return { message };
  return {
    message: `${message}. ${formatCents(prepaidCents)} was paid for a period that will not come. Refund it on its invoice.`,
  };
}

export async function undoCancellation(change: MembershipChange) {
  const { tx, membership, today, now } = change;
  const { cancels_on, access_before_cancel } = membership;
  if (cancels_on === null) throw conflict('This membership is not canceled');
  // A manager took the access away, maybe with a refund.
  if (membership.cancel_when === 'now') requireManager(change);
  if (cancels_on < today) throw conflict('The last day has passed. Sell the membership again.');
  await setMembership(tx, membership.id, {
    cancels_on: null,
    cancel_when: null,
    cancel_reason: null,
    cancel_note: '',
    cancel_notice_days: null,
    canceled_at: null,
    canceled_by: null,
    access_before_cancel: null,
    ...(access_before_cancel !== null && { access_enabled: access_before_cancel }),
  });
  await emailCancellation(
    tx,
    membership,
    { lastDay: cancels_on, lastPayment: null, owedCents: 0, isUndone: true },
    now,
  );
  return { message: 'Cancellation undone' };
}

/** Paid for the current period and neither refunded nor taken back by the bank; of a household's invoice the share of its line. */
async function readRefundableCents(tx: Tx, { id, periods_paid, invoice_id }: GrantedMembership): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select round((i.paid_cents - i.refunded_cents - ${disputedSum(sql`i.id`)}) * coalesce(l.total_cents::numeric / nullif(i.subtotal_cents, 0), 1))::int as cents
      from invoices i
      left join renewals r on r.invoice_id = i.id and r.contact_membership_id = ${id} and r.period = ${periods_paid}
      left join invoice_lines l on l.invoice_id = i.id and l.position = r.line
     where i.id = coalesce((select n.invoice_id from renewals n where n.contact_membership_id = ${id} and n.period = ${periods_paid}), ${invoice_id})`.execute(
    tx,
  );
  return Math.max(0, rows[0]?.cents ?? 0);
}
