import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';

export interface DueMembership {
  readonly id: string;
  readonly contact_id: string;
  readonly membership_id: string;
  readonly membership_name: string;
  readonly purchase_price_cents: number;
  readonly period: number;
  readonly location_id: string;
  readonly today: string;
}

/** A server that was down for longer than this charges nobody out of the blue. */
const graceDays = 7;

export const renewalsRepo = (tx: Tx) => ({
  /**
   * Auto-renewing plans that end within a day, by the clock of the location that sells them, and have nothing written
   * for their next period yet. Where that location is closed (archived), or the contact is, nobody is charged any more:
   * the plan runs out on the last day that was paid for.
   */
  async ending(now: Date): Promise<DueMembership[]> {
    const { rows } = await sql<DueMembership>`
      select m.id, m.contact_id, m.membership_id, m.membership_name, m.purchase_price_cents, m.periods_paid + 1 as period,
             l.id as location_id, (${now}::timestamptz at time zone l.timezone)::date as today
        from contact_memberships m
        join contacts c on c.id = m.contact_id and c.archived_at is null
        join locations l on l.id = coalesce(m.location_id, c.home_location_id) and l.archived_at is null
       where m.auto_renew and m.granted_at is not null and m.access_enabled and m.billing_frequency <> 'one_time'
         and m.end_date between (${now}::timestamptz at time zone l.timezone)::date - ${graceDays}::int
                            and (${now}::timestamptz at time zone l.timezone)::date + 1
         and (m.contract_end_date is null or m.end_date < m.contract_end_date)
         and not exists (select from renewals r where r.contact_membership_id = m.id and r.period = m.periods_paid + 1)
       order by m.end_date, m.id`.execute(tx);
    return rows;
  },

  /** Takes the period for this process; false when another was faster. */
  async take(companyId: string, { id, period, today }: DueMembership, now: Date): Promise<boolean> {
    const taken = await tx
      .insertInto('renewals')
      .values({
        contact_membership_id: id,
        period,
        company_id: companyId,
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

  /** Renewals whose day has come, a first time or again; none of a location or contact that was archived meanwhile. */
  async due(now: Date): Promise<DueRenewal[]> {
    const { rows } = await sql<DueRenewal>`
      select r.contact_membership_id, r.period, r.invoice_id, r.attempts,
             (${now}::timestamptz at time zone l.timezone)::date as today
        from renewals r
        join invoices i on i.id = r.invoice_id
        join locations l on l.id = i.location_id and l.archived_at is null
        join contacts c on c.id = i.contact_id and c.archived_at is null
        join contact_memberships m on m.id = r.contact_membership_id and m.auto_renew and m.access_enabled
       where r.status in ('pending', 'declined') and i.status in ('open', 'overdue')
         and r.next_attempt_on <= (${now}::timestamptz at time zone l.timezone)::date
       order by r.next_attempt_on, r.contact_membership_id`.execute(tx);
    return rows;
  },

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

export interface DueRenewal {
  readonly contact_membership_id: string;
  readonly period: number;
  readonly invoice_id: string;
  readonly attempts: number;
  readonly today: string;
}
