/**
 * What a contact holds: a verb is a file, and all of them start with `lockMembership`. `renewals/` bills the next periods,
 * `plan-change/` moves to another plan, `report-data/` stores what reports add up. Tables: contact_memberships, renewals,
 * membership_periods, membership_freezes, plan_changes, membership_history; member_day_sums with its finished days; paid_periods, and
 * outdated_paid_periods. `invoiceSubject.ts` says what follows for the membership when its invoice is paid, declined, voided or
 * refunded. The dates are pure functions in `domain/contact-memberships`.
 */
import { minute, type Module } from '#server/platform/module.ts';
import { renewalsOnHoldRoutes } from './renewals/renewalsOnHoldRoutes.ts';
import { contactMembershipRoutes } from './routes.ts';
import { contactMembershipActionRoutes } from './actionRoutes.ts';
import { membershipPurchaseRoutes } from './purchaseRoutes.ts';
import { recordDatedEvents } from './datedEvents.ts';
import { renewMemberships } from './renewals/renew.ts';
import { storePaidPeriods } from './report-data/paidPeriods.ts';
import { sumMemberDays } from './report-data/sumDays.ts';
import { registerInvoiceSubject } from '#server/modules/invoices/index.ts';
import { membershipInvoices } from './invoiceSubject.ts';

registerInvoiceSubject(membershipInvoices);

export const contactMemberships: Module = {
  routes: [renewalsOnHoldRoutes, contactMembershipRoutes, contactMembershipActionRoutes, membershipPurchaseRoutes],
  jobs: [
    { name: 'renewals', seconds: 15 * minute, run: renewMemberships },
    { name: 'membership events', seconds: 15 * minute, run: recordDatedEvents },
    { name: 'memberships of finished days', seconds: 10 * minute, run: sumMemberDays },
    { name: 'paid periods', seconds: minute, run: storePaidPeriods },
  ],
};

export { readContactRights, requireDeletable, mayForContact, requireOwnContact } from './contactAccess.ts';
export { endWithPaidDays, renewWithoutCard } from './householdChange.ts';
export { findPayerKey } from './payer.ts';
export {
  freezesOfMembership,
  selectGrantedMemberships,
  selectSoldMemberships,
  isNextPlanArchived,
  membershipLocation,
  nextLocation,
  getNextPlan,
  toTerm,
  selectUnpaidRenewals,
  type GrantedMembership,
} from './grantedMembership.ts';
export { termColumns, toStoredTerm, type ContactMembershipTerm, type TermRow } from './storedTerm.ts';
export { readPeriods } from './periodsRepo.ts';
export { giveBackPackVisit, lockPacks, takePackVisit } from './packVisits.ts';
export { findNextTry, selectNextTry } from './renewals/dueRenewals.ts';
export { RenewalsFailed, renewMemberships } from './renewals/renew.ts';
export { selectLeavers, selectMemberMoves } from './report-data/memberMoves.ts';
export { paidPeriodColumns, selectPaidPeriods, storePaidPeriods } from './report-data/paidPeriods.ts';
export { sumMemberDays } from './report-data/sumDays.ts';
export { verifyStored, type StoredDifference } from './report-data/verifyStored.ts';
export { contactMembershipsRepo, nextPriceCents, toContactMembership } from './repo.ts';
export { readFreezeFee } from './freezeFees.ts';
