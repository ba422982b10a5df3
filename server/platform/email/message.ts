import type { Mail } from './mailer.ts';

/** Spotter's own name and address. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** A mail as Nodemailer takes it. A gym's mails have Spotter's address too, since the mail server accepts no other. */
export const toMessage = ({ to, from, replyTo, subject, text, html }: Mail, { name, address }: Sender) => ({
  from: { name: from ?? name, address },
  to,
  ...(replyTo && { replyTo }),
  subject,
  text,
  ...(html !== undefined && { html }),
});
