import type { Email } from '#server/platform/email/mailer.ts';
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
      subject: 'Reset your Spotter password',
      link,
      text: `Hello ${to.first_name},

Set a new password for Spotter here:

${link}

The link works once, for one hour. If you did not ask for this, ignore this email. Nothing has changed.
`,
    };
  },
  verify(to, token) {
    const link = `${publicUrl}/verify-email?token=${token}`;
    return {
      to: to.email,
      subject: 'Verify your email address for Spotter',
      link,
      text: `Hello ${to.first_name},

Please confirm your email address:

${link}

The link works once, for one day.
`,
    };
  },
});
