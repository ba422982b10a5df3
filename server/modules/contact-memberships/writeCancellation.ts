import type { CancellationReason, CancellationTime } from '#domain/contact-memberships/cancellation.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import type { Occasion } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import {
  changeFreeze,
  setMembership,
  graceLeft,
  type GrantedMembership,
  type RenewableTerm,
} from './grantedMembership.ts';
import { emailCancellation, emailFreeze } from '#server/modules/email-queue/index.ts';
import { moveStoredPeriods } from './periodsRepo.ts';
import { voidRenewals } from './renewals/renewalInvoices.ts';

interface Cancellation extends Occasion {
  readonly when: CancellationTime;
  readonly lastDay: CalendarDate;
  /** Null when nothing is charged before the end. */
  readonly lastPayment: { readonly on: CalendarDate; readonly cents: number } | null;
  /** Of invoices that stay open. */
  readonly owedCents: number;
  /** As it determined the last day. */
  readonly term: RenewableTerm;
  readonly noticeDays: number;
  readonly reason: CancellationReason;
  readonly note: string;
  /** For periods after the last day, not fully paid. */
  readonly voided: readonly string[];
  /** The user. */
  readonly by: string;
  readonly today: CalendarDate;
}

/** Also emails it to the member. The caller holds the locks of `lockMembership`. */
export async function writeCancellation(
  tx: Tx,
  membership: GrantedMembership,
  cancellation: Cancellation,
): Promise<void> {
  const { when, lastDay, term, voided, now, today } = cancellation;
  await voidRenewals(tx, membership.id, voided, { now, actor: cancellation.actor });
  if (when !== 'now') await closeFreezes(tx, membership, today, now);
  await moveStoredPeriods(tx, membership, membership.freezes, term.freezes);
  await setMembership(tx, membership.id, {
    end_date: term.endDate,
    contract_end_date: term.contractEndDate,
    cancels_on: lastDay,
    ...(voided.length > 0 && { grace_days: graceLeft(membership, today) }),
    cancel_when: when,
    cancel_reason: cancellation.reason,
    cancel_note: cancellation.note,
    cancel_notice_days: cancellation.noticeDays,
    canceled_at: now,
    canceled_by: cancellation.by,
    ...(when === 'now' && { access_before_cancel: membership.access_enabled, access_enabled: false }),
  });
  await emailCancellation(tx, membership, cancellation, now);
}

/** The result of `closedTerm`: planned freezes are removed, and an open one that has begun ends at its longest. */
async function closeFreezes(tx: Tx, membership: GrantedMembership, today: CalendarDate, now: Date): Promise<void> {
  const removed = await tx
    .deleteFrom('membership_freezes')
    .where('contact_membership_id', '=', membership.id)
    .where('from_day', '>', today)
    .returning(['id', 'from_day'])
    .execute();
  for (const { id, from_day } of removed)
    await emailFreeze(tx, membership, { freezeId: id, removedFrom: from_day }, now);
  const open = membership.freezes.find(({ from, until }) => until === null && from <= today);
  if (open) await changeFreeze(tx, open.id, { until_day: open.longestUntil });
}
