import type { Email } from '#server/platform/email/mailer.ts';
import { wordSpotterEmail } from '#server/platform/email/spotterEmail.ts';

export type SecondFactorEvent =
  | 'turned-on'
  | 'turned-off'
  | 'recovery-codes-replaced'
  | 'recovery-code-used'
  | 'reset'
  | 'passkey-added'
  | 'passkey-removed';

export function secondFactorEmail(
  publicUrl: string,
  to: { email: string; first_name: string },
  event: SecondFactorEvent,
  codesLeft: number,
): Email {
  const link = `${publicUrl}/account`;
  const { subject, text } = texts(codesLeft)[event];
  return {
    to: to.email,
    link,
    ...wordSpotterEmail({
      subject,
      title: subject,
      firstName: to.first_name,
      blocks: [
        text,
        { link: { label: 'Open Your Account', url: link } },
        'If this was not you, change your password and tell an admin of your company.',
      ],
    }),
  };
}

const texts = (codesLeft: number): Record<SecondFactorEvent, { subject: string; text: string }> => ({
  'turned-on': {
    subject: 'Two-step verification turned on for Spotter',
    text: 'Two-step verification was turned on for your account. From now on you need a code from your authenticator app to sign in.',
  },
  'turned-off': {
    subject: 'Two-step verification turned off for Spotter',
    text: 'Two-step verification of your account was turned off. You now sign in with your password alone.',
  },
  'recovery-codes-replaced': {
    subject: 'New recovery codes for Spotter',
    text: 'New recovery codes were created for your account. The old ones no longer work.',
  },
  'recovery-code-used': {
    subject: 'A recovery code was used for Spotter',
    text: `Someone signed in to your account with a recovery code. Unused codes: ${codesLeft}. You can make new ones in your account.`,
  },
  'passkey-added': {
    subject: 'Passkey added for Spotter',
    text: 'A passkey was added to your account. It signs you in without your password or a code. If you do not recognize it, remove it in your account.',
  },
  'passkey-removed': {
    subject: 'Passkey removed for Spotter',
    text: 'A passkey was removed from your account. It no longer signs you in.',
  },
  reset: {
    subject: 'Two-step verification removed for Spotter',
    text: 'An administrator of your Spotter server removed two-step verification and the passkeys of your account. Sign in with your password, then turn on two-step verification again in your account.',
  },
});
