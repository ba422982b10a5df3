import type { Mail } from '#server/mail/mailer.ts';
import type { TokenPurpose } from './auth.repo.ts';

interface Addressee {
  email: string;
  first_name: string;
}

/** The mails with a link that only the owner of the address can follow. */
export const authMails = (publicUrl: string): Record<TokenPurpose, (to: Addressee, token: string) => Mail> => ({
  reset: (to, token) => ({
    to: to.email,
    subject: 'Reset your Spotter password',
    link: `${publicUrl}/change-password?token=${token}`,
    text: (link) =>
      `Hello ${to.first_name},\n\nset a new password for Spotter here:\n\n${link}\n\n` +
      'The link works once, for one hour. If you did not ask for it, nothing has changed and you can leave it be.\n',
  }),
  verify: (to, token) => ({
    to: to.email,
    subject: 'Verify your email address for Spotter',
    link: `${publicUrl}/verify-email?token=${token}`,
    text: (link) => `Hello ${to.first_name},\n\nplease confirm that this is your address:\n\n${link}\n\nThe link works once, for one day.\n`,
  }),
});
