import { addDays } from 'date-fns';
import { v7 as uuid } from 'uuid';
import type { InviteBody, UserDetail } from '#domain/users/contract.ts';
import type { Role } from '#domain/shared/access.ts';
import { invitationDays } from '#domain/shared/limits.ts';
import type { CompanyAccess, Grant } from '#domain/users/users.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { conflict } from '#server/platform/http/problem.ts';
import { newEmailedToken } from '#server/modules/auth/index.ts';
import { invitationRefusal, inviteRefusal } from './rules.ts';
import {
  findCompanyUser,
  lockUser,
  logUserChange,
  refuse,
  requireCompanyLocation,
  toUserDetail,
  requireViewer,
  requireVisibleUser,
  type CompanyUserRecord,
} from './companyUsers.ts';
import { findUserByEmail } from './invitationsRepo.ts';
import { usersRepo } from './repo.ts';

export interface InvitationEmail {
  token: string;
  email: string;
  firstName: string;
  companyName: string;
}

export interface Invited {
  detail: UserDetail;
  email: InvitationEmail;
}

/** The response is the same whether or not the address has an account already. */
export async function inviteUser(
  tx: Tx,
  scope: AccessScope,
  companyId: string,
  { email, firstName, lastName, role, locations }: InviteBody,
  now: Date,
): Promise<Invited> {
  const access = requestedAccess(scope, companyId, role, locations);
  const repo = usersRepo(tx, companyId);
  const company = await repo.lock();
  const viewer = await requireViewer(tx, companyId, scope);
  refuse(inviteRefusal(viewer, access));
  const existing = await findUserByEmail(tx, email);
  if (existing) refuseExisting(await findCompanyUser(tx, companyId, existing.id));
  const userId = existing?.id ?? uuid();
  if (!existing)
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
  const token = await writeInvitation(tx, companyId, userId, { firstName, lastName }, now);
  const invited = await toInvited(tx, viewer, userId, { token, companyId, companyName: company?.name ?? '' });
  await logUserChange(tx, scope, companyId, 'user.invited', { before: null, after: invited.detail });
  return invited;
}

export async function resendInvitation(
  tx: Tx,
  scope: AccessScope,
  companyId: string,
  userId: string,
  now: Date,
): Promise<Invited> {
  const { company, viewer, user } = await lockUser(tx, scope, companyId, userId);
  refuse(invitationRefusal(viewer, user));
  const names = { firstName: user.row.first_name, lastName: user.row.last_name };
  const token = await writeInvitation(tx, companyId, userId, names, now);
  const invited = await toInvited(tx, viewer, userId, { token, companyId, companyName: company?.name ?? '' });
  await logUserChange(tx, scope, companyId, 'user.invitation-sent', { before: invited.detail, after: invited.detail });
  return invited;
}

export async function revokeInvitation(
  tx: Tx,
  scope: AccessScope,
  companyId: string,
  userId: string,
): Promise<UserDetail> {
  const { viewer, user } = await lockUser(tx, scope, companyId, userId);
  refuse(invitationRefusal(viewer, user));
  const detail = await toUserDetail(tx, companyId, viewer, user);
  await logUserChange(tx, scope, companyId, 'user.invitation-revoked', { before: detail, after: detail });
  await usersRepo(tx, companyId).removeInvited(userId);
  return detail;
}

/** Returns the token of the link. */
async function writeInvitation(
  tx: Tx,
  companyId: string,
  userId: string,
  names: { firstName: string; lastName: string },
  now: Date,
): Promise<string> {
  const { token, hash } = newEmailedToken();
  await usersRepo(tx, companyId).setState(userId, {
    status: 'invited',
    invited_at: now,
    invited_first_name: names.firstName,
    invited_last_name: names.lastName,
    invitation_hash: hash,
    invitation_expires_at: addDays(now, invitationDays),
  });
  return token;
}

async function toInvited(
  tx: Tx,
  viewer: CompanyUserRecord,
  userId: string,
  {
    token,
    companyId,
    companyName,
  }: { readonly token: string; readonly companyId: string; readonly companyName: string },
): Promise<Invited> {
  const user = await requireVisibleUser(tx, companyId, userId, viewer);
  return {
    detail: await toUserDetail(tx, companyId, viewer, user),
    email: { token, email: user.row.email, firstName: user.row.first_name, companyName },
  };
}

function requestedAccess(
  scope: AccessScope,
  companyId: string,
  role: Role,
  locations: readonly Grant[],
): CompanyAccess {
  if (role === 'admin') return { role, locations: [] };
  for (const { locationId } of locations) requireCompanyLocation(scope, companyId, locationId);
  return { role, locations };
}

function refuseExisting(user: CompanyUserRecord | undefined): void {
  if (!user) return;
  if (user.status === 'disabled') throw conflict('This person is disabled. Enable them instead.');
  if (user.status === 'invited')
    throw conflict('This person has already been invited. Send the invitation again instead.');
  const hasAccess = user.role === 'admin' || user.locations.some(({ is_archived }) => !is_archived);
  if (hasAccess) throw conflict('This person already has access');
}
