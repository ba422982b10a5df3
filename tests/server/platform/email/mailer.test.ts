import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { subDays } from 'date-fns';
import { expect, onTestFinished, test } from 'vitest';
import { openMailer } from '#server/platform/email/mailer.ts';
import { emptyOutbox } from '#server/platform/email/outbox.ts';
import { smtpServer } from '#tests/support/smtp.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';

const link = 'https://gym.test/change-password?token=abc';
const mail = { to: 'dana@gym.test', subject: 'Reset your password', text: `Hello Dana,\n\n${link}\n`, link };

test('without a mail server every email is written to a private outbox, and its link is printed', async () => {
  const outboxDirectory = join(await temporaryDirectory(), 'outbox');
  const printed: string[] = [];
  const mailer = openMailer({ publicUrl: 'https://gym.test', outboxDirectory, print: (line) => printed.push(line) });
  expect(mailer.isOutbox).toBe(true);
  await Promise.all([mailer.send(mail), mailer.send({ ...mail, to: 'lee@gym.test' })]);
  const names = await readdir(outboxDirectory);
  const texts = await Promise.all(names.map((name) => readFile(join(outboxDirectory, name), 'utf8')));
  expect(names).toEqual([expect.stringMatching(/\.eml$/), expect.stringMatching(/\.eml$/)]);
  expect((await stat(join(outboxDirectory, names[0] ?? ''))).mode & 0o777).toBe(0o600);
  expect(texts.join('\n')).toContain('To: dana@gym.test');
  expect(texts[0]).toContain('From: Spotter <no-reply@gym.test>');
  expect(printed).toContainEqual(expect.stringContaining(link));
});

test('emails stay in the outbox for 30 days, and nothing else is removed from it', async () => {
  const directory = await temporaryDirectory();
  const now = new Date();
  const put = async (name: string, days: number) => {
    await writeFile(join(directory, name), '');
    await utimes(join(directory, name), now, subDays(now, days));
  };
  await Promise.all([put('new.eml', 29), put('old.eml', 31), put('notes.txt', 31)]);
  await emptyOutbox(directory, now);
  expect((await readdir(directory)).toSorted()).toEqual(['new.eml', 'notes.txt']);
  await emptyOutbox(join(directory, 'none'), now);
});

test('with a mail server the email is sent there, from the address in SMTP_URL', async () => {
  const { port, received } = await smtpServer();
  const mailer = openMailer({
    smtpUrl: `smtp://127.0.0.1:${port}?from=desk@gym.test`,
    publicUrl: 'https://gym.test',
    outboxDirectory: join(await temporaryDirectory(), 'outbox'),
    print: () => expect.unreachable('nothing is printed'),
  });
  onTestFinished(() => mailer.close());
  await mailer.send(mail);
  expect(received()).toContain('MAIL FROM:<desk@gym.test>');
  expect(received()).toContain('RCPT TO:<dana@gym.test>');
  expect(received()).toContain('Subject: Reset your password');
});

test('a mail server is asked beforehand whether it takes emails, and what it says is told', async () => {
  const openAt = async (port: number) => {
    const outboxDirectory = join(await temporaryDirectory(), 'outbox');
    const mailer = openMailer({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      publicUrl: 'https://gym.test',
      outboxDirectory,
      print: () => {},
    });
    onTestFinished(() => mailer.close());
    return mailer;
  };
  const [taking, refusing] = [await smtpServer(), await smtpServer(() => '421 not today')];
  await expect((await openAt(taking.port)).verify?.()).resolves.toBe(true);
  await expect((await openAt(refusing.port)).verify?.()).rejects.toThrow('421 not today');
});

test('a gym’s email has the gym’s name as sender and its address for replies, and contains text and HTML', async () => {
  const { port, received } = await smtpServer();
  const mailer = openMailer({
    smtpUrl: `smtp://127.0.0.1:${port}`,
    publicUrl: 'https://gym.test',
    outboxDirectory: join(await temporaryDirectory(), 'outbox'),
    print: () => expect.unreachable('nothing is printed'),
  });
  onTestFinished(() => mailer.close());
  await mailer.send({
    to: 'dana@gym.test',
    from: 'Iron "Peak"',
    replyTo: 'desk@peak.test',
    subject: 'Receipt',
    text: 'In text',
    html: '<p>In HTML</p>',
  });
  expect(received()).toMatch(/From: "Iron \\"Peak\\"" <no-reply@gym.test>/);
  for (const part of ['Reply-To: desk@peak.test', 'multipart/alternative', 'In text', '<p>In HTML</p>'])
    expect(received()).toContain(part);
});

test('an email without a link is written and nothing is printed', async () => {
  const outboxDirectory = join(await temporaryDirectory(), 'outbox');
  const mailer = openMailer({
    publicUrl: 'https://gym.test',
    outboxDirectory,
    print: () => expect.unreachable('nothing is printed'),
  });
  await mailer.send({ to: 'dana@gym.test', subject: 'Receipt', text: 'In text' });
  expect(await readdir(outboxDirectory)).toHaveLength(1);
});
