import { sql, type RawBuilder } from 'kysely';
import { attentionKinds, type AttentionKind } from '#domain/attention/contract.ts';
import { unansweredStatuses } from '#domain/disputes/disputeState.ts';
import { settingsDefaults } from '#domain/settings/companySettings.ts';
import { endingSoonDays, lateBillingDays } from '#domain/shared/limits.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { isNextPlanArchived, membershipLocation, selectNextTry } from '#server/modules/contact-memberships/index.ts';
import { isInvoiceOutstanding, keptForNothing } from '#server/modules/invoices/index.ts';
import { isUnsigned } from '#server/modules/signatures/index.ts';

export const attentionMax = 50;

export interface AttentionRow {
  readonly kind: AttentionKind;
  readonly on: string;
  readonly contact_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly invoice: Pick<InvoiceRow, 'id' | 'status' | 'due_cents' | 'currency'> | null;
  readonly membership: { readonly id: string; readonly name: string } | null;
  readonly agreements: readonly string[] | null;
  readonly members: readonly string[] | null;
  /** Of a dispute, or to refund. */
  readonly amount_cents: number | null;
  readonly total: number;
}

/** Who sees what was at an archived location: the staff of the home of the contact `c` or, if that is archived too, of the company's first location. */
const otherwiseAt = sql`coalesce(
  (select l.id from locations l where l.id = c.home_location_id and l.archived_at is null),
  (select l.id from locations l where l.company_id = c.company_id and l.archived_at is null order by l.name, l.id limit 1))`;

/** At this location, or at one that was archived. */
const isSeenAt = (location: RawBuilder<unknown>) =>
  sql`(${location} = p.id or ${location} = any (p.archived) and ${otherwiseAt} = p.id)`;

