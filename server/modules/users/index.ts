/**
 * The users of a company: inviting, access by location, disabling, their sessions.
 * `invite.ts`, `acceptInvitation.ts`, `change.ts` and `disable.ts` are what happens to a user.
 * What each level may do is `domain/shared/access.ts`.
 * Tables: users, company_users, company_admins, location_access, user_tokens.
 */
import type { Module } from '#server/platform/module.ts';
import { userRoutes } from './routes.ts';
import { userSessionRoutes } from './sessionsRoutes.ts';
import { invitationRoutes } from './invitationsRoutes.ts';

export const users: Module = {
  routes: [userRoutes, userSessionRoutes, invitationRoutes],
};

export { activeAdmins, usersRepo } from './repo.ts';
