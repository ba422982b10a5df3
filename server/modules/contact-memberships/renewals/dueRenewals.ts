import { sql, type RawBuilder } from 'kysely';
import { settingsDefaults } from '#domain/settings/companySettings.ts';
import { invoiceDaysMax, lateBillingDays } from '#domain/shared/limits.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import type { Database, Tx } from '#server/platform/database/database.ts';
import { isInvoiceOutstanding } from '#server/modules/invoices/index.ts';
import { isPlanChangeUnderWay } from '../plan-change/planChangeUnderWay.ts';
import { membershipLocation, nextLocation } from '../grantedMembership.ts';

export interface DueMembership {
  readonly company_id: string;
  readonly id: string;
  readonly period: number;
  /** Equal for those that may be on one invoice. */
  readonly together: string;
}

export interface DueRenewal {
  readonly company_id: string;
  readonly invoice_id: string;
  readonly attempts: number;
}

export interface UnpaidRenewal {
  readonly company_id: string;
  readonly contact_membership_id: string;
  readonly invoice_id: string;
}

/** By the clock of the location `l`: the membership's own, also where its next period is billed elsewhere. */
const localTime = (now: Date) => sql`(${now}::timestamptz at time zone l.timezone)`;
const today = (now: Date) => sql`${localTime(now)}::date`;
/** Narrows the rows to a stretch of an index: every time zone's today is at most a day from this one. */
const utcToday = (now: Date) => sql`(${now}::timestamptz at time zone 'UTC')::date`;

const notFrozen = (now: Date) => sql`not is_frozen(m.id, ${today(now)})`;

/** They go on after the paid period, and have nothing written for the next one yet. */
const unbilled = (renewsBy: 'card' | 'manual', now: Date) => sql`
  m.auto_renew and m.renews_by = ${sql.lit(renewsBy)} and m.granted_at is not null and m.access_enabled and m.billing_frequency <> 'one_time'
  and m.end_date >= ${utcToday(now)} - ${lateBillingDays}::int - 1
  and m.end_date >= ${today(now)} - ${lateBillingDays}::int
  and (m.cancels_on is null or m.end_date < m.cancels_on)
  and (m.contract_end_date is null or m.end_date < m.contract_end_date or m.planned_membership_id is not null)
  and ${notFrozen(now)}
  and not ${isPlanChangeUnderWay}
  and not exists (select from renewals r where r.contact_membership_id = m.id and r.period = m.periods_paid + 1)`;

/** The same household, location of the next period `n`, clock, day and interval; by itself outside of a household. */
const together = sql`coalesce((
  select concat_ws(' ', p.household_id, n.id, l.timezone, m.end_date, coalesce(m.planned_billing_frequency, m.billing_frequency))
    from household_members p where p.contact_id = m.contact_id), m.id::text)`;

/**
 * From six in the morning of their last paid day. Nobody is charged where the location of the next period or the contact is archived,
 * or without a Stripe account.
 */
export async function findEndingMemberships({ acrossCompanies }: Database, now: Date): Promise<DueMembership[]> {
  const due = sql<DueMembership>`
    select m.company_id, m.id, m.periods_paid + 1 as period, ${together} as together
      from contact_memberships m
      join stripe_configs s on s.company_id = m.company_id
      join companies o on o.id = m.company_id and o.archived_at is null
      join contacts c on c.id = m.contact_id and c.archived_at is null
      join locations l on l.id = ${membershipLocation}
      join locations n on n.id = ${nextLocation} and n.archived_at is null
     where ${unbilled('card', now)}
       and m.end_date <= ${utcToday(now)} + 1
       and ${localTime(now)} >= m.end_date + time '06:00'
     order by m.end_date, m.id`;
  return (await acrossCompanies((tx) => due.execute(tx))).rows;
}

/** Manual renewals from six in the morning of the day on which the settings have the next period invoiced. */
export async function findUnbilledManual({ acrossCompanies }: Database, now: Date): Promise<DueMembership[]> {
  const invoiceDays = sql`coalesce((s.payments->>'manualInvoiceDays')::int, ${settingsDefaults.payments.manualInvoiceDays}::int)`;
  const due = sql<DueMembership>`
    select m.company_id, m.id, m.periods_paid + 1 as period, ${together} as together
      from contact_memberships m
      join companies o on o.id = m.company_id and o.archived_at is null
      join contacts c on c.id = m.contact_id and c.archived_at is null
      join locations l on l.id = ${membershipLocation}
      join locations n on n.id = ${nextLocation} and n.archived_at is null
      left join company_settings s on s.company_id = m.company_id
     where ${unbilled('manual', now)}
       and m.end_date <= ${utcToday(now)} + ${invoiceDaysMax}::int + 1
       and ${localTime(now)} >= m.end_date - ${invoiceDays} + time '06:00'
     order by m.end_date, m.id`;
  return (await acrossCompanies((tx) => due.execute(tx))).rows;
}

