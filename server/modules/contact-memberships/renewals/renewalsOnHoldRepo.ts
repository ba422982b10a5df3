import { sql } from 'kysely';
import type { ChargeOnHold, RenewalsOnHold } from '#domain/contact-memberships/renewalsOnHoldContract.ts';
import { addDays, todayIn, type CalendarDate } from '#domain/shared/dates.ts';
import type { RenewalMethod } from '#domain/memberships/membershipPlan.ts';
import { freezeOn } from '#domain/contact-memberships/freezes.ts';
import { lateBillingDays } from '#domain/shared/limits.ts';
import { fromCents } from '#domain/shared/money.ts';
import { hasExpired, type SavedCard } from '#domain/stripe/savedCard.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { freezesOfMembership, membershipLocation, nextLocation, type StoredFreeze } from '../grantedMembership.ts';
import { totalWithTax } from '../repo.ts';
import { readCompanySettings } from '#server/modules/settings/index.ts';

interface RowOnHold {
  readonly id: string;
  readonly contact_id: string;
  readonly contact_name: string;
  readonly membership_name: string;
  readonly end_date: string;
  readonly price_cents: number;
  readonly renews_by: 'card' | 'manual';
  readonly lacks_card: boolean;
  readonly sales_tax_rate: string;
  readonly timezone: string;
  readonly is_billed: boolean;
  readonly freezes: StoredFreeze[];
  readonly saved_card: SavedCard | null;
}

/** Another product charged a card that may not be here. An invoice is sent then. An imported Stripe customer may have one. */
const renewsBy = sql<RenewalMethod>`case when exists (
    select from stripe_customers a where a.company_id = m.company_id and a.contact_id = payer_of(m.contact_id)
       and (a.is_imported or a.payment_method_id is not null)) then m.renewal_on_hold else 'manual' end`;

/** The totals count all of them. */
const namedCharges = 200;

export const renewalsOnHoldRepo = (tx: Tx) => ({
  /** The conditions for a bill are those of `dueRenewals.ts`, by each location's date. */
  async preview(companyId: string, now: Date): Promise<RenewalsOnHold> {
    const { rows } = await sql<RowOnHold>`
      select m.id, m.contact_id, c.first_name || ' ' || c.last_name as contact_name, m.membership_name, m.end_date,
             coalesce(m.planned_price_cents, m.purchase_price_cents) as price_cents, h.renews_by,
             h.renews_by <> m.renewal_on_hold as lacks_card, n.sales_tax_rate, l.timezone,
             ${freezesOfMembership} as freezes,
             case when k.last_day is not null then json_build_object('brand', k.brand, 'lastDigits', k.last_digits, 'lastDay', k.last_day) end as saved_card,
             m.access_enabled and n.archived_at is null and (m.cancels_on is null or m.end_date < m.cancels_on)
               and (m.contract_end_date is null or m.end_date < m.contract_end_date or m.planned_membership_id is not null)
               and (h.renews_by <> 'card' or exists (select from stripe_configs s where s.company_id = m.company_id)) as is_billed
        from contact_memberships m
        join contacts c on c.id = m.contact_id and c.archived_at is null
        join locations l on l.id = ${membershipLocation}
        join locations n on n.id = ${nextLocation}
        left join household_members hm on hm.contact_id = m.contact_id
        left join households hh on hh.id = hm.household_id
        left join stripe_customers s
          on s.company_id = m.company_id and s.contact_id = coalesce(hh.payer_id, m.contact_id) and m.renewal_on_hold = 'card'
       cross join lateral (select ${renewsBy} as renews_by) as h
        left join saved_cards k on k.company_id = s.company_id and k.contact_id = s.contact_id and k.payment_method_id = s.payment_method_id
       where m.company_id = ${companyId} and m.renewal_on_hold is not null and not m.auto_renew and m.end_date is not null
       order by c.first_name, c.last_name, m.id`.execute(tx);
    const { manualInvoiceDays } = (await readCompanySettings(tx, companyId)).payments;
    const charges: ChargeOnHold[] = [];
    const cents = { card: 0, manual: 0 };
    let [ended, chargeCount] = [0, 0];
    for (const row of rows) {
      const today = todayIn(row.timezone, now);
      // A manual renewal is invoiced before its end.
      const billedThrough = row.renews_by === 'manual' ? addDays(today, manualInvoiceDays) : today;
      const isTooLate = row.end_date < firstBilled(today);
      if (isTooLate) ended += 1;
      if (isTooLate || !row.is_billed || row.end_date > billedThrough || freezeOn(row.freezes, today)) continue;
      const amount = totalWithTax(row.price_cents, row.sales_tax_rate);
      cents[row.renews_by] += amount;
      chargeCount += 1;
      if (charges.length < namedCharges) charges.push(toCharge(row, amount, today));
    }
    return {
      card: rows.filter(({ renews_by }) => renews_by === 'card').length,
      manual: rows.filter(({ renews_by }) => renews_by === 'manual').length,
      withoutCard: rows.filter(({ lacks_card }) => lacks_card).length,
      ended,
      charges,
      chargeCount,
      cardTotal: fromCents(cents.card),
      manualTotal: fromCents(cents.manual),
      total: fromCents(cents.card + cents.manual),
    };
  },

  /** Of two concurrent activations of a company only one turns a renewal on. */
  lock: (companyId: string) =>
    sql`select pg_advisory_xact_lock(hashtext('renewals-on-hold'), hashtext(${companyId}))`.execute(tx),

  /** Skips those that ended too long ago. Those turned on by hand in the meantime are unchanged. */
  async activate(companyId: string, now: Date): Promise<number> {
    await sql`
      update contact_memberships m set renewal_on_hold = null
        from contacts c, locations l
       where c.id = m.contact_id and l.id = ${membershipLocation}
         and m.company_id = ${companyId} and m.renewal_on_hold is not null and not m.auto_renew
         and m.end_date < (${now}::timestamptz at time zone l.timezone)::date - ${lateBillingDays}::int`.execute(tx);
    const activated = await tx
      .updateTable('contact_memberships as m')
      .from('contacts as c')
      .set({ auto_renew: true, renews_by: renewsBy, renewal_on_hold: null })
      .whereRef('c.id', '=', 'm.contact_id')
      .where('c.archived_at', 'is', null)
      .where('m.company_id', '=', companyId)
      .where('m.renewal_on_hold', 'is not', null)
      .where('m.auto_renew', '=', false)
      .where('m.end_date', 'is not', null)
      .executeTakeFirst();
    return Number(activated.numUpdatedRows);
  },
});

const firstBilled = (today: string) => addDays(today, -lateBillingDays);

const toCharge = (row: RowOnHold, amount: number, today: CalendarDate): ChargeOnHold => ({
  contactMembershipId: row.id,
  contactId: row.contact_id,
  contactName: row.contact_name,
  planName: row.membership_name,
  endDate: row.end_date,
  amount: fromCents(amount),
  renewsBy: row.renews_by,
  expiredCard: row.saved_card && hasExpired(row.saved_card, today) ? row.saved_card : null,
});
