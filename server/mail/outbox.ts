import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';

/** A mailer that writes each mail to a private file and prints its link. */
export function outbox(directory: string, from: { name: string; address: string }, print: (line: string) => void): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from });
  return {
    send: async ({ to, subject, text, link }) => {
      const { message } = await transport.sendMail({ to, subject, text });
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(3).toString('hex')}.eml`;
      await writeFile(join(directory, name), message, { mode: 0o600, flag: 'wx' });
      print(`Mail to ${to}: ${subject} ${link} (${join(directory, name)})`);
    },
    close: () => transport.close(),
  };
}
