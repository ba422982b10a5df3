import { createTransport } from 'nodemailer';
import { outbox } from './outbox.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** The address that the mail is about; without a mail server it is printed. */
  readonly link: string;
  readonly text: string;
}

export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

interface Options {
  readonly smtpUrl?: string;
  readonly publicUrl: string;
  readonly outboxDirectory: string;
  /** Where the outbox announces a mail. */
  readonly print: (line: string) => void;
}

/** Gives real mail with an SMTP server, else an outbox of files. */
export function openMailer({ smtpUrl, publicUrl, outboxDirectory, print }: Options): Mailer {
  const from = { name: 'Spotter', address: `no-reply@${new URL(publicUrl).hostname}` };
  return smtpUrl ? smtp(smtpUrl, from) : outbox(outboxDirectory, from, print);
}

/** An address in the URL's `from` wins over ours, which the mail server may not accept. */
function smtp(smtpUrl: string, fallback: { name: string; address: string }): Mailer {
  const address = new URL(smtpUrl).searchParams.get('from');
  const from = address ? { ...fallback, address } : fallback;
  const transport = createTransport(
    { url: smtpUrl, pool: true, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 },
    { from },
  );
  return {
    send: async ({ to, subject, text }) => void (await transport.sendMail({ to, subject, text })),
    close: () => transport.close(),
  };
}
