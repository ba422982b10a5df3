import { createTransport } from 'nodemailer';
import { outbox } from './outbox.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** The link in the mail. Printed when there is no mail server. */
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
  /** Prints a line for each mail in the outbox. */
  readonly print: (line: string) => void;
}

/** Sends mail through SMTP if configured, otherwise to the outbox directory. */
export function openMailer({ smtpUrl, publicUrl, outboxDirectory, print }: Options): Mailer {
  const from = { name: 'Spotter', address: `no-reply@${new URL(publicUrl).hostname}` };
  return smtpUrl ? smtp(smtpUrl, from) : outbox(outboxDirectory, from, print);
}

/** The `from` parameter of SMTP_URL overrides the default sender, which the mail server may not accept. */
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
