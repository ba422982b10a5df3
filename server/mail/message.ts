import type { Mail } from './mailer.ts';

/** Spotter's own name and address. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** A mail as Nodemailer takes it. It has the address of Spotter also when it is from a gym, since the mail server knows no other. */
export const messageOf = ({ to, from, replyTo, subject, text, html }: Mail, { name, address }: Sender) => ({
  from: { name: from ?? name, address },
  to,
  ...(replyTo && { replyTo }),
  subject,
  text,
  ...(html !== undefined && { html }),
});
