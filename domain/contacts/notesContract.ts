import { z } from 'zod';
import { id, timestamp } from '#domain/shared/contract.ts';
import { requiredText } from '#domain/shared/fields.ts';
import { notesMaxLength } from '#domain/shared/limits.ts';

/** A dated note about a contact. The `notes` of the contact's record are apart from these. */
const contactNote = z
  .object({
    id,
    text: z.string(),
    author: z.object({ id, name: z.string() }),
    /** True for the caller's own notes, and for callers who may delete the notes of others. */
    mayDelete: z.boolean(),
    createdAt: timestamp,
  })
  .meta({ id: 'ContactNote' });
export type ContactNote = z.output<typeof contactNote>;

/** The newest first. */
export const contactNotesResponse = z.object({ notes: z.array(contactNote) }).meta({ id: 'ContactNotes' });
export type ContactNotesResponse = z.output<typeof contactNotesResponse>;

export const contactNoteBody = z.object({ text: requiredText('Note is required', notesMaxLength) }).meta({
  id: 'ContactNoteCreate',
});
export type ContactNoteBody = z.output<typeof contactNoteBody>;

export const contactNoteResponse = z
  .object({ message: z.string(), note: contactNote })
  .meta({ id: 'ContactNoteResponse' });
export type ContactNoteResponse = z.output<typeof contactNoteResponse>;

export const contactNoteParams = z.object({ id, noteId: id });
