import { sumBy } from 'es-toolkit';
import { addDays } from 'date-fns';
import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { ContactInUse } from '#domain/contacts/deletionContract.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { freezeOn } from '#domain/contact-memberships/freezes.ts';
import { contactRestoreDays } from '#domain/shared/limits.ts';
import { termOn } from '#domain/contact-memberships/membershipStatus.ts';
import { formatCents, fromCents } from '#domain/shared/money.ts';
import { logActivity, logRecord } from '#server/modules/activity/index.ts';
import { listColumns } from '#server/platform/database/schema.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { violatedConstraint } from '#server/platform/database/errors.ts';
import type { AppContext } from '#server/platform/context.ts';
import { deleteLater } from '#server/platform/files/deletedFiles.ts';
import { listImageKeys } from '#server/platform/files/images.ts';
import { conflict, notFound, Problem, raise } from '#server/platform/http/problem.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import {
  endWithPaidDays,
  type GrantedMembership,
  selectGrantedMemberships,
  requireDeletable,
  requireOwnContact,
  toTerm,
} from '#server/modules/contact-memberships/index.ts';
import { applyOpenPayments, isPaymentUnderWay } from '#server/modules/invoices/index.ts';
import { leaveHousehold } from '#server/modules/households/index.ts';
import { locationRepo } from '#server/modules/locations/index.ts';
import { isOwedSql } from './memberStatusFilter.ts';
import { contactsRepo } from './repo.ts';
import { loggedContact } from './rows.ts';

/**
 * Archives one with history. Refused while a membership runs, money is owed or a payment is under way. Open payments are
 * first read from Stripe, and canceled where nothing is owed any more.
 */
export async function deleteContact(
  context: AppContext,
  scope: AccessScope,
  id: string,
  log: FastifyBaseLogger,
): Promise<void> {
  const { database, clock } = context;
  const open = await database.scoped(scope.companies, async (tx) => {
    await requireDeletable(tx, scope, requireAccess(scope, await contactsRepo(tx).one(id), 'Contact'));
    return openPayments(tx, id);
  });
  for (const { id: invoiceId, company_id, isOwed } of open) {
    // What Stripe does not answer for is still under way below.
    await applyOpenPayments(context, company_id, invoiceId, { timeoutMs, giveUp: !isOwed, actor: scope.actor }).catch(
      (err: unknown) => log.warn({ err }, 'A payment could not be read from Stripe'),
    );
  }
  await database.scoped(scope.companies, (tx) => remove(tx, scope, id, clock()));
}

const timeoutMs = 4_000;

