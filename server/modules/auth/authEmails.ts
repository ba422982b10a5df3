import type { Email } from '#server/platform/email/mailer.ts';
import { wordSpotterEmail } from '#server/platform/email/spotterEmail.ts';
import type { TokenPurpose } from './repo.ts';

interface Addressee {
  email: string;
  first_name: string;
}

export const authEmails = (publicUrl: string): Record<TokenPurpose, (to: Addressee, token: string) => Email> => ({
  reset(to, token) {
    const link = `${publicUrl}/change-password?token=${token}`;
    return {
      to: to.email,
      link,
      ...wordSpotterEmail({
        subject: 'Reset your Spotter password',
        title: 'Reset your password',
        firstName: to.first_name,
        blocks: [
          'Set a new password for Spotter here.',
          { link: { label: 'Set a New Password', url: link } },
          'The link works once, for one hour. If you did not ask for this, ignore this email. Nothing has changed.',
        ],
      }),
    };
  },
  verify(to, token) {
    const link = `${publicUrl}/verify-email?token=${token}`;
    return {
      to: to.email,
      link,
      ...wordSpotterEmail({
        subject: 'Verify your email address for Spotter',
        title: 'Verify your email address',
        firstName: to.first_name,
        blocks: [
          'Please confirm your email address.',
          { link: { label: 'Confirm My Address', url: link } },
          'The link works once, for one day.',
        ],
      }),
    };
  },
});
