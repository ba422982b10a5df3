import { addDays } from 'date-fns';
import { v7 as uuid } from 'uuid';
import type { ActionOf } from '#domain/activity/sentences.ts';
import type { InviteBody, UserDetail, UserUpdateBody } from '#domain/users/contract.ts';
import { levelLabels, type Role } from '#domain/shared/access.ts';
import { invitationDays } from '#domain/shared/limits.ts';
import type { Access, Grant } from '#domain/users/users.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { editConflict, nextUpdatedAt } from '#server/platform/http/optimisticLock.ts';
import { conflict, notFound } from '#server/platform/http/problem.ts';
import { endSessions, newEmailedToken } from '#server/modules/auth/index.ts';
import {
  accessAfter,
  changeRefusal,
  disableRefusal,
  enableRefusal,
  invitationRefusal,
  inviteRefusal,
  renameRefusal,
} from './rules.ts';
import {
  findCompanyUser,
  refuse,
  toUserDetail,
  viewerIn,
  visibleUser,
  type CompanyUserRecord,
} from './companyPeople.ts';
import { userByEmail } from './invitationsRepo.ts';
import { usersRepo } from './repo.ts';

export interface InvitationEmail {
  token: string;
  email: string;
  firstName: string;
  companyName: string;
}

export interface Invited {
  detail: UserDetail;
  mail: InvitationEmail;
}

/**
 * Each change runs under the company's lock and reads the caller's own access again, so that two admins who change each
 * other at once cannot both succeed.
 */
