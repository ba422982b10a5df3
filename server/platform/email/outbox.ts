import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { subDays } from 'date-fns';
import { createTransport } from 'nodemailer';
import type { Mailer } from './mailer.ts';
import { toMessage, type Sender } from './message.ts';

export function outbox(directory: string, from: Sender, print: (line: string) => void): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    send: async (mail) => {
      const { message } = await transport.sendMail(toMessage(mail, from));
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(3).toString('hex')}.eml`;
      await writeFile(join(directory, name), message, { mode: 0o600, flag: 'wx' });
      if (mail.link) print(`Email to ${mail.to}: ${mail.subject} ${mail.link} (${join(directory, name)})`);
    },
    isOutbox: true,
    forget: (texts) => forgetIn(directory, texts),
    close: () => transport.close(),
  };
}

async function forgetIn(directory: string, texts: readonly string[]): Promise<void> {
  const wanted = texts.map((text) => text.toLowerCase());
  for (const name of await listEmailFiles(directory)) {
    const path = join(directory, name);
    const email = await readFile(path, 'utf8').catch(() => '');
    if (wanted.some((text) => email.toLowerCase().includes(text))) await rm(path, { force: true });
  }
}

const listEmailFiles = async (directory: string) =>
  (await readdir(directory).catch(() => [])).filter((file) => file.endsWith('.eml'));

const keptDays = 30;

/** Even those from before a mail server was configured. */
export async function emptyOutbox(directory: string, now: Date): Promise<void> {
  for (const name of await listEmailFiles(directory)) {
    const path = join(directory, name);
    const written = await stat(path).catch(() => undefined);
    if (written && written.mtime < subDays(now, keptDays)) await rm(path, { force: true });
  }
}
