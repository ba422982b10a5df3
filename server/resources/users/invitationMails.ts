import type { FastifyRequest } from 'fastify';
import { invitationDays } from '#domain/rules/limits.ts';
import type { Deps } from '#server/deps.ts';
import { logMailFailure } from '#server/http/logging.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { rateLimits, tooManyAttempts } from '#server/http/rateLimits.ts';
import type { InvitationMail } from './users.service.ts';

/** The most mails in 15 minutes: to one person, and of one company. */
const mostToOne = 5;
const mostOfCompany = 200;

/** Mails invitations within a limit, so that nobody can use Spotter to send mail to strangers. */
export function invitationSender({ config, database, mailer, clock }: Deps) {
  const attempts = rateLimits(database);
  return {
    /** Counts one mail against the limits before anything is written. Returns a function that uncounts it. */
    async reserve(companyId: string, to: string): Promise<(error: unknown) => Promise<never>> {
      const now = clock();
      const limits = [
        { subject: `invitation ${companyId} ${to.toLowerCase()}`, most: mostToOne },
        { subject: `invitations ${companyId}`, most: mostOfCompany },
      ];
      const blockedUntil = await attempts.take(limits, now);
      if (blockedUntil) throw tooManyAttempts(blockedUntil, now, 'Too many invitations were sent. Please try again later.');
      return async (error) => {
        for (const limit of limits) await attempts.giveBack(limit, now);
        throw error;
      };
    },

    /** Returns the message for the inviting admin. The invitation stands even if its mail could not be sent. */
    async send(request: FastifyRequest, mail: InvitationMail): Promise<string> {
      const { firstName, lastName } = request.scope.person;
      try {
        await mailer.send(invitationMail(config.publicUrl, `${firstName} ${lastName}`.trim(), mail));
        return 'Invitation sent';
      } catch (error) {
        logMailFailure(request, error);
        return 'Invited, but the email could not be sent. Please send the invitation again later.';
      }
    },
  };
}

/** The same for a new person and for one who has an account at another company. */
function invitationMail(publicUrl: string, inviter: string, { token, email, firstName, companyName }: InvitationMail): Mail {
  const link = `${publicUrl}/invitation?token=${token}`;
  return {
    to: email,
    subject: `${companyName} invites you to Spotter`,
    link,
    text: `Hello ${firstName},

${inviter} has given you access to ${companyName} in Spotter. Accept the invitation here:

${link}

The link works once, for ${invitationDays} days. If you did not expect this, you can ignore it.
`,
  };
}