export const usersService = (tx: Tx, scope: AccessScope, companyId: string, now: Date) => {
  const repo = usersRepo(tx, companyId);

  async function writeInvitation(
    userId: string,
    names: { firstName: string; lastName: string },
  ): Promise<{ token: string }> {
    const { token, hash } = newEmailedToken();
    await repo.setState(userId, {
      status: 'invited',
      invited_at: now,
      invited_first_name: names.firstName,
      invited_last_name: names.lastName,
      invitation_hash: hash,
      invitation_expires_at: addDays(now, invitationDays),
    });
    return { token };
  }

  async function invited(
    viewer: CompanyUserRecord,
    userId: string,
    token: string,
    companyName: string,
  ): Promise<Invited> {
    const user = await visibleUser(tx, companyId, userId, viewer);
    return {
      detail: await toUserDetail(tx, companyId, viewer, user),
      mail: { token, email: user.row.email, firstName: user.row.first_name, companyName },
    };
  }

  async function log(action: ActionOf<'user'>, before: UserDetail | null, after: UserDetail): Promise<void> {
    const { id, firstName, lastName } = after.user;
    const changes = changesBetween(before && loggedFields(before), loggedFields(after));
    await logActivity(tx, scope.actor, {
      companyId,
      action,
      recordId: id,
      label: `${firstName} ${lastName}`,
      locationId: null,
      changes,
    });
  }

  async function begin(userId: string) {
    await repo.lock();
    const viewer = await viewerIn(tx, companyId, scope);
    return { viewer, user: await visibleUser(tx, companyId, userId, viewer) };
  }

  const readDetail = async (userId: string) => {
    const viewer = await viewerIn(tx, companyId, scope);
    const user = (await findCompanyUser(tx, companyId, userId)) ?? userNotFound();
    return toUserDetail(tx, companyId, viewer, user);
  };

  return {
    async one(userId: string): Promise<UserDetail> {
      const viewer = await viewerIn(tx, companyId, scope);
      return toUserDetail(tx, companyId, viewer, await visibleUser(tx, companyId, userId, viewer));
    },

    /** The response is the same whether or not the address has an account already. */
    async invite({ email, firstName, lastName, role, locations }: InviteBody): Promise<Invited> {
      const access = requestedAccess(role, locations);
      const company = await repo.lock();
      const viewer = await viewerIn(tx, companyId, scope);
      refuse(inviteRefusal(viewer, access));
      const known = await userByEmail(tx, email);
      if (known) refuseKnown(await findCompanyUser(tx, companyId, known.id));
      const userId = known?.id ?? uuid();
      if (!known)
        await tx
          .insertInto('users')
          .values({
            id: userId,
            email,
            first_name: firstName,
            last_name: lastName,
            password_hash: null,
            email_verified_at: null,
          })
          .execute();
      await repo.setAccess(userId, access);
      const { token } = await writeInvitation(userId, { firstName, lastName });
      const invitation = await invited(viewer, userId, token, company?.name ?? '');
      await log('user.invited', null, invitation.detail);
      return invitation;
    },

    async resendInvitation(userId: string): Promise<Invited> {
      const company = await repo.lock();
      const viewer = await viewerIn(tx, companyId, scope);
      const user = await visibleUser(tx, companyId, userId, viewer);
      refuse(invitationRefusal(viewer, user));
      const { token } = await writeInvitation(userId, { firstName: user.row.first_name, lastName: user.row.last_name });
      const invitation = await invited(viewer, userId, token, company?.name ?? '');
      await log('user.invitation-sent', invitation.detail, invitation.detail);
      return invitation;
    },

    async revokeInvitation(userId: string): Promise<UserDetail> {
      const { viewer, user } = await begin(userId);
      refuse(invitationRefusal(viewer, user));
      const detail = await toUserDetail(tx, companyId, viewer, user);
      await log('user.invitation-revoked', detail, detail);
      await repo.removeInvited(userId);
      return detail;
    },

    /** Takes effect at the person's next request, which reads their access again. */
    async change(userId: string, { firstName, lastName, updatedAt, ...change }: UserUpdateBody): Promise<UserDetail> {
      for (const { locationId } of change.locations ?? []) requireLocation(locationId);
      const { viewer, user } = await begin(userId);
      if (updatedAt !== undefined && new Date(updatedAt).getTime() !== user.row.updated_at.getTime())
        throw editConflict();
      const before = await toUserDetail(tx, companyId, viewer, user);
      const names = { firstName: firstName ?? user.row.first_name, lastName: lastName ?? user.row.last_name };
      const isRenamed = names.firstName !== user.row.first_name || names.lastName !== user.row.last_name;
      refuse(changeRefusal(viewer, user, change, await repo.activeAdminsBeside(userId)));
      if (isRenamed) refuse(renameRefusal(viewer, user, await repo.worksElsewhere(userId)));
      if (change.role !== undefined || change.locations !== undefined)
        await repo.setAccess(userId, accessAfter(viewer, user, change));
      if (isRenamed && user.status !== 'invited') {
        await tx
          .updateTable('users')
          .set({ first_name: names.firstName, last_name: names.lastName, updated_at: nextUpdatedAt() })
          .where('id', '=', userId)
          .execute();
      }
      await repo.setState(
        userId,
        isRenamed && user.status === 'invited'
          ? { invited_first_name: names.firstName, invited_last_name: names.lastName }
          : {},
      );
      const after = await readDetail(userId);
      await log('user.updated', before, after);
      return after;
    },

    /** Ends the person's sessions. Access to other companies stays: they sign in again. */
    async disable(userId: string): Promise<UserDetail> {
      await repo.lock();
      const viewer = await viewerIn(tx, companyId, scope);
      const user = (await findCompanyUser(tx, companyId, userId)) ?? userNotFound();
      refuse(disableRefusal(viewer, user, await repo.activeAdminsBeside(userId)));
      const before = await toUserDetail(tx, companyId, viewer, user);
      await repo.setState(userId, { status: 'disabled' });
      await endSessions(tx, userId, now);
      const after = await readDetail(userId);
      await log('user.disabled', before, after);
      return after;
    },

    async enable(userId: string): Promise<UserDetail> {
      const { viewer, user } = await begin(userId);
      refuse(enableRefusal(viewer, user));
      const before = await toUserDetail(tx, companyId, viewer, user);
      await repo.setState(userId, { status: 'active' });
      const after = await readDetail(userId);
      await log('user.enabled', before, after);
      return after;
    },
  };

  function requestedAccess(role: Role, locations: readonly Grant[]): Access {
    if (role === 'admin') return { role, locations: [] };
    for (const { locationId } of locations) requireLocation(locationId);
    return { role, locations };
  }

  function requireLocation(locationId: string): void {
    if (scope.requireLocation(locationId).companyId !== companyId) throw notFound('Location');
  }
};

const loggedFields = ({ user: { firstName, lastName, email, status }, role, locations }: UserDetail) => ({
  firstName,
  lastName,
  email,
  status,
  role,
  locations: locations.map(({ location, accessLevel }) => `${location.name} (${levelLabels[accessLevel]})`),
});

const userNotFound = (): never => {
  throw notFound('User');
};

function refuseKnown(person: CompanyUserRecord | undefined): void {
  if (!person) return;
  if (person.status === 'disabled') throw conflict('This person is disabled. Enable them instead.');
  if (person.status === 'invited')
    throw conflict('This person has already been invited. Send the invitation again instead.');
  const hasAccess = person.role === 'admin' || person.locations.some(({ is_archived }) => !is_archived);
  if (hasAccess) throw conflict('This person already has access');
}
