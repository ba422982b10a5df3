import type { ActionOf } from '#domain/activity/sentences.ts';
import type { ContactMembershipResponse } from '#domain/contact-memberships/actionsContract.ts';
import type { ContactMembership, MembershipFreeze } from '#domain/contact-memberships/contract.ts';
import { graceUntil, renewsOn } from '#domain/contact-memberships/billingPeriods.ts';
import { type CalendarDate, todayIn } from '#domain/shared/dates.ts';
import { freezeOn, settledTerm } from '#domain/contact-memberships/freezes.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { conflict, forbidden, notFound, raise } from '#server/platform/http/problem.ts';
import { currentLocation, lockMembership, toTerm, type GrantedMembership } from './grantedMembership.ts';
import { invoicesRepo, toInvoice } from '#server/modules/invoices/index.ts';
import { findContact, requireOwnContact } from './contactAccess.ts';
import { contactMembershipsRepo, toContactMembership } from './repo.ts';

/** In the transaction that makes it. */
export interface MembershipChange {
  readonly tx: Tx;
  readonly scope: AccessScope;
  readonly membership: GrantedMembership;
  readonly today: CalendarDate;
  readonly now: Date;
}

/** `/contacts/:id/memberships/:contactMembershipId`. The plan of a contact membership is its `membershipId`. */
export interface MembershipPath {
  /** The contact's. */
  readonly id: string;
  readonly contactMembershipId: string;
}

/** 404 when it is another contact's or out of scope, 403 when the contact is only of other locations. */
export async function findMembership(
  tx: Tx,
  scope: AccessScope,
  path: MembershipPath,
  now: Date,
): Promise<GrantedMembership> {
  const contact = requireAccess(scope, await findContact(tx, path.id), 'Contact');
  const membership = (await contactMembershipsRepo(tx).one(path.contactMembershipId)) ?? raise(notFound('Membership'));
  requireAccess(scope, { ...membership, location_id: currentLocation(membership) }, 'Membership');
  if (membership.contact_id !== contact.id) throw notFound('Membership');
  await requireOwnContact(tx, scope, contact, 'contacts:write');
  const { endDate, contractEndDate, freezes } = settledTerm(toTerm(membership), todayIn(membership.timezone, now));
  return { ...membership, end_date: endDate, contract_end_date: contractEndDate, freezes: [...freezes] };
}

export interface ChangeOutcome {
  readonly message: string;
  /** Why, for the activity log. */
  readonly reason?: string;
  readonly invoice?: InvoiceRow;
}

/** Locks the membership, makes the change, logs it, and returns the membership as it is then. */
export async function runChange(
  { tx, scope, path, now }: { tx: Tx; scope: AccessScope; path: MembershipPath; now: Date },
  action: ActionOf<'contact-membership'>,
  work: (change: MembershipChange) => Promise<ChangeOutcome>,
): Promise<ContactMembershipResponse> {
  await findMembership(tx, scope, path, now);
  const membership = (await lockMembership(tx, path.contactMembershipId, now)) ?? raise(notFound('Membership'));
  const before = toContactMembership(membership, now);
  const { message, reason, invoice } = await work({
    tx,
    scope,
    membership,
    now,
    today: todayIn(membership.timezone, now),
  });
  const changed = (await contactMembershipsRepo(tx).one(membership.id)) ?? raise(notFound('Membership'));
  const contactMembership = toContactMembership(changed, now);
  await logActivity(tx, scope.actor, {
    companyId: changed.company_id,
    action,
    recordId: changed.id,
    label: `${changed.contact_name}’s ${changed.membership_name}`,
    locationId: currentLocation(changed),
    changes: [
      ...changesBetween(loggedFields(before), loggedFields(contactMembership)),
      ...freezeChanges(before, contactMembership),
      ...changesBetween(null, { reason }),
    ],
  });
  return {
    contactMembership,
    message,
    ...(invoice && { invoice: toInvoice(invoice, await invoicesRepo(tx).lines(invoice.id)) }),
  };
}

/** Without freezes, which have texts of their own. A freeze takes the access by itself. */
const loggedFields = ({
  freezes: _freezes,
  unbilled: _unbilled,
  billedAt: _billedAt,
  plannedChange,
  frozenUntil,
  ...membership
}: ContactMembership) => ({
  ...membership,
  accessEnabled: membership.accessEnabled || frozenUntil !== null,
  plannedPlan: plannedChange?.name,
  plannedOn: plannedChange?.on,
});

/** One change adds, changes or removes one freeze. */
function freezeChanges(before: ContactMembership, after: ContactMembership) {
  const isIn = ({ freezes }: ContactMembership, freeze: MembershipFreeze) =>
    freezes.some(({ id, until }) => id === freeze.id && until === freeze.until);
  const [old] = before.freezes.filter((freeze) => !isIn(after, freeze));
  const [current] = after.freezes.filter((freeze) => !isIn(before, freeze));
  const fields = (freeze: MembershipFreeze | undefined) =>
    freeze ? { frozenFrom: freeze.from, frozenUntil: freeze.until } : null;
  return changesBetween(fields(old), fields(current));
}

/** At the membership's location, or anywhere in its company when it is company-wide. */
export function requireManager({ scope, membership }: Pick<MembershipChange, 'scope' | 'membership'>): void {
  const at = currentLocation(membership);
  const isManager = scope.user.locations.some(
    (location) =>
      scope.mayAt(location, 'contact-memberships:manage') &&
      (at === null ? location.companyId === membership.company_id : location.id === at),
  );
  if (!isManager) throw forbidden();
}

/** 409 when the membership has ended, with its grace period. A frozen one can be changed. */
export function requireRunning(
  { membership, today }: Pick<MembershipChange, 'membership' | 'today'>,
  graceDays: number,
): void {
  const { end_date, freezes } = membership;
  // An open freeze moves the end only when it ends.
  if (freezeOn(freezes, today)) return;
  if (end_date !== null && graceUntil(end_date, graceDays) < today) throw conflict('This membership has ended');
}

/** A membership whose paid days are over still renews as long as nobody was asked to pay for its next period. */
export const isStillRenewing = ({ membership, today }: Pick<MembershipChange, 'membership' | 'today'>): boolean =>
  membership.grace_days === null && renewsOn(toTerm(membership), today);

/** A membership whose paid days are over, although nobody was asked to pay for its next period. */
export const isUnasked = ({ membership, today }: Pick<MembershipChange, 'membership' | 'today'>): boolean =>
  isStillRenewing({ membership, today }) && membership.end_date !== null && membership.end_date < today;

export function requireNotCanceled({ membership }: Pick<MembershipChange, 'membership'>): void {
  if (membership.cancels_on !== null) throw conflict('This membership is canceled. Undo the cancellation first.');
}
