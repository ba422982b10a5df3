import { sql } from 'kysely';
import { graceUntil, renewsOn } from '#domain/contact-memberships/billingPeriods.ts';
import { endedTerm } from '#domain/contact-memberships/endedTerm.ts';
import { findLastDay } from '#domain/contact-memberships/cancellation.ts';
import { canBeVoided } from '#domain/invoices/collecting.ts';
import { addDays, todayIn, type CalendarDate } from '#domain/shared/dates.ts';
import { sum } from '#domain/shared/money.ts';
import { closedTerm, freezeOn, settledTerm, withFreezes } from '#domain/contact-memberships/freezes.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Occasion } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { boughtPlanActivity, closeInvoice, lockInvoice, type EndingRefund } from '#server/modules/invoices/index.ts';
import {
  changeFreeze,
  firstPaidThrough,
  selectGrantedMemberships,
  lockMembership,
  membershipLocation,
  setMembership,
  toTerm,
  selectUnpaidRenewals,
  withoutRenewal,
  type GrantedMembership,
  type StoredFreeze,
} from './grantedMembership.ts';
import { emailFreeze } from '#server/modules/email-queue/index.ts';
import { isUnasked } from './membershipChange.ts';
import { readCompanySettings } from '#server/modules/settings/index.ts';
import { endPeriods, moveStoredPeriods, readPeriods, writePeriod } from './periodsRepo.ts';
import { writeCancellation } from './writeCancellation.ts';
import { findPlanChange } from './plan-change/applyPlanChange.ts';
import { hasOpenIntent, findRenewals, type Renewal } from './renewals/renewalsRepo.ts';

/**
 * The memberships that the invoice sold or renewed, or whose plan it changed, with the line of each: of these lines, or of all. Only
 * renewals of a household have several.
 */
export async function findMemberships(
  tx: Tx,
  { id, kind }: Pick<InvoiceRow, 'id' | 'kind'>,
  lines: readonly { readonly position: number }[],
): Promise<(GrantedMembership & { line: number })[]> {
  if (kind === 'purchase') {
    const bought = await selectGrantedMemberships(tx).where('m.invoice_id', '=', id).execute();
    return bought.map((membership) => ({ ...membership, line: 0 }));
  }
  if (kind !== 'renewal' && kind !== 'plan_change') return [];
  const change = kind === 'plan_change' ? await findPlanChange(tx, id) : undefined;
  const subjects = kind === 'renewal' ? await findRenewals(tx, id) : change ? [{ ...change, line: 0 }] : [];
  const isOnly = subjects.length === 1;
  const memberships: (GrantedMembership & { line: number })[] = [];
  for (const { contact_membership_id, line } of subjects) {
    if (!isOnly && lines.length > 0 && !lines.some(({ position }) => position === line)) continue;
    const membership = await selectGrantedMemberships(tx).where('m.id', '=', contact_membership_id).executeTakeFirst();
    if (membership) memberships.push({ ...membership, line });
  }
  return memberships;
}

/** Null when it has already ended. */
export async function findPaidPeriodEnd(
  tx: Tx,
  membership: GrantedMembership,
  now: Date,
): Promise<CalendarDate | null> {
  const today = todayIn(membership.timezone, now);
  return (await hasEnded(tx, membership, today)) ? null : findEnd(membership, 'end_at_period', today).lastDay;
}

/** A refund needs no notice period, even within a contract. */
function findEnd(membership: GrantedMembership, how: 'end_now' | 'end_at_period', today: CalendarDate) {
  const when = how === 'end_now' ? ('now' as const) : ('period_end' as const);
  const term = when === 'now' ? toTerm(membership) : closedTerm(toTerm(membership), today);
  const outcome = findLastDay(term, { when, release: true }, 0, today);
  return { when, term, lastDay: 'lastDay' in outcome ? outcome.lastDay : today };
}

/** True once its grace period is over too, and no card is charged for the next period any more. */
async function hasEnded(tx: Tx, membership: GrantedMembership, today: CalendarDate): Promise<boolean> {
  const { endDate, freezes } = settledTerm(toTerm(membership), today);
  const { cancels_on: cancelsOn, grace_days, auto_renew: renews } = membership;
  if (cancelsOn !== null && cancelsOn < today) return true;
  if (endDate === null || freezeOn(freezes, today)) return false;
  const { memberships: settings } = await readCompanySettings(tx, membership.company_id);
  if (graceUntil(endDate, grace_days ?? (renews ? settings.graceDays : 0)) >= today) return false;
  return (
    !renewsOn(toTerm(membership), today) &&
    (!renews || (await selectUnpaidRenewals(tx, membership.id).execute()).length === 0)
  );
}

