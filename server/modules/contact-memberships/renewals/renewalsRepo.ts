import { addMinutes, subMinutes } from 'date-fns';
import { nextRetryOn } from '#domain/contact-memberships/cardRetries.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { columns, type RenewalRow } from '#server/platform/database/schema.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { intentsRepo } from '#server/modules/stripe/index.ts';
import { conflict } from '#server/platform/http/problem.ts';
import { claimMinutes, type DueRenewal } from './dueRenewals.ts';
import type { GrantedMembership } from '../grantedMembership.ts';

interface Billing {
  readonly chargedOn: CalendarDate;
  readonly retryDays: readonly number[];
  /** Only a manual renewal has it. */
  readonly invoiceDays?: number;
}

export const renewalsRepo = (tx: Tx) => ({
  /** The next one. False when another process has it. The card is charged from `chargedOn` on. */
  async claimPeriod({ company_id, id, periods_paid }: Billed, billing: Billing, now: Date): Promise<boolean> {
    const claimed = await tx
      .insertInto('renewals')
      .values({
        contact_membership_id: id,
        period: periods_paid + 1,
        company_id,
        invoice_id: null,
        status: 'pending',
        next_attempt_on: billing.chargedOn,
        retry_days: [...billing.retryDays],
        invoice_days: billing.invoiceDays ?? null,
        created_at: now,
        updated_at: now,
      })
      .onConflict((onConflict) => onConflict.doNothing())
      .executeTakeFirst();
    return claimed.numInsertedOrUpdatedRows === 1n;
  },

  setInvoice: ({ id, periods_paid }: Billed, invoiceId: string, line: number) =>
    tx
      .updateTable('renewals')
      .set({ invoice_id: invoiceId, line })
      .where('contact_membership_id', '=', id)
      .where('period', '=', periods_paid + 1)
      .execute(),

  moveTo: ({ contact_membership_id, period }: Renewal, invoiceId: string, line: number) =>
    tx
      .updateTable('renewals')
      .set({ invoice_id: invoiceId, line })
      .where('contact_membership_id', '=', contact_membership_id)
      .where('period', '=', period)
      .execute(),

  /**
   * Claims all that the invoice bills. False when another process has it. The claim of a process that died ends by itself. The
   * caller holds the invoice's lock.
   */
  async claimAttempt({ invoice_id, attempts }: ClaimedRenewal, now: Date): Promise<boolean> {
    const claimed = await tx
      .updateTable('renewals')
      .set({ claimed_at: now, updated_at: now })
      .where('invoice_id', '=', invoice_id)
      .where('attempts', '=', attempts)
      .where('status', 'in', ['pending', 'declined'])
      .where((row) =>
        row.or([
          row('claimed_at', 'is', null),
          row.not(row.between('claimed_at', subMinutes(now, claimMinutes), addMinutes(now, claimMinutes))),
        ]),
      )
      .executeTakeFirst();
    return claimed.numUpdatedRows > 0n;
  },

  /** No bank was asked, so the attempt does not count. Another process may have it since. */
  releaseAttempt: (invoiceId: string, claimedAt: Date) =>
    tx
      .updateTable('renewals')
      .set({ claimed_at: null })
      .where('invoice_id', '=', invoiceId)
      .where('claimed_at', '=', claimedAt)
      .execute(),

  /** Stripe did not tell what became of it: it can be claimed again at once, and a decline that is only known later still counts. */
  endAttempt: (invoiceId: string, claimedAt: Date, now: Date) =>
    tx
      .updateTable('renewals')
      .set({ claimed_at: subMinutes(now, claimMinutes + 1) })
      .where('invoice_id', '=', invoiceId)
      .where('claimed_at', '=', claimedAt)
      .execute(),

  /** Also schedules the next attempt. Repeated, it changes nothing. */
  async countDeclined(renewal: Renewal, today: CalendarDate, now: Date): Promise<Renewal> {
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

type Billed = Pick<GrantedMembership, 'company_id' | 'id' | 'periods_paid'>;
type ClaimedRenewal = Pick<DueRenewal, 'invoice_id' | 'attempts'>;

/** Its card is not charged again. */
export const giveUpRenewal = (tx: Tx, invoiceId: string, now: Date) =>
  tx
    .updateTable('renewals')
    .set({ status: 'given_up', next_attempt_on: null, updated_at: now })
    .where('invoice_id', '=', invoiceId)
    .where('status', 'in', ['pending', 'declined'])
    .execute();

/** Once more, after it was given up. */
export const tryRenewalAgain = (tx: Tx, contactMembershipId: string, today: CalendarDate, now: Date) =>
  tx
    .updateTable('renewals')
    .set({ status: 'declined', next_attempt_on: today, updated_at: now })
    .where('contact_membership_id', '=', contactMembershipId)
    .where('status', '=', 'given_up')
    .execute();

/**
 * That this invoice bills, unless they were given up: one, or one for each line of a household's invoice. In the order in which
 * their memberships are locked.
 */
export const findRenewals = (tx: Tx, invoiceId: string) =>
  tx
    .selectFrom('renewals')
    .select(columns.renewals)
    .where('invoice_id', '=', invoiceId)
    .orderBy('contact_membership_id')
    .execute();

export type Renewal = RenewalRow;

export const noPlannedChange = {
  planned_membership_id: null,
  planned_name: null,
  planned_type: null,
  planned_billing_frequency: null,
  planned_contract_length_months: null,
  planned_price_cents: null,
  planned_location_id: null,
};

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

/** At the desk or with a link. Whoever stops before the end is given up after half an hour. */
export const isBeingPaid = async (tx: Tx, invoiceId: string): Promise<boolean> =>
  (await intentsRepo(tx).open(invoiceId)).some(({ keeps_invoice }) => keeps_invoice);

export const nextPeriodUnderWay = conflict('A payment for the next period is under way. Please try again in a minute.');

export async function requireNoOpenIntent(tx: Tx, invoiceIds: readonly string[]): Promise<void> {
  if (await hasOpenIntent(tx, invoiceIds)) throw nextPeriodUnderWay;
}
