import type { SignInOutcome } from '#domain/auth/contract.ts';
import type { AcceptInvitationBody, Invitation } from '#domain/users/contract.ts';
import { passwordTooCommon } from '#domain/auth/password.ts';
import { userActor } from '#server/platform/http/actors.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import { badRequest, Problem, raise } from '#server/platform/http/problem.ts';
import { hashPassword, isCommonPassword, signIn } from '#server/modules/auth/index.ts';
import { hashOfToken } from '#server/platform/http/tokenFormat.ts';
import { readInvitationNames, readInvitedUser, openInvitation } from './invitationsRepo.ts';
import { usersRepo } from './repo.ts';

export async function readInvitation(context: AppContext, token: string): Promise<Invitation> {
  const { companyId, userId } = await findInvitation(context, token);
  return context.database.readOnly([companyId], async (tx) => {
    const { id, name, invited_first_name } = await readInvitationNames(tx, companyId, userId);
    const user = await readInvitedUser(tx, userId);
    return {
      company: { id, name },
      email: user.email,
      firstName: invited_first_name ?? '',
      needsPassword: user.password_hash === null,
    };
  });
}

/** An existing password and second factor stay. */
export async function acceptInvitation(
  context: AppContext,
  token: string,
  body: AcceptInvitationBody,
  userAgent: string | undefined,
  requestId: string,
): Promise<{ response: SignInOutcome; userId: string; companyId: string }> {
  const { database, clock } = context;
  const { companyId, userId } = await findInvitation(context, token);
  const password_hash = await hashNewPassword(
    (await readInvitedUser(database.unscoped, userId)).password_hash,
    body?.password,
  );
  const now = clock();
  const user = await database.scoped([companyId], async (tx) => {
    const repo = usersRepo(tx, companyId);
    await repo.lock();
    // Under the lock: of two requests at once, the second finds it used.
    const open = await openInvitation(tx, hashOfToken(token), now);
    if (open?.userId !== userId) throw notOpen;
    const typed = await readInvitationNames(tx, companyId, userId);
    const before = await tx
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const isNew = before.password_hash === null;
    await repo.setState(userId, { status: 'active', invitation_hash: null, invitation_expires_at: null });
    const accepted = await tx
      .updateTable('users')
      .set((row) => ({
        email_verified_at: row.fn.coalesce('email_verified_at', row.val(now)),
        ...(isNew && {
          password_hash,
          first_name: typed.invited_first_name ?? '',
          last_name: typed.invited_last_name ?? '',
          updated_at: now,
        }),
      }))
      .where('id', '=', userId)
      .returning(['id', 'first_name', 'last_name', 'email'])
      .executeTakeFirstOrThrow();
    const actor = userActor({ userId, firstName: accepted.first_name, lastName: accepted.last_name }, requestId);
    await logActivity(tx, actor, {
      companyId,
      action: 'user.invitation-accepted',
      recordId: userId,
      label: actor.name,
      locationId: null,
    });
    return accepted;
  });
  return { response: await signIn(context, user, now, userAgent), userId, companyId };
}

/** The link alone identifies the invitation. */
const findInvitation = async ({ database, clock }: AppContext, token: string) =>
  (await openInvitation(database.unscoped, hashOfToken(token), clock())) ?? raise(notOpen);

/** Hashing is expensive, so the link is checked first. */
async function hashNewPassword(existing: string | null, password: string | undefined): Promise<string | undefined> {
  if (existing !== null) return undefined;
  if (password === undefined) throw badRequest('Password is required', { password: 'Password is required' });
  if (isCommonPassword(password)) throw badRequest(passwordTooCommon, { password: passwordTooCommon });
  return hashPassword(password);
}

const notOpen = new Problem(
  404,
  'This invitation is no longer valid. It was used, replaced or revoked, or it is older than 7 days. Sign in, or ask for a new one.',
);