/** Ends them as staff chose. An earlier end stays as it is. */
export async function endRefundedMemberships(
  tx: Tx,
  invoice: InvoiceRow,
  refund: EndingRefund,
  occasion: Occasion,
): Promise<void> {
  for (const { id } of await findMemberships(tx, invoice, refund.lines)) {
    const membership = await lockMembership(tx, id, occasion.now);
    if (membership) await endRefunded(tx, invoice, refund, membership, occasion);
  }
}

async function endRefunded(
  tx: Tx,
  invoice: InvoiceRow,
  refund: EndingRefund,
  membership: GrantedMembership,
  { now, actor }: Occasion,
): Promise<void> {
  const { membership: how } = refund;
  const today = todayIn(membership.timezone, now);
  const { when, term, lastDay } = findEnd(membership, how, today);
  const endsEarlier =
    membership.cancels_on !== null &&
    membership.cancels_on <= lastDay &&
    (how === 'end_at_period' || !membership.access_enabled);
  if (endsEarlier || (await hasEnded(tx, membership, today))) return;
  // As in a cancellation: one that nobody was asked for is not billed on the last day.
  const endsUnasked = lastDay <= today && isUnasked({ membership, today });
  const isAfter = endsUnasked || (term.endDate !== null && term.endDate >= lastDay);
  const unpaid = await selectUnpaidRenewals(tx, membership.id).execute();
  const voided: string[] = [];
  // Not while the bank is still processing its payment, nor what others of the household have paid in part.
  for (const { id, paid_cents } of isAfter ? unpaid : [])
    if (!(await hasOpenIntent(tx, [id])) && (paid_cents === 0 || (await findRenewals(tx, id)).length === 1))
      voided.push(id);
  const note = `Refund: ${refund.reason}`;
  await writeCancellation(tx, membership, {
    when,
    lastDay,
    lastPayment: null,
    owedCents: sum(unpaid.filter(({ id }) => !voided.includes(id)).map(({ due_cents }) => due_cents)),
    term,
    noticeDays: 0,
    reason: 'other',
    note,
    voided,
    by: refund.created_by,
    actor,
    now,
    today,
  });
  const changes = changesBetween({ cancelsOn: membership.cancels_on }, { cancelsOn: lastDay, note });
  await logActivity(tx, actor, boughtPlanActivity('contact-membership.canceled', invoice, membership, changes));
}

/**
 * Ends the access that this invoice paid for: yesterday by its location's clock, but not before the end of the last period that
 * another invoice paid. A plan that has not started is no longer granted.
 */
export async function endAccess(tx: Tx, invoice: InvoiceRow, occasion: Occasion): Promise<void> {
  if (invoice.kind !== 'purchase' && invoice.kind !== 'renewal') return;
  const renewals = invoice.kind === 'renewal' ? await findRenewals(tx, invoice.id) : [];
  if (renewals.length === 0) await endPaidAccess(tx, invoice, undefined, occasion);
  for (const renewal of renewals) await endPaidAccess(tx, invoice, renewal, occasion);
}

async function endPaidAccess(
  tx: Tx,
  invoice: InvoiceRow,
  renewal: Renewal | undefined,
  { now, actor }: Occasion,
): Promise<void> {
  const membership = await tx
    .selectFrom('contact_memberships as m')
    .innerJoin('contacts as c', 'c.id', 'm.contact_id')
    .innerJoin('locations as l', (join) => join.on('l.id', '=', membershipLocation))
    .select(['m.id', 'm.membership_name', 'm.start_date', 'm.end_date', 'm.cancels_on', 'm.auto_renew', 'l.timezone'])
    .where((row) => (renewal ? row('m.id', '=', renewal.contact_membership_id) : row('m.invoice_id', '=', invoice.id)))
    .forNoKeyUpdate('m')
    .executeTakeFirst();
  if (!membership) return;
  const today = todayIn(membership.timezone, now);
  const period = await findLastPaidPeriod(tx, membership.id, invoice.id);
  const granted = await selectGrantedMemberships(tx).where('m.id', '=', membership.id).executeTakeFirst();
  if (!granted) return;
  const periods = await readPeriods(tx, granted.id);
  const paid = granted.billing_frequency === 'one_time' ? undefined : periods.findLast((one) => one.period <= period);
  const term = endedTerm(toTerm(granted), paid, today);
  const end = term.endDate;
  // It continues, since a later period is paid.
  if (end === membership.end_date && period > (renewal?.period ?? 1)) return;
  await setMembership(tx, membership.id, {
    ...(end < membership.start_date
      ? { granted_at: null, end_date: withFreezes(toTerm(granted), term.freezes).endDate }
      : { end_date: end }),
    contract_end_date: term.contractEndDate,
    ...withoutRenewal({ ...membership, end_date: end }, null),
    grace_days: null,
  });
  await moveStoredPeriods(tx, granted, granted.freezes, term.freezes);
  const lastDay = end < membership.start_date ? addDays(membership.start_date, -1) : end;
  // The rest of a canceled membership counts as served on its last day.
  const isOver = membership.cancels_on !== null && membership.cancels_on <= lastDay;
  const accessEndedOn = isOver ? addDays(membership.cancels_on ?? lastDay, -1) : lastDay;
  // A pack has no period before its first visit.
  if (granted.visit_limit !== null && granted.end_date === null)
    await writePeriod(tx, granted, { period: 1, lastDay: accessEndedOn, days: 0, accessEndedOn });
  await endPeriods(tx, granted.id, accessEndedOn);
  await keepFreezes(tx, invoice, granted, term.freezes, { now, actor });
  const changes = changesBetween(
    { endDate: membership.end_date, autoRenew: membership.auto_renew },
    { endDate: end, autoRenew: false },
  );
  await logActivity(tx, actor, boughtPlanActivity('contact-membership.ended', invoice, membership, changes));
}

