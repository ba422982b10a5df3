import { createTransport } from 'nodemailer';
import { toMessage, type Sender } from './message.ts';
import { outbox } from './outbox.ts';

export interface Email {
  readonly to: string;
  /** Spotter's own when absent. */
  readonly from?: string;
  readonly replyTo?: string;
  readonly subject: string;
  /** Printed when there is no mail server. */
  readonly link?: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments?: readonly EmailFile[];
}

export interface EmailFile {
  readonly fileName: string;
  readonly content: Buffer;
  /** The HTML shows the image as `cid:` and this. */
  readonly cid?: string;
}

export interface Mailer {
  send(mail: Email): Promise<void>;
  /** Set where no mail server is: emails are kept, and their links are printed. */
  readonly isOutbox?: true;
  /** Signs in to the mail server, and throws what keeps it from taking emails. */
  verify?(): Promise<unknown>;
  /** Removes the emails in which one of these texts stands. Absent where none are kept. */
  forget?(texts: readonly string[]): Promise<void>;
  close(): void;
}

interface Options {
  readonly smtpUrl?: string;
  readonly publicUrl: string;
  readonly outboxDirectory: string;
  readonly print: (line: string) => void;
}

export function openMailer({ smtpUrl, publicUrl, outboxDirectory, print }: Options): Mailer {
  const from = { name: 'Spotter', address: `no-reply@${new URL(publicUrl).hostname}` };
  return smtpUrl ? smtp(smtpUrl, from) : outbox(outboxDirectory, from, print);
}

/** The `from` parameter of SMTP_URL overrides the default sender, which the mail server may not accept. */
function smtp(smtpUrl: string, fallback: Sender): Mailer {
  const from = { ...fallback, address: new URL(smtpUrl).searchParams.get('from') ?? fallback.address };
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  });
  return {
    send: async (mail) => void (await transport.sendMail(toMessage(mail, from))),
    verify: () => transport.verify(),
    close: () => transport.close(),
  };
}
