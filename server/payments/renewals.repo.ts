import { sql } from 'kysely';
import type { Database, Tx } from '#server/db/database.ts';

export interface DueMembership {
  readonly company_id: string;
  readonly id: string;
  readonly contact_id: string;
  readonly membership_id: string;
  readonly membership_name: string;
  readonly purchase_price_cents: number;
  readonly period: number;
  readonly location_id: string;
  readonly today: string;
}

export interface DueRenewal {
  readonly company_id: string;
  readonly contact_membership_id: string;
  readonly period: number;
  readonly invoice_id: string;
  readonly attempts: number;
  readonly today: string;
}

/** A server that was down for longer than this charges nobody out of the blue. */
const graceDays = 7;

/** Auto-renewing plans of every company that end within a day and are not billed yet (0085-work-by-what-is-due). */
export async function endingMemberships({ unscoped }: Database, now: Date): Promise<DueMembership[]> {
  const { rows } = await sql<DueMembership>`
    select company_id, id, contact_id, membership_id, membership_name, purchase_price_cents, period, location_id, today
      from ending_memberships(${now}, ${graceDays})`.execute(unscoped);
  return rows;
}

/** Renewals of every company whose day has come, a first time or again. */
export async function dueRenewals({ unscoped }: Database, now: Date): Promise<DueRenewal[]> {
  const { rows } = await sql<DueRenewal>`
    select company_id, contact_membership_id, period, invoice_id, attempts, today from due_renewals(${now})`.execute(unscoped);
  return rows;
}

export const renewalsRepo = (tx: Tx) => ({
  /** Takes the period for this process; false when another was faster. */
  async take({ company_id, id, period, today }: DueMembership, now: Date): Promise<boolean> {
    const taken = await tx
      .insertInto('renewals')
      .values({
        contact_membership_id: id,
        period,
        company_id,
        invoice_id: null,
        status: 'pending',
        next_attempt_on: today,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return taken.numInsertedOrUpdatedRows === 1n;
  },

  bill: ({ id, period }: DueMembership, invoiceId: string) =>
    tx
      .updateTable('renewals')
      .set({ invoice_id: invoiceId })
      .where('contact_membership_id', '=', id)
      .where('period', '=', period)
      .execute(),

  /** Takes an attempt for this process, with what comes after it; false when another was faster. */
  async claim(renewal: DueRenewal, next: { status: 'declined' | 'given_up'; next_attempt_on: string | null }, now: Date): Promise<boolean> {
    const claimed = await this.change(renewal, { ...next, attempts: renewal.attempts + 1 }, renewal.attempts, now);
    return claimed.numUpdatedRows === 1n;
  },

  /** Gives an attempt back that Stripe never got. */
  release: (renewal: DueRenewal, now: Date) =>
    renewalsRepo(tx).change(
      renewal,
      { status: 'pending', next_attempt_on: renewal.today, attempts: renewal.attempts },
      renewal.attempts + 1,
      now,
    ),

  change: (
    { contact_membership_id, period }: DueRenewal,
    change: { status: 'pending' | 'declined' | 'given_up'; next_attempt_on: string | null; attempts: number },
    from: number,
    now: Date,
  ) =>
    tx
      .updateTable('renewals')
      .set({ ...change, updated_at: now })
      .where('contact_membership_id', '=', contact_membership_id)
      .where('period', '=', period)
      .where('attempts', '=', from)
      .where('status', 'in', ['pending', 'declined', 'given_up'])
      .executeTakeFirst(),
});