/** A freeze that never begins is removed, with its fee. One that runs ends. The member is told. */
async function keepFreezes(
  tx: Tx,
  invoice: InvoiceRow,
  membership: GrantedMembership,
  kept: readonly StoredFreeze[],
  occasion: Occasion,
): Promise<void> {
  for (const { id, from, until } of membership.freezes) {
    const freeze = kept.find((one) => one.id === id);
    if (freeze?.until === until) continue;
    if (freeze) {
      await changeFreeze(tx, id, { until_day: freeze.until });
      await emailFreeze(tx, membership, { freezeId: id, isChanged: true }, occasion.now);
    } else await removeFreeze(tx, membership, { id, from }, occasion);
    const action = freeze ? 'contact-membership.freeze-changed' : 'contact-membership.freeze-removed';
    const changes = changesBetween(
      { frozenFrom: from, frozenUntil: until },
      freeze ? { frozenFrom: from, frozenUntil: freeze.until } : null,
    );
    await logActivity(tx, occasion.actor, boughtPlanActivity(action, invoice, membership, changes));
  }
}

async function removeFreeze(
  tx: Tx,
  membership: GrantedMembership,
  { id, from }: Pick<StoredFreeze, 'id' | 'from'>,
  occasion: Occasion,
): Promise<void> {
  const removed = await tx
    .deleteFrom('membership_freezes')
    .where('id', '=', id)
    .returning('fee_invoice_id')
    .executeTakeFirstOrThrow();
  await emailFreeze(tx, membership, { freezeId: id, removedFrom: from }, occasion.now);
  if (removed.fee_invoice_id === null) return;
  const fee = await lockInvoice(tx, removed.fee_invoice_id);
  // Money that is paid for it, or under way, stays on its invoice: staff refund it.
  if (!canBeVoided({ status: fee.status, paid: fee.paid_cents }) || (await hasOpenIntent(tx, [fee.id]))) return;
  await closeInvoice(tx, fee, { how: 'void', reason: 'The membership ended before the freeze' }, occasion);
}

/** The settled invoice `i` still pays for its period when it is paid, or its rest was written off, and it is not refunded. */
const isPaidFor = sql`(i.status = 'paid' or (i.written_off_cents > 0 and (i.paid_cents = 0 or i.refunded_cents < i.paid_cents)))`;

/** Looks at invoices other than this one. 0 means none. */
async function findLastPaidPeriod(tx: Tx, contactMembershipId: string, endedInvoiceId: string): Promise<number> {
  const { rows } = await sql<{ period: number }>`
    select coalesce(max(period), 0) as period from (
      select ${firstPaidThrough} as period from contact_memberships m left join invoices i on i.id = m.invoice_id
       where m.id = ${contactMembershipId} and (m.invoice_id is null or (i.id != ${endedInvoiceId} and ${isPaidFor}))
      union all
      select r.period from renewals r join invoices i on i.id = r.invoice_id
       where r.contact_membership_id = ${contactMembershipId} and r.status = 'paid' and i.id != ${endedInvoiceId} and ${isPaidFor}) as paid`.execute(
    tx,
  );
  return rows[0]?.period ?? 0;
}