/** Not paid by the end of the previous period. */
export async function findUnpaidManual({ acrossCompanies }: Database, now: Date): Promise<UnpaidRenewal[]> {
  const unpaid = sql<UnpaidRenewal>`
    select r.company_id, r.contact_membership_id, r.invoice_id
      from renewals r
      join companies o on o.id = r.company_id and o.archived_at is null
      join invoices i on i.id = r.invoice_id and i.status = 'open'
      join contact_memberships m on m.id = r.contact_membership_id and m.renews_by = 'manual'
      join contacts c on c.id = m.contact_id
      join locations l on l.id = ${membershipLocation}
     where r.status in ('pending', 'declined')
       and r.next_attempt_on <= ${utcToday(now)} + 1
       and m.end_date < ${today(now)}
       and ${notFrozen(now)}
     order by m.end_date, m.id`;
  return (await acrossCompanies((tx) => unpaid.execute(tx))).rows;
}

/** Longer than a charge takes. */
export const claimMinutes = 10;

/** Renewals whose card is charged: not where the location of their invoice or its payer is archived. */
const chargedRenewals = sql`renewals r
      join companies o on o.id = r.company_id and o.archived_at is null
      join invoices i on i.id = r.invoice_id and ${isInvoiceOutstanding}
      join locations billed on billed.id = i.location_id and billed.archived_at is null
      join contacts payer on payer.id = i.contact_id and payer.archived_at is null
      join contact_memberships m on m.id = r.contact_membership_id and m.auto_renew and m.access_enabled and m.renews_by = 'card'
      join contacts c on c.id = m.contact_id
      join locations l on l.id = ${membershipLocation}`;

/** On a day from the last paid one on, and neither frozen nor after the last day of a cancellation. */
const isChargedOn = (day: RawBuilder<unknown>) => sql`r.status in ('pending', 'declined')
       and m.end_date <= ${day} and (m.cancels_on is null or m.cancels_on > m.end_date and m.cancels_on >= ${day}) and not is_frozen(m.id, ${day})`;

/** More than `lateBillingDays` after the last paid day, or after the planned day of another try, no card is charged automatically. */
const isNotTooLate = (now: Date) => sql`
  case when r.attempts > 0 then greatest(m.end_date, r.next_attempt_on) else m.end_date end >= ${today(now)} - ${lateBillingDays}::int`;

/**
 * Invoices of card renewals whose day has come, a first time or again, also of what was paid in part, and that no process is
 * charging; none of a membership that has paid days ahead. What is too late is left to staff.
 */
export async function findDueRenewals({ acrossCompanies }: Database, now: Date): Promise<DueRenewal[]> {
  const claimed = sql`make_interval(mins => ${claimMinutes}::int)`;
  const due = sql<DueRenewal>`
    select r.company_id, r.invoice_id, min(r.attempts) as attempts
      from ${chargedRenewals}
      join stripe_configs s on s.company_id = r.company_id
     where ${isChargedOn(today(now))}
       and r.next_attempt_on <= ${utcToday(now)} + 1
       and ${localTime(now)} >= r.next_attempt_on + time '06:00'
       and ${isNotTooLate(now)}
       and (r.claimed_at is null or r.claimed_at not between ${now}::timestamptz - ${claimed} and ${now}::timestamptz + ${claimed})
     group by r.company_id, r.invoice_id
     order by min(r.next_attempt_on), r.invoice_id`;
  return (await acrossCompanies((tx) => due.execute(tx))).rows;
}

/**
 * The first day on which `findDueRenewals` finds this invoice again whose card was declined, once there is a Stripe account: a query of `day`,
 * without a row when it does not. The id is not of an `i`, nor of another name that this query gives.
 */
export const selectNextTry = (invoiceId: RawBuilder<unknown>, now: Date) => sql<{ day: CalendarDate }>`
    select d.day from ${chargedRenewals}
     cross join lateral (select greatest(r.next_attempt_on, m.end_date, ${today(now)}) as day) as d
     where r.invoice_id = ${invoiceId} and r.attempts > 0 and r.next_attempt_on is not null and ${isChargedOn(sql`d.day`)}
       and ${isNotTooLate(now)}
     order by d.day limit 1`;

export async function findNextTry(tx: Tx, invoiceId: string, now: Date): Promise<CalendarDate | null> {
  const { rows } = await selectNextTry(sql`${invoiceId}`, now).execute(tx);
  return rows[0]?.day ?? null;
}
