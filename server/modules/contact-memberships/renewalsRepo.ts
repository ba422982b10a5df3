import { addMinutes, subMinutes } from 'date-fns';
import type { Selectable } from 'kysely';
import { nextRetryOn } from '#domain/contact-memberships/cardRetries.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import type { Actor } from '#server/platform/http/actors.ts';
import { columns } from '#server/platform/database/schema.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { RenewalTable } from '#server/platform/database/schema.ts';
import { closeInvoice } from '#server/modules/invoices/index.ts';
import { claimMinutes, type DueMembership, type DueRenewal } from './dueRenewals.ts';
import { changeMembership, unpaidRenewals, type GrantedMembership } from './grantedMembership.ts';

interface Billing {
  readonly chargedOn: CalendarDate;
  readonly retryDays: readonly number[];
  /** For a manual renewal. */
  readonly invoiceDays?: number;
}

export const renewalsRepo = (tx: Tx) => ({
  /** False when another process has it. The card is charged from `chargedOn` on. */
  async claimPeriod({ company_id, id, period }: DueMembership, billing: Billing, now: Date): Promise<boolean> {
    const claimed = await tx
      .insertInto('renewals')
      .values({
        contact_membership_id: id,
        period,
        company_id,
        invoice_id: null,
        status: 'pending',
        next_attempt_on: billing.chargedOn,
        retry_days: [...billing.retryDays],
        invoice_days: billing.invoiceDays ?? null,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return claimed.numInsertedOrUpdatedRows === 1n;
  },

  setInvoice: ({ id, period }: DueMembership, invoiceId: string) =>
    tx
      .updateTable('renewals')
      .set({ invoice_id: invoiceId })
      .where('contact_membership_id', '=', id)
      .where('period', '=', period)
      .execute(),

  /** False when another process has it. The claim of a process that died ends by itself. */
  async claimAttempt({ contact_membership_id, period, attempts }: ClaimedRenewal, now: Date): Promise<boolean> {
    const claimed = await tx
      .updateTable('renewals')
      .set({ claimed_at: now, updated_at: now })
      .where('contact_membership_id', '=', contact_membership_id)
      .where('period', '=', period)
      .where('attempts', '=', attempts)
      .where('status', 'in', ['pending', 'declined'])
      .where((row) =>
        row.or([
          row('claimed_at', 'is', null),
          row.not(row.between('claimed_at', subMinutes(now, claimMinutes), addMinutes(now, claimMinutes))),
        ]),
      )
      .executeTakeFirst();
    return claimed.numUpdatedRows === 1n;
  },

  /** No bank was asked, so the attempt does not count. */
  releaseAttempt: ({ contact_membership_id, period }: ClaimedRenewal) =>
    tx
      .updateTable('renewals')
      .set({ claimed_at: null })
      .where('contact_membership_id', '=', contact_membership_id)
      .where('period', '=', period)
      .execute(),

  /** Also schedules the next attempt. Repeated, it changes nothing. */
  async countDeclined(
    renewal: Selectable<RenewalTable>,
    today: CalendarDate,
    now: Date,
  ): Promise<Selectable<RenewalTable>> {
    if (renewal.claimed_at === null) return renewal;
    const failures = renewal.attempts + 1;
    const firstFailedOn = (failures > 1 && renewal.first_failed_on) || today;
    const next = nextRetryOn({ firstFailedOn, failures, today, retryDays: renewal.retry_days });
    const change = {
      attempts: failures,
      claimed_at: null,
      first_failed_on: firstFailedOn,
      ...(renewal.status !== 'given_up' && { status: 'declined' as const, next_attempt_on: next }),
    };
    await tx
      .updateTable('renewals')
      .set({ ...change, updated_at: now })
      .where('contact_membership_id', '=', renewal.contact_membership_id)
      .where('period', '=', renewal.period)
      .execute();
    return { ...renewal, ...change };
  },
});

type ClaimedRenewal = Pick<DueRenewal, 'contact_membership_id' | 'period' | 'attempts'>;

/** Its card is not charged again. */
export const giveUpRenewal = (tx: Tx, invoiceId: string, now: Date) =>
  tx
    .updateTable('renewals')
    .set({ status: 'given_up', next_attempt_on: null, updated_at: now })
    .where('invoice_id', '=', invoiceId)
    .where('status', 'in', ['pending', 'declined'])
    .execute();

/** Once more, after it was given up. */
export const tryRenewalAgain = (tx: Tx, membershipId: string, today: CalendarDate, now: Date) =>
  tx
    .updateTable('renewals')
    .set({ status: 'declined', next_attempt_on: today, updated_at: now })
    .where('contact_membership_id', '=', membershipId)
    .where('status', '=', 'given_up')
    .execute();

/** That this invoice bills, unless it was given up. */
export const findRenewal = (tx: Tx, invoiceId: string) =>
  tx.selectFrom('renewals').select(columns.renewals).where('invoice_id', '=', invoiceId).executeTakeFirst();

export type Renewal = NonNullable<Awaited<ReturnType<typeof findRenewal>>>;

export const noPlannedChange = {
  planned_membership_id: null,
  planned_name: null,
  planned_type: null,
  planned_billing_frequency: null,
  planned_contract_length_months: null,
  planned_price_cents: null,
  planned_location_id: null,
};

/**
 * Voids the unpaid invoices of these periods and deletes their renewals, so that a renewal which is due after all writes a new
 * invoice. The rest of a partially paid one is written off: what was paid can be refunded. The caller holds the locks of
 * `lockMembership`.
 */
export async function voidRenewals(
  tx: Tx,
  membershipId: string,
  invoiceIds: readonly string[],
  now: Date,
  actor: Actor,
): Promise<void> {
  if (invoiceIds.length === 0) return;
  const invoices = await tx
    .selectFrom('invoices')
    .select(columns.invoices)
    .where('id', 'in', invoiceIds)
    .orderBy('id')
    .execute();
  await tx
    .deleteFrom('renewals')
    .where('contact_membership_id', '=', membershipId)
    .where('invoice_id', 'in', invoiceIds)
    .execute();
  for (const invoice of invoices)
    await closeInvoice(
      tx,
      invoice,
      invoice.paid_cents > 0 ? { how: 'write-off', reason: periodCanceled } : { how: 'void' },
      now,
      actor,
    );
}

const periodCanceled = 'The membership ends before this period';

export async function hasOpenIntent(tx: Tx, invoiceIds: readonly string[]): Promise<boolean> {
  if (invoiceIds.length === 0) return false;
  const open = await tx
    .selectFrom('payment_intents')
    .select('id')
    .where('invoice_id', 'in', invoiceIds)
    .where('settled_at', 'is', null)
    .limit(1)
    .execute();
  return open.length > 0;
}

/**
 * Of a manual renewal, unless it is paid in part, so that a new one can be written. False while a payment of it is under way.
 * The caller holds the locks of `lockMembership`.
 */
export async function voidUpcomingInvoice(
  tx: Tx,
  { id, end_date, renews_by }: GrantedMembership,
  today: CalendarDate,
  now: Date,
  actor: Actor,
): Promise<boolean> {
  if (renews_by !== 'manual' || end_date === null || end_date < today) return true;
  const unpaid = await unpaidRenewals(tx, id).execute();
  if (unpaid.length === 0 || unpaid.some(({ paid_cents }) => paid_cents > 0)) return true;
  const ids = unpaid.map((invoice) => invoice.id);
  if (await hasOpenIntent(tx, ids)) return false;
  await voidRenewals(tx, id, ids, now, actor);
  await changeMembership(tx, id, { grace_days: null });
  return true;
}