async function remove(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<void> {
  const repo = contactsRepo(tx);
  // Locked, so that no sale or renewal begins between the check and the delete.
  const row = requireAccess(scope, await repo.forUpdate(id), 'Contact');
  const { hasHistory } = await requireDeletable(tx, scope, row);
  const household = await leaveHousehold(tx, scope, id);
  await requireSettled(tx, id, now, household?.staysBecause);
  await logRecord(tx, scope.actor, loggedContact, { before: row });
  if (hasHistory) {
    await endWithPaidDays(tx, id, { now, actor: scope.actor });
    await repo.archive(id, now);
    return;
  }
  await deleteLater(tx, row.company_id, listImageKeys(row), now);
  await repo.remove(id);
}

async function openPayments(tx: Tx, contactId: string): Promise<{ id: string; company_id: string; isOwed: boolean }[]> {
  const { rows } = await sql<{ id: string; company_id: string; isOwed: boolean }>`
    select i.id, i.company_id, ${isOwedSql} as "isOwed" from invoices i where i.contact_id = ${contactId} and ${isPaymentUnderWay} order by i.id`.execute(
    tx,
  );
  return rows;
}

async function requireSettled(tx: Tx, contactId: string, now: Date, staysBecause?: string): Promise<void> {
  const { reasons, body } = await findUnsettled(tx, contactId, now, staysBecause);
  if (reasons.length > 0) throw new Problem(409, `This contact cannot be deleted yet. ${reasons.join(' ')}`, { body });
}

/** Why a contact has to stay for now, in words: what runs, and what is not settled yet. */
export async function findUnsettled(
  tx: Tx,
  contactId: string,
  now: Date,
  staysBecause?: string,
): Promise<{ readonly reasons: string[]; readonly body: Omit<ContactInUse, 'message'> }> {
  const granted = await selectGrantedMemberships(tx)
    .where('m.contact_id', '=', contactId)
    .orderBy('m.purchase_date')
    .orderBy('m.id')
    .execute();
  const running = granted.filter((membership) => isRunning(membership, now));
  const { rows: unsettled } = await sql<{ id: string; due_cents: number; isUnderWay: boolean }>`
    select i.id, i.due_cents, ${isPaymentUnderWay} as "isUnderWay" from invoices i
     where i.contact_id = ${contactId} and (${isOwedSql} or ${isPaymentUnderWay}) order by i.created_at, i.id`.execute(
    tx,
  );
  const owed = sumBy(unsettled, ({ due_cents, isUnderWay }) => (isUnderWay ? 0 : due_cents));
  const reasons = [
    ...running.map(({ membership_name }) => `${membership_name} is running. Cancel it, or wait until it ends.`),
    ...(unsettled.some(({ isUnderWay }) => isUnderWay)
      ? ['A payment is under way. Wait for its result, or void its invoice.']
      : []),
    ...(staysBecause ? [staysBecause] : []),
    ...(owed > 0 ? [`${formatCents(owed)} is owed. Collect, void or write it off.`] : []),
  ];
  const body: Omit<ContactInUse, 'message'> = {
    memberships: running.map(({ id, membership_name }) => ({ id, name: membership_name })),
    invoices: unsettled.map(({ id, due_cents, isUnderWay }) => ({
      id,
      due: fromCents(due_cents),
      isPaymentUnderWay: isUnderWay,
    })),
  };
  return { reasons, body };
}

/** A membership that is frozen, without access for now, or still to start is running too. One that was canceled at once is over. */
function isRunning(membership: GrantedMembership, now: Date): boolean {
  const { cancels_on, access_enabled, freezes } = membership;
  const today = todayIn(membership.timezone, now);
  if (cancels_on !== null && (cancels_on < today || (cancels_on === today && !access_enabled))) return false;
  // An open freeze moves the end only when it ends.
  if (freezeOn(freezes, today)) return true;
  const { endDate, graceUntil } = termOn(toTerm(membership), today);
  return endDate === null || (graceUntil ?? endDate) >= today;
}

export async function findDeleted(tx: Tx, scope: AccessScope, id: string, now: Date) {
  const row = await selectDeletedContact(tx, id).executeTakeFirst();
  const { archived_at, ...contact } = requireAccess(scope, row, 'Contact');
  await requireOwnContact(tx, scope, contact, 'contacts:restore');
  const restorableUntil = addDays(archived_at ?? now, contactRestoreDays);
  return { contact, deletedAt: archived_at ?? now, restorableUntil, isRestorable: now <= restorableUntil };
}

export async function restoreContact(
  tx: Tx,
  scope: AccessScope,
  id: string,
  homeLocationId: string | undefined,
  now: Date,
) {
  if (await contactsRepo(tx).forUpdate(id)) throw conflict('This contact is not deleted');
  await selectDeletedContact(tx, id).forUpdate('c').execute();
  const { contact, isRestorable } = await findDeleted(tx, scope, id, now);
  if (!isRestorable)
    throw conflict(
      `This contact was deleted more than ${contactRestoreDays} days ago, and cannot be restored any more`,
    );
  const home =
    (await locationRepo(tx).forKeyShare(contact.home_location_id)) ??
    (await findOtherHome(tx, scope, contact.company_id, homeLocationId));
  const restored = await contactsRepo(tx)
    .restore(id, home.id)
    .catch((error: unknown) => {
      if (violatedConstraint(error) === 'contacts_external_id') throw conflict(externalIdReused(contact.external_id));
      throw violatedConstraint(error) === 'contacts_email' ? conflict(emailReused(contact.email)) : error;
    });
  const changes =
    home.id === contact.home_location_id
      ? []
      : [{ field: 'homeLocationId', before: contact.home_location_id, after: home.id }];
  await logActivity(tx, scope.actor, {
    companyId: contact.company_id,
    action: 'contact.restored',
    recordId: id,
    label: loggedContact.label(contact),
    locationId: home.id,
    changes,
  });
  return restored;
}

const emailReused = (email: string) =>
  `Another contact has the email ${email} now. Change it there first, then restore this one.`;

const externalIdReused = (externalId: string | null) =>
  `Another contact has the external id ${externalId} now. Change it there first, then restore this one.`;

/** A restored contact whose home is archived needs another one. */
async function findOtherHome(tx: Tx, scope: AccessScope, companyId: string, homeLocationId: string | undefined) {
  if (!homeLocationId) throw conflict(homeArchived, { homeLocationId: homeArchived });
  if (scope.requireLocation(homeLocationId).companyId !== companyId) throw notFound('Location');
  return (await locationRepo(tx).forKeyShare(homeLocationId)) ?? raise(notFound('Location'));
}

const homeArchived = 'The home location of this contact is archived. Choose another one.';

const selectDeletedContact = (tx: Tx, id: string) =>
  selectNamedContacts(tx).where('c.id', '=', id).where('c.archived_at', 'is not', null);

/** The contacts `c`, deleted ones too: without the walk-in customer, who is archived from the start, and erased ones. */
export const selectNamedContacts = (tx: Tx) =>
  tx
    .selectFrom('contacts as c')
    .select(listColumns('contacts', 'c'))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('walk_in_contacts as w').select('w.contact_id').whereRef('w.contact_id', '=', 'c.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('contact_erasures as e')
            .select('e.contact_id')
            .whereRef('e.contact_id', '=', 'c.id')
            .where('e.erased_at', 'is not', null),
        ),
      ),
    );
