import { sql } from 'kysely';
import type { ContactMembership, ContactMembershipQuery } from '#domain/contact-memberships/contract.ts';
import { renewalDate, isLeftToStaff, isUnbilled } from '#domain/contact-memberships/billingPeriods.ts';
import { addDays, todayIn, type CalendarDate } from '#domain/shared/dates.ts';
import { countDays, freezeOn, hasOpenFreeze, lastFrozenDay } from '#domain/contact-memberships/freezes.ts';
import { termOn } from '#domain/contact-memberships/membershipStatus.ts';
import { fromCents } from '#domain/shared/money.ts';
import { computeTotals } from '#domain/invoices/totals.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { getOffset } from '#server/platform/database/paginate.ts';
import {
  currentLocation,
  selectGrantedMemberships,
  getNextPlan,
  nextPeriod,
  toTerm,
  withoutRenewal,
  type GrantedMembership,
  type RenewableTerm,
} from './grantedMembership.ts';

export function toContactMembership(row: GrantedMembership, now: Date): ContactMembership {
  const today = todayIn(row.timezone, now);
  const term = termOn(toTerm(row), today);
  const renewsOn = nextRenewal(row, term, today);
  const freeze = freezeOn(term.freezes, today);
  return {
    id: row.id,
    contactId: row.contact_id,
    membershipId: row.membership_id,
    membershipName: row.membership_name,
    membershipType: row.membership_type,
    locationId: currentLocation(row),
    isLocationArchived: row.location_archived_at !== null,
    startDate: row.start_date,
    endDate: term.endDate,
    contractEndDate: term.contractEndDate,
    purchaseDate: row.purchase_date.toISOString(),
    purchasePrice: fromCents(row.purchase_price_cents),
    billingFrequency: row.billing_frequency,
    visitLimit: row.visit_limit,
    visitsLeft: term.visitsLeft,
    startsWithFirstVisit: row.first_visit_from !== null && row.end_date === null,
    accessEnabled: term.accessEnabled,
    frozenUntil: freeze ? lastFrozenDay(freeze) : null,
    autoRenew: term.autoRenew,
    isRenewalOnHold: row.renewal_on_hold !== null,
    renewsBy: row.renews_by,
    renewalStopped: row.renewal_stopped,
    graceUntil: graceShown(row, term, today),
    unbilled: toUnbilled(row, today),
    cancelsOn: lastDayShown(row),
    cancelReason: row.cancel_reason,
    freezes: term.freezes.map((each) => ({
      id: each.id,
      from: each.from,
      until: each.until,
      days: each.until === null ? null : countDays(each),
      reason: each.reason,
    })),
    plannedChange:
      row.planned_membership_id !== null && term.endDate !== null && followsPlan(row, term.endDate)
        ? {
            membershipId: row.planned_membership_id,
            name: row.planned_name ?? '',
            on: hasOpenFreeze(term.freezes, today) ? null : addDays(term.endDate, 1),
          }
        : null,
    nextRenewalOn: renewsOn,
    nextRenewalAmount: renewsOn === null ? null : fromCents(nextChargeCents(row)),
    billedAt: { locationId: row.next_location_id, name: row.next_location_name, followsHome: row.follows_home },
  };
}

/** The next period comes, or is billed already. While renewal is off it does not, and a planned change waits until it is turned on again. */
const followsPlan = ({ auto_renew, is_billed, cancels_on }: GrantedMembership, endDate: CalendarDate): boolean =>
  (auto_renew || is_billed) && (cancels_on === null || cancels_on > endDate);

/** Canceled for a day that only renewals would have reached, at a location that was archived since: it ends with what is paid. */
const lastDayShown = (row: GrantedMembership): CalendarDate | null =>
  row.next_location_archived_at ? (withoutRenewal(row, row.grace_days).cancels_on ?? row.cancels_on) : row.cancels_on;

/** A manual renewal is not late until the paid days are over. */
const graceShown = (
  { renews_by }: GrantedMembership,
  { endDate, graceUntil = null }: RenewableTerm,
  today: CalendarDate,
): CalendarDate | null => (renews_by === 'manual' && endDate !== null && endDate >= today ? null : graceUntil);

/** Null when not known. */
function nextRenewal(row: GrantedMembership, term: RenewableTerm, today: CalendarDate): CalendarDate | null {
  const day = row.access_enabled && !hasOpenFreeze(term.freezes, today) ? renewalDate(term) : null;
  return day !== null && day >= today ? day : null;
}

/** Staff may bill it or let it go, because it is too late to bill it automatically. Null when nothing is left to them. */
function toUnbilled(membership: GrantedMembership, today: CalendarDate): ContactMembership['unbilled'] {
  const term = toTerm(membership);
  if (term.endDate === null || !isUnbilled(term, today) || !isLeftToStaff(term, today)) return null;
  const next = nextPeriod(membership, today);
  return (
    next && {
      paidThrough: term.endDate,
      from: next.from,
      through: next.through,
      amount: fromCents(nextChargeCents(membership)),
    }
  );
}

/** The unpaid part of the next period's invoice, else the price. */
export const nextChargeCents = (row: GrantedMembership): number => row.billed_cents ?? nextPriceCents(row);

/** With the tax of the location where the next period is billed. */
export const nextPriceCents = (row: GrantedMembership): number =>
  totalWithTax(getNextPlan(row).priceCents, row.next_tax_rate);

export const totalWithTax = (cents: number, salesTaxRate: string): number =>
  computeTotals([{ unitCents: cents, quantity: 1 }], salesTaxRate).total;

export const contactMembershipsRepo = (tx: Tx) => ({
  /** Newest first. */
  async page(contactId: string, query: ContactMembershipQuery) {
    const rows = await selectGrantedMemberships(tx)
      .where('m.contact_id', '=', contactId)
      .orderBy('m.purchase_date', 'desc')
      .orderBy('m.id', 'desc')
      .limit(query.limit)
      .offset(getOffset(query))
      .execute();
    const { total } = await tx
      .selectFrom('contact_memberships')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where('contact_id', '=', contactId)
      .where('granted_at', 'is not', null)
      .executeTakeFirstOrThrow();
    return { rows, total };
  },

  /** What the activity log has of the changes of these memberships' plans, oldest first. */
  async planChanges(ids: readonly string[]): Promise<Map<string, NonNullable<ContactMembership['planChanges']>>> {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<{ id: string; at: Date; fromPlan: string; toPlan: string }>`
      select a.record_id as id, a.at, plan ->> 'before' as "fromPlan", plan ->> 'after' as "toPlan"
        from activity a cross join lateral jsonb_array_elements(a.changes) as plan
       where a.record_id = any (${ids}::uuid[]) and a.action in ('contact-membership.plan-changed', 'contact-membership.renewed')
         and plan ->> 'field' = 'plan' and plan ->> 'before' <> plan ->> 'after'
       order by a.at, a.id`.execute(tx);
    const findChanges = (id: string) =>
      rows
        .filter((row) => row.id === id)
        .map(({ at, fromPlan, toPlan }) => ({ changedAt: at.toISOString(), fromPlan, toPlan }));
    return new Map(ids.map((id) => [id, findChanges(id)]));
  },

  one: (id: string) => selectGrantedMemberships(tx).where('m.id', '=', id).executeTakeFirst(),

  several: (ids: readonly string[]) =>
    ids.length === 0 ? Promise.resolve([]) : selectGrantedMemberships(tx).where('m.id', 'in', ids).execute(),

  ofInvoice: (invoiceId: string) =>
    selectGrantedMemberships(tx).where('m.invoice_id', '=', invoiceId).executeTakeFirst(),
});
