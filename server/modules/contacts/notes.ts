import type { Selectable } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { ContactNote, ContactNoteBody } from '#domain/contacts/notesContract.ts';
import { contactNotesListed } from '#domain/shared/limits.ts';
import { changesBetween } from '#server/modules/activity/index.ts';
import { mayForContact, requireOwnContact } from '#server/modules/contact-memberships/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, type ContactNoteTable } from '#server/platform/database/schema.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';
import { contactsRepo } from './repo.ts';
import { logContact } from './logContact.ts';
import type { StoredContact } from './rows.ts';

type NoteRow = Selectable<ContactNoteTable>;

export async function listNotes(tx: Tx, scope: AccessScope, contactId: string): Promise<ContactNote[]> {
  const contact = requireAccess(scope, await contactsRepo(tx).one(contactId), 'Contact');
  const rows = await tx
    .selectFrom('contact_notes')
    .select(columns.contact_notes)
    .where('contact_id', '=', contactId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(contactNotesListed)
    .execute();
  const mayDeleteAll = await mayForContact(tx, scope, contact, 'contact-notes:delete');
  return rows.map((row) => toNote(row, mayDeleteAll || isAuthor(scope, row)));
}

export async function addNote(
  tx: Tx,
  scope: AccessScope,
  contactId: string,
  { text }: ContactNoteBody,
  now: Date,
): Promise<ContactNote> {
  return writeNote(tx, scope, await lockContact(tx, scope, contactId), text, now);
}

/** The contact is locked. */
export async function writeNote(
  tx: Tx,
  scope: AccessScope,
  contact: StoredContact,
  text: string,
  now: Date,
): Promise<ContactNote> {
  const row = await tx
    .insertInto('contact_notes')
    .values({
      id: uuid(),
      company_id: contact.company_id,
      contact_id: contact.id,
      text,
      author_id: scope.user.userId,
      author_name: scope.actor.name,
      created_at: now,
    })
    .returning(columns.contact_notes)
    .executeTakeFirstOrThrow();
  await logContact(tx, scope.actor, contact, 'contact.note-added', changesBetween(null, { note: text }));
  return toNote(row, true);
}

/** Only its author and managers may. */
export async function deleteNote(tx: Tx, scope: AccessScope, { id, noteId }: { id: string; noteId: string }) {
  const contact = await lockContact(tx, scope, id);
  const note =
    (await tx
      .selectFrom('contact_notes')
      .select(columns.contact_notes)
      .where('id', '=', noteId)
      .where('contact_id', '=', id)
      .executeTakeFirst()) ?? raise(notFound('Note'));
  if (!isAuthor(scope, note)) await requireOwnContact(tx, scope, contact, 'contact-notes:delete');
  await tx.deleteFrom('contact_notes').where('id', '=', noteId).execute();
  await logContact(tx, scope.actor, contact, 'contact.note-deleted', changesBetween({ note: note.text }, null));
}

async function lockContact(tx: Tx, scope: AccessScope, id: string): Promise<StoredContact> {
  const contact = requireAccess(scope, await contactsRepo(tx).forNoKeyUpdate(id), 'Contact');
  await requireOwnContact(tx, scope, contact, 'contacts:write');
  return contact;
}

const isAuthor = ({ user }: AccessScope, { author_id }: NoteRow) => author_id === user.userId;

const toNote = (row: NoteRow, mayDelete: boolean): ContactNote => ({
  id: row.id,
  text: row.text,
  author: { id: row.author_id, name: row.author_name },
  mayDelete,
  createdAt: row.created_at.toISOString(),
});
