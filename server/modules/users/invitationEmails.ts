import type { FastifyRequest } from 'fastify';
import type { UserResponse } from '#domain/users/contract.ts';
import { invitationDays } from '#domain/shared/limits.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';
import { readIdempotencyKey, onceInSteps } from '#server/platform/http/idempotency.ts';
import { logEmailFailure, logSecurity } from '#server/platform/http/logging.ts';
import type { Email } from '#server/platform/email/mailer.ts';
import { wordSpotterEmail } from '#server/platform/email/spotterEmail.ts';
import { rateLimits } from '#server/platform/http/rateLimits.ts';
import type { InvitationEmail, Invited } from './invite.ts';

/** In 15 minutes: emails to one person, emails of one company. */
const mostToOne = 5;
const mostOfCompany = 200;

interface Sending {
  readonly companyId: string;
  readonly to: string;
  readonly isNew: boolean;
  readonly write: (tx: Tx) => Promise<Invited>;
}

/**
 * Within a limit, so that nobody can use Spotter to send email to strangers. A request that is repeated with its key emails
 * nothing: a second email would end the link of the first.
 */
export async function sendInvitation(
  context: AppContext,
  request: FastifyRequest,
  sending: Sending,
): Promise<UserResponse> {
  const { companyId, isNew, write } = sending;
  const uncount = await countInvitation(context, sending);
  let isEmailed = false;
  try {
    return await onceInSteps<UserResponse>(context.database, [companyId], readIdempotencyKey(request, companyId), {
      async begin(tx) {
        const { detail, email } = await write(tx);
        return {
          meanwhile: { ...detail, message: 'Invited. The email is being sent.' },
          finish: async () => {
            isEmailed = true;
            if (isNew) logSecurity(request, 'user-invited', { userId: detail.user.id, companyId });
            return { ...detail, message: await deliver(context, request, email) };
          },
        };
      },
    });
  } finally {
    if (!isEmailed) await uncount();
  }
}

/** Called before anything is written. Returns a function that uncounts it. */
async function countInvitation(
  { database, clock }: AppContext,
  { companyId, to }: Sending,
): Promise<() => Promise<void>> {
  const attempts = rateLimits(database);
  const now = clock();
  const limits = [
    { subject: `invitation ${companyId} ${to.toLowerCase()}`, most: mostToOne },
    { subject: `invitations ${companyId}`, most: mostOfCompany },
  ];
  await attempts.takeOrRefuse(limits, now, 'Too many invitations were sent. Please try again later.');
  return async () => {
    for (const limit of limits) await attempts.refund(limit, now);
  };
}

/** The invitation stands even if its email could not be sent. */
async function deliver(
  { config, mailer }: AppContext,
  request: FastifyRequest,
  email: InvitationEmail,
): Promise<string> {
  const { firstName, lastName } = request.scope.user;
  try {
    await mailer.send(invitationEmail(config.publicUrl, `${firstName} ${lastName}`.trim(), email));
    return mailer.isOutbox
      ? 'Invited. No mail server is set up, so the link is in the log of the server.'
      : 'Invitation sent';
  } catch (error) {
    logEmailFailure(request, error);
    return 'Invited, but the email could not be sent. Please send the invitation again later.';
  }
}

function invitationEmail(
  publicUrl: string,
  inviter: string,
  { token, email, firstName, companyName }: InvitationEmail,
): Email {
  const link = `${publicUrl}/invitation?token=${token}`;
  return {
    to: email,
    link,
    ...wordSpotterEmail({
      subject: `${companyName} invites you to Spotter`,
      title: `Work with ${companyName} in Spotter`,
      firstName,
      blocks: [
        `${inviter} has given you access to ${companyName} in Spotter.`,
        { link: { label: 'Accept the Invitation', url: link } },
        `The link works once, for ${invitationDays} days. If you did not expect this, you can ignore it.`,
      ],
    }),
  };
}
