import type { MessageResponse } from '#domain/shared/contract.ts';
import type {
  InviteBody,
  SessionList,
  UserAccess,
  UserDetail,
  UserPage,
  UserResponse,
} from '#domain/users/contract.ts';
import type { Grant } from '#domain/users/users.ts';
import { http } from './http.ts';
import { restResource } from './restResource.ts';
import { staleBy } from './stale.ts';

/** A user as a company sees them, with their access. */
export type ListedUser = UserAccess['user'] & Omit<UserAccess, 'user'>;
export type UserRecord = ListedUser & Pick<UserDetail, 'worksElsewhere' | 'mayChangeInvitation'> & { message?: string };

const inCompany = (companyId: string) => `?companyId=${companyId}`;

/** What a person may do at which location, as a form holds it and sends it. */
export const toGrants = (locations: UserRecord['locations']): Grant[] =>
  sortGrants(locations.map(({ location, accessLevel }) => ({ locationId: location.id, accessLevel })));

export const sortGrants = (grants: readonly Grant[]) =>
  grants.toSorted((a, b) => a.locationId.localeCompare(b.locationId));

const toRecord = ({ user, ...access }: UserDetail | UserResponse): UserRecord => ({ ...user, ...access });

export const usersResource = restResource({
  path: 'users',
  stale: staleBy.users,
  rows: ({ users }: UserPage) => users.map(({ user, ...access }): ListedUser => ({ ...user, ...access })),
  one: toRecord,
  asSent: ({ locations, ...user }) => ({ ...user, locations: toGrants(locations) }),
  // A user is read and changed within a company, which the screen passes as `meta.companyId`.
  toQuery: (meta) => (meta?.companyId ? inCompany(meta.companyId) : ''),
  // Inviting takes a key.
  lacks: ['create', 'delete'],
});

interface InCompany {
  id: string;
  companyId: string;
}

const act =
  (method: 'POST' | 'DELETE', action: string) =>
  async ({ id, companyId }: InCompany) =>
    (
      await http<UserResponse>(`/users/${id}/${action}`, {
        method,
        body: { companyId },
        stale: staleBy.users,
        deleted: action === 'invitation' ? id : undefined,
      })
    ).message;

/** Actions that are not about sessions return the server's message. */
export const userActions = {
  /** Repeated with the same key it emails once. The record has the server's message. */
  inviteUser: async (body: InviteBody, idempotencyKey: string) =>
    toRecord(await http<UserResponse>('/users', { method: 'POST', body, idempotencyKey, stale: staleBy.users })),
  /** The same. A later email ends the link of the one before. */
  resendInvitation: async ({ id, companyId }: InCompany, idempotencyKey: string) =>
    (
      await http<UserResponse>(`/users/${id}/invitation`, {
        method: 'POST',
        body: { companyId },
        idempotencyKey,
        stale: staleBy.users,
      })
    ).message,
  revokeInvitation: act('DELETE', 'invitation'),
  disableUser: act('POST', 'disable'),
  enableUser: act('POST', 'enable'),

  userSessions: async ({ id, companyId }: InCompany, signal?: AbortSignal) =>
    (await http<SessionList>(`/users/${id}/sessions${inCompany(companyId)}`, { signal })).sessions,
  endUserSession: ({ id, companyId }: InCompany, sessionId: string) =>
    http<MessageResponse>(`/users/${id}/sessions/${sessionId}`, {
      method: 'DELETE',
      body: { companyId },
      stale: ['sessions'],
    }),
  endUserSessions: ({ id, companyId }: InCompany) =>
    http<MessageResponse>(`/users/${id}/sessions`, { method: 'DELETE', body: { companyId }, stale: ['sessions'] }),
};
