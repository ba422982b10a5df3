import { v7 as uuid } from 'uuid';
import type { ContactCreateBody, ContactListQuery, ContactUpdateBody } from '#domain/contacts/contract.ts';
import { spellTags } from '#domain/contacts/tags.ts';
import { logRecord } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { listPage } from '#server/platform/database/listPage.ts';
import { writeUniqueExternalId } from '#server/platform/database/externalId.ts';
import { violatedConstraint } from '#server/platform/database/errors.ts';
import { editConflict } from '#server/platform/http/optimisticLock.ts';
import { conflict, forbidden, notFound, raise } from '#server/platform/http/problem.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { locationRepo, toLocationSummary } from '#server/modules/locations/index.ts';
import { requireOwnContact } from '#server/modules/contact-memberships/index.ts';
import { contactsRepo } from './repo.ts';
import { loggedContact, toColumns, toContact, toContactSummary, toListedMemberStatus, type UrlOf } from './rows.ts';

/** Without the right to read contacts, rows have only what the front desk needs, and nobody filters by fields that they may not see. */
export async function listContacts(
  tx: Tx,
  scope: AccessScope,
  query: ContactListQuery,
  { now, urlOf }: { now: Date; urlOf: UrlOf },
) {
  const at = query.locationId ? scope.requireLocation(query.locationId) : undefined;
  const readable = new Set(
    scope.locations.filter((location) => scope.mayAt(location, 'contacts:read')).map(({ id }) => id),
  );
  const listed = scope.locationIds(query.locationId);
  const isFiltered = [query.memberStatus, query.tags, query.externalId].some((filter) => filter !== undefined);
  const locationIds = isFiltered ? listed.filter((id) => readable.has(id)) : listed;
  if (isFiltered && locationIds.length === 0) throw forbidden();
  const timezones = scope.locations.filter(({ id }) => locationIds.includes(id)).map(({ timezone }) => timezone);
  const listScope = { locationIds, timezones, ...(at && { at }), now };
  const { rows, pagination, sync } = await listPage(tx, query, { kind: 'contact', locationIds }, (asked) =>
    contactsRepo(tx).page(asked, listScope),
  );
  return {
    contacts: rows.map((row) => {
      const mayRead = readable.has(at?.id ?? row.home_location_id);
      const location = { id: at?.id ?? row.location_id, zone: at?.timezone ?? row.location_timezone };
      return {
        contact: mayRead ? toContact(row, urlOf) : toContactSummary(row, urlOf),
        homeLocation: toLocationSummary(row),
        memberStatus: mayRead ? toListedMemberStatus(row, location, now) : null,
      };
    }),
    pagination,
    ...sync,
  };
}

const emailTaken = 'A contact with this email already exists';

/** 409 if the company already has the email address. */
export async function addContact(tx: Tx, scope: AccessScope, { homeLocationId, ...body }: ContactCreateBody) {
  const { companyId } = scope.requireLocation(homeLocationId);
  const repo = contactsRepo(tx);
  const home = (await locationRepo(tx).forKeyShare(homeLocationId)) ?? raise(notFound('Location'));
  const columns = await readColumns(tx, companyId, body);
  const added = await withUniqueKeys(() =>
    repo.add({
      ...columns,
      id: uuid(),
      company_id: companyId,
      home_location_id: home.id,
      first_name: body.firstName,
      last_name: body.lastName,
      email: body.email,
    }),
  );
  await logRecord(tx, scope.actor, loggedContact, { after: added });
  return added;
}

/** A stale `updatedAt` is 409. */
export async function changeContact(
  tx: Tx,
  scope: AccessScope,
  id: string,
  { homeLocationId, updatedAt, ...body }: ContactUpdateBody,
) {
  const repo = contactsRepo(tx);
  const before = requireAccess(scope, await repo.forNoKeyUpdate(id), 'Contact');
  await requireOwnContact(tx, scope, before, 'contacts:write');
  const isMoving = homeLocationId !== undefined && homeLocationId !== before.home_location_id;
  // Changing the home location needs access to the new one. Leaving it unchanged needs none.
  if (isMoving && scope.requireLocation(homeLocationId).companyId !== before.company_id) throw notFound('Location');
  if (isMoving && !(await locationRepo(tx).forKeyShare(homeLocationId))) throw notFound('Location');
  const columns = {
    ...(await readColumns(tx, before.company_id, body)),
    ...(isMoving && { home_location_id: homeLocationId }),
  };
  const after = (await withUniqueKeys(() => repo.change(id, columns, updatedAt))) ?? raise(editConflict());
  await logRecord(tx, scope.actor, loggedContact, { before, after });
  return after;
}

async function readColumns(tx: Tx, companyId: string, body: Parameters<typeof toColumns>[0]) {
  if (!body.tags?.length) return toColumns(body);
  const existing = await contactsRepo(tx).tags([companyId]);
  return toColumns({
    ...body,
    tags: spellTags(
      body.tags,
      existing.map(({ name }) => name),
    ),
  });
}

async function withUniqueKeys<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await writeUniqueExternalId('contact', write);
  } catch (error) {
    if (violatedConstraint(error) === 'contacts_email') throw conflict(emailTaken, { email: emailTaken });
    throw error;
  }
}