/** The most urgent first. A membership that ends counts while its holder has no other that continues; day passes are left out. */
export async function findAttentionRows(tx: Tx, locationIds: readonly string[], now: Date): Promise<AttentionRow[]> {
  const { rows } = await sql<AttentionRow>`
    with places as (
      select l.id, l.company_id, l.timezone, (${now}::timestamptz at time zone l.timezone)::date as today,
             coalesce((s.checkins ->> 'warnUnsigned')::boolean, ${settingsDefaults.checkins.warnUnsigned}) as warns_unsigned,
             array(select a.id from locations a where a.company_id = l.company_id and a.archived_at is not null) as archived
        from locations l
        left join company_settings s on s.company_id = l.company_id
       where l.id = any (${locationIds}::uuid[])),
    owed as (
      select case when r.status = 'given_up' then 'card_failed'
                  when again.day is not null then 'retrying'
                  when i.status = 'overdue' then 'overdue' end as kind,
             i.id, i.contact_id, r.contact_membership_id,
             (i.created_at at time zone p.timezone)::date as written_on, r.first_failed_on, again.day as next_try_on
        from places p
        join invoices i on i.location_id = any (p.id || p.archived) and ${isInvoiceOutstanding}
        join contacts c on c.id = i.contact_id and ${isSeenAt(sql`i.location_id`)}
        -- The members of a household are billed on one invoice, which counts once.
        left join lateral (
          select n.contact_membership_id, n.status, n.first_failed_on from renewals n
           where n.invoice_id = i.id order by n.line limit 1) as r on true
       cross join lateral (select i.id as invoice_id) as written
        left join lateral (${selectNextTry(sql`written.invoice_id`, now)}) as again on true),
    ending as (
      select e.id, m.contact_id, min(e.ends_on) as ends_on
        from places p
        cross join lateral (
          select n.id, n.last_day as ends_on from contact_memberships n
           where n.company_id = p.company_id and n.granted_at is not null and n.access_enabled and not n.auto_renew
             and n.renewal_on_hold is null and n.last_day between p.today and p.today + ${endingSoonDays}::int
          union all
          select n.id, n.contract_end_date from contact_memberships n
           where n.company_id = p.company_id and n.granted_at is not null and n.access_enabled and n.auto_renew
             and n.planned_membership_id is null and n.contract_end_date between p.today and p.today + ${endingSoonDays}::int
          union all
          select n.id, n.cancels_on from contact_memberships n
           where n.company_id = p.company_id and n.granted_at is not null and n.access_enabled and n.cancels_on is not null
             and n.cancels_on between p.today and p.today + ${endingSoonDays}::int
          union all
          select m.id, m.end_date from contact_memberships m
           where m.company_id = p.company_id and m.granted_at is not null and m.access_enabled
             and (m.auto_renew or m.renewal_on_hold is not null) and m.end_date between p.today and p.today + ${endingSoonDays}::int and ${isNextPlanArchived}) as e
        join contact_memberships m on m.id = e.id
        join contacts c on c.id = m.contact_id and c.archived_at is null
       where ${isSeenAt(membershipLocation)}
         and m.start_date <= p.today
         and coalesce(m.cancels_on, 'infinity') >= p.today
         and m.used_up_on is null
         and not (m.billing_frequency = 'one_time' and m.last_day <= m.start_date)
         and m.id not in (select n.contact_membership_id from owed w join renewals n on n.invoice_id = w.id where w.kind is not null)
         -- An open freeze moves the end when it is over.
         and not exists (select from membership_freezes f where f.contact_membership_id = m.id and f.until_day is null)
         and not exists (
           select from contact_memberships m
            where m.contact_id = c.id and m.id <> e.id and m.granted_at is not null and m.access_enabled and m.used_up_on is null
              and coalesce(m.cancels_on, 'infinity') > p.today + ${endingSoonDays}::int
              and (m.planned_membership_id is not null or coalesce(m.contract_end_date, 'infinity') > p.today + ${endingSoonDays}::int)
              and ((m.auto_renew or m.renewal_on_hold is not null) and not ${isNextPlanArchived}
                or coalesce(m.end_date, 'infinity') > p.today + ${endingSoonDays}::int))
       group by e.id, m.contact_id),
    -- Too late to be billed automatically, as the domain's isUnbilled and isLeftToStaff say.
    unbilled as (
      select m.id, m.contact_id, m.end_date
        from places p
        join contact_memberships m on m.company_id = p.company_id and m.auto_renew and m.granted_at is not null and m.access_enabled
         and m.grace_days is null and m.unbilled_grace is not null and m.end_date < p.today - ${lateBillingDays}::int
         and (m.cancels_on is null or m.cancels_on > p.today)
         and (m.contract_end_date is null or m.contract_end_date >= p.today or m.planned_membership_id is not null)
         and not is_frozen(m.id, p.today) and not ${isNextPlanArchived}
        join contacts c on c.id = m.contact_id and c.archived_at is null and ${isSeenAt(membershipLocation)}),
    -- One row for each member whose home it is. A frozen membership asks for nothing.
    unsigned as (
      select c.id as contact_id, (array_agg(m.id order by m.start_date, m.id))[1] as id, array_agg(distinct a.name) as agreements,
             min(greatest(m.start_date, (a.sign_again_at at time zone p.timezone)::date)) as since
        from places p
        join contacts c on c.home_location_id = p.id and c.archived_at is null and c.member_through >= p.today
        join contact_memberships m on m.contact_id = c.id and m.granted_at is not null and m.access_enabled and m.used_up_on is null
         and m.start_date <= p.today
         and coalesce(m.cancels_on, 'infinity') >= p.today
         and coalesce(greatest(m.last_day, m.end_date + coalesce(m.grace_days, m.unbilled_grace)), 'infinity') >= p.today
         and not is_frozen(m.id, p.today)
        join membership_agreements b on b.membership_id = m.membership_id
        join agreements a on a.id = b.agreement_id
       where p.warns_unsigned and ${isUnsigned(sql`c.id`)}
       group by c.id),
    -- Those that wait for an answer. Without a date yet, the day on which it was opened.
    disputed as (
      select i.contact_id, i.id as invoice_id, d.amount_cents,
             (coalesce(d.due_by, d.opened_at) at time zone p.timezone)::date as due_on
        from places p
        join disputes d on d.company_id = p.company_id and d.status = any (${unansweredStatuses}::text[])
         and (d.due_by is null or d.due_by > ${now})
        join invoices i on i.id = d.invoice_id
        join contacts c on c.id = i.contact_id and ${isSeenAt(sql`i.location_id`)}),
    -- Money for a renewal or a change of plan that had been given up, after something newer took its place, or for a plan that was
    -- taken back, until it is given back. Nobody else has the mark. Of a household's renewal, whose part it is.
    paid_for_nothing as (
      select i.contact_id, i.id as invoice_id, kept.cents as amount_cents,
             (select array_agg(coalesce(n.member_name, i.customer_first_name || ' ' || i.customer_last_name) order by n.position)
                from invoice_lines n
               where n.invoice_id = i.id and i.metadata -> 'linesForNothing' @> to_jsonb(n.position)) as members,
             (select max(l.business_day) from ledger_postings l where l.invoice_id = i.id and l.kind in ('payment', 'write_off_paid')) as paid_on
        from places p
        join invoices i on i.location_id = any (p.id || p.archived) and i.metadata ->> 'isPaidForNothing' = 'true'
         and i.status = 'paid'
       cross join lateral (select ${keptForNothing} as cents) as kept
        join contacts c on c.id = i.contact_id and ${isSeenAt(sql`i.location_id`)}
       where kept.cents > 0),
    found as (
      select 'dispute' as kind, contact_id, invoice_id, null::uuid as contact_membership_id, null::text[] as agreements, null::text[] as members, due_on as on_day, amount_cents
        from disputed
      union all
      select kind, contact_id, id, contact_membership_id, null, null,
             case kind when 'card_failed' then coalesce(first_failed_on, written_on) when 'retrying' then next_try_on else written_on end, null::int
        from owed where kind is not null
      union all
      select 'unbilled', contact_id, null, id, null, null, end_date, null from unbilled
      union all
      select 'paid_for_nothing', contact_id, invoice_id, null, null, members, paid_on, amount_cents from paid_for_nothing
      union all
      select 'ending', contact_id, null, id, null, null, ends_on, null from ending
      union all
      select 'unsigned', contact_id, null, id, agreements, null, since, null from unsigned),
    first as (
      select kind, contact_id, invoice_id, contact_membership_id, agreements, members, on_day, amount_cents, count(*) over () as total
        from found
       order by array_position(${attentionKinds}::text[], kind), on_day, coalesce(invoice_id, contact_membership_id)
       limit ${attentionMax})
    select f.kind, f.on_day as "on", f.contact_id, c.first_name, c.last_name, f.agreements, f.members, f.amount_cents, f.total::int as total,
           case when i.id is not null then json_build_object('id', i.id, 'status', i.status, 'due_cents', i.due_cents, 'currency', i.currency) end as invoice,
           case when m.id is not null then json_build_object('id', m.id, 'name', m.membership_name) end as membership
      from first f
      join contacts c on c.id = f.contact_id
      left join invoices i on i.id = f.invoice_id
      left join contact_memberships m on m.id = f.contact_membership_id
     order by array_position(${attentionKinds}::text[], f.kind), f.on_day, coalesce(f.invoice_id, f.contact_membership_id)`.execute(
    tx,
  );
  return rows;
}
