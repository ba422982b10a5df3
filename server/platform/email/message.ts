import type { Mail } from './mailer.ts';

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** A gym's mails have Spotter's address too, since the mail server accepts no other. */
export const messageOf = ({ to, from, replyTo, subject, text, html }: Mail, { name, address }: Sender) => ({
  from: { name: from ?? name, address },
  to,
  ...(replyTo && { replyTo }),
  subject,
  text,
  ...(html !== undefined && { html }),
});
