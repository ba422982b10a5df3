export { invitationRoutes } from './invitationsRoutes.ts';
export { usersRepo } from './repo.ts';
export { userRoutes } from './routes.ts';
export { userSessionRoutes } from './sessionsRoutes.ts';
