import type { Selectable } from 'kysely';
import type { LocatedTerm } from '#domain/contact-memberships/primaryMembership.ts';
import type { StoredTerm } from '#domain/contact-memberships/membershipStatus.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { countVisitsLeft } from '#domain/contact-memberships/visitPacks.ts';
import type { ContactMembershipTable } from '#server/platform/database/schema.ts';
import type { StoredFreeze } from './grantedMembership.ts';

/** Columns of the membership `m`, beside `freezesOfMembership` and `isNextPlanArchived`. */
export const termColumns = [
  'm.membership_name',
  'm.location_id',
  'm.start_date',
  'm.end_date',
  'm.contract_end_date',
  'm.access_enabled',
  'm.auto_renew',
  'm.planned_membership_id',
  'm.renewal_on_hold',
  'm.cancels_on',
  'm.grace_days',
  'm.unbilled_grace',
  'm.visit_limit',
  'm.visits_used',
] as const;

type TermColumn = (typeof termColumns)[number] extends `m.${infer Name}` ? Name : never;

export interface TermRow extends Pick<Selectable<ContactMembershipTable>, TermColumn> {
  readonly freezes: readonly StoredFreeze[];
  readonly is_next_plan_archived: boolean;
}

/** Says whether somebody may come in, and what they hold. */
export interface ContactMembershipTerm extends LocatedTerm, StoredTerm {
  readonly cancelsOn: CalendarDate | null;
  readonly freezes: readonly StoredFreeze[];
  readonly name: string;
  readonly autoRenew: boolean;
  readonly changesPlan: boolean;
  readonly visitsLeft: number | null;
}

export const toStoredTerm = (row: TermRow): ContactMembershipTerm => ({
  name: row.membership_name,
  locationId: row.location_id,
  startDate: row.start_date,
  endDate: row.end_date,
  contractEndDate: row.contract_end_date,
  accessEnabled: row.access_enabled,
  // It renews once renewals are activated, but never at an archived location.
  autoRenew: (row.auto_renew || row.renewal_on_hold !== null) && !row.is_next_plan_archived,
  changesPlan: row.planned_membership_id !== null,
  cancelsOn: row.cancels_on,
  graceDays: row.grace_days,
  unbilledGrace: row.unbilled_grace,
  visitsLeft: countVisitsLeft(row.visit_limit, row.visits_used),
  freezes: row.freezes,
});
