import { v7 as uuid } from 'uuid';
import type { ContactCreateBody, ContactUpdateBody } from '#domain/contract/contacts.ts';
import { logRecord } from '#server/activity/logActivity.ts';
import type { Tx } from '#server/db/database.ts';
import { violatedConstraint } from '#server/db/errors.ts';
import { deleteLater } from '#server/files/deletedFiles.ts';
import { conflict, notFound, raise } from '#server/http/problem.ts';
import { requireAccess, type AccessScope } from '#server/http/accessScope.ts';
import { imageKeysOf } from './contacts.images.ts';
import { contactsRepo } from './contacts.repo.ts';
import { loggedContact, toColumns } from './contacts.rows.ts';

const emailTaken = 'A contact with this email already exists';

/** Adds a contact to the company of its home location; an e-mail address that the company knows already is 409, by the unique index itself. */
export async function addContact(tx: Tx, scope: AccessScope, { homeLocationId, ...body }: ContactCreateBody) {
  const { companyId } = scope.requireLocation(homeLocationId);
  const repo = contactsRepo(tx);
  const home = (await repo.heldHome(homeLocationId)) ?? raise(notFound('Location'));
  const added = await oneEmailEach(() =>
    repo.add({
      ...toColumns(body),
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

/** Changes what the body names; a stale `updatedAt` is 409. */
export async function changeContact(tx: Tx, scope: AccessScope, id: string, { homeLocationId, updatedAt, ...body }: ContactUpdateBody) {
  const repo = contactsRepo(tx);
  const before = requireAccess(scope, await repo.forChange(id), 'Contact');
  const isMoving = homeLocationId !== undefined && homeLocationId !== before.home_location_id;
  // Who may move a contact needs the new home in reach; one who leaves it where it is does not need the old one.
  if (isMoving && scope.requireLocation(homeLocationId).companyId !== before.company_id) throw notFound('Location');
  if (isMoving && !(await repo.heldHome(homeLocationId))) throw notFound('Location');
  const columns = { ...toColumns(body), ...(isMoving && { home_location_id: homeLocationId }) };
  const after = (await oneEmailEach(() => repo.change(id, columns, updatedAt))) ?? raise(conflict('This was changed by someone else'));
  await logRecord(tx, scope.actor, loggedContact, { before, after });
  return after;
}

/** Deletes a contact, or archives one that has history, which also ends the renewal of what they hold. */
export async function removeContact(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<void> {
  const repo = contactsRepo(tx);
  // Locked, so that no sale or check-in begins between the question and the answer.
  const row = requireAccess(scope, await repo.locked(id), 'Contact');
  await logRecord(tx, scope.actor, loggedContact, { before: row });
  if (await repo.hasHistory(id)) return repo.archive(id);
  await deleteLater(tx, row.company_id, imageKeysOf(row), now);
  await repo.remove(id);
}

async function oneEmailEach<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) === 'contacts_email') throw conflict(emailTaken, { email: emailTaken });
    throw error;
  }
}
