/**
 * Members and prospects: list, search, tags, duplicates, photo, and their status at the front desk.
 * Table: contacts. The list's SQL is in `repo.ts`.
 */
import type { Module } from '#server/platform/module.ts';
import { contactRoutes } from './routes.ts';
import { contactDuplicateRoutes } from './duplicatesRoutes.ts';
import { contactImageRoutes } from './imageRoutes.ts';
import { contactMailRoutes } from './mailsRoutes.ts';
import { contactStandingRoutes } from './standingRoutes.ts';
import { memberHistoryRoutes } from './memberHistoryRoutes.ts';

export const contacts: Module = {
  routes: [
    contactRoutes,
    contactDuplicateRoutes,
    contactImageRoutes,
    contactMailRoutes,
    contactStandingRoutes,
    memberHistoryRoutes,
  ],
};

export { contactsRepo } from './repo.ts';
export { loggedContact, toContactSummary, type ContactRow, type UrlOf } from './rows.ts';
export { matchingContacts } from './search.ts';
export { hasStanding, sameDay } from './standingFilter.ts';
