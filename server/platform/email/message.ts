import type { Email } from './mailer.ts';

export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** A gym's emails have Spotter's address too, since the mail server accepts no other. */
export const toMessage = (
  { to, from, replyTo, subject, text, html, attachments = [] }: Email,
  { name, address }: Sender,
) => ({
  from: { name: from ?? name, address },
  to,
  ...(replyTo && { replyTo }),
  subject,
  text,
  ...(html !== undefined && { html }),
  ...(attachments.length > 0 && {
    attachments: attachments.map(({ fileName, content, cid }) => ({
      filename: fileName,
      content,
      ...(cid && { cid }),
    })),
  }),
});
