import { addMinutes } from 'date-fns';
import { beforeEach, expect, test } from 'vitest';
import { queueSecurityEmail, sendSecurityEmails } from '#server/modules/auth/index.ts';
import type { Email } from '#server/platform/email/mailer.ts';
import { createUser } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const { unscoped } = server.database;
beforeEach(async () => {
  await unscoped.deleteFrom('security_emails').execute();
  server.emails.length = 0;
  server.clock.now = new Date();
});

const queue = async () => {
  const { id, email } = await createUser(server.database);
  await queueSecurityEmail(unscoped, id, 'recovery-code-used', server.clock.now);
  return email;
};
const sendBy = (send: (email: Email) => Promise<void>) =>
  sendSecurityEmails({ ...server.context, mailer: { send, close: () => undefined } });
const isAway = () => Promise.reject(new Error('ECONNREFUSED'));
const waiting = () => unscoped.selectFrom('security_emails').select(['attempts', 'due_at']).execute();

test('an email that a killed process was sending is sent ten minutes later', async () => {
  const address = await queue();
  let began = () => {};
  const sending = new Promise<void>((resolve) => (began = resolve));
  void sendBy(() => (began(), new Promise(() => {})));
  await sending;
  await sendSecurityEmails(server.context);
  expect(server.emails).toEqual([]);
  server.clock.now = addMinutes(server.clock.now, 10);
  await sendSecurityEmails(server.context);
  expect(server.emails.map(({ to }) => to)).toEqual([address]);
  expect(await waiting()).toEqual([]);
});

test('while the mail server is away, an email is tried again after a minute and then ever later, and is given up after seven attempts', async () => {
  await queue();
  for (const [index, minutes] of [1, 5, 30, 120, 480, 1440].entries()) {
    await expect(sendBy(isAway)).rejects.toThrow('1 security emails could not be sent');
    const next = addMinutes(server.clock.now, minutes);
    expect(await waiting()).toEqual([{ attempts: index + 1, due_at: next }]);
    server.clock.now = next;
  }
  await expect(sendBy(isAway)).rejects.toThrow();
  expect(await waiting()).toEqual([]);
});

test('one that fails does not keep the next from being sent', async () => {
  const [first, second] = [await queue(), await queue()];
  const sent: string[] = [];
  await expect(
    sendBy(async ({ to }) => {
      if (sent.push(to) === 1) throw new Error('550 Mailbox unavailable');
    }),
  ).rejects.toThrow();
  expect(sent.toSorted()).toEqual([first, second].toSorted());
  expect(await waiting()).toHaveLength(1);
});
