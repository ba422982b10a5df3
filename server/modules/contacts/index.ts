/**
 * Members and prospects: list, search, tags, notes, duplicates and photo.
 * Tables: contacts, contact_codes, contact_notes. The list's SQL is in `repo.ts`. The
 * browser makes the list's CSV: `src/resources/contacts/contactCsv.ts`.
 */
import type { Module } from '#server/platform/module.ts';
import { contactRoutes } from './routes.ts';
import { contactDuplicateRoutes } from './duplicatesRoutes.ts';
import { contactImageRoutes } from './imageRoutes.ts';
import { contactEmailRoutes } from './emailsRoutes.ts';
import { contactCodeRoutes } from './codesRoutes.ts';
import { contactNoteRoutes } from './notesRoutes.ts';
import { memberHistoryRoutes } from './memberHistoryRoutes.ts';
import { peopleRoutes } from './peopleRoutes.ts';

export const contacts: Module = {
  routes: [
    contactRoutes,
    contactDuplicateRoutes,
    contactImageRoutes,
    contactEmailRoutes,
    contactNoteRoutes,
    contactCodeRoutes,
    memberHistoryRoutes,
    peopleRoutes,
  ],
};

export { writeNote } from './notes.ts';
export { toErasure } from './erasure.ts';
export { findUnsettled, selectNamedContacts } from './deletion.ts';
export { logContact } from './logContact.ts';
export { contactsRepo } from './repo.ts';
export { addContact } from './service.ts';
export {
  loggedContact,
  toColumns,
  toContactSummary,
  toSummaryMembership,
  type StoredContact,
  type UrlOf,
} from './rows.ts';
export { findContactByCode, findCurrentCode, findCode } from './codes.ts';
export { matchingContacts } from './search.ts';
export { hasMemberStatus, sameDay } from './memberStatusFilter.ts';
