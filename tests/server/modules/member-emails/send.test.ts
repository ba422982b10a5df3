import { join } from 'node:path';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openMailer, type Mailer } from '#server/platform/email/mailer.ts';
import { allModules } from '#server/modules.ts';
import { purgeExpired } from '#server/platform/jobs/housekeeping.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { builders } from '#tests/support/builders.ts';
import { memberEmails } from '#tests/support/memberEmails.ts';
import { testServer } from '#tests/support/server.ts';
import { smtpServer } from '#tests/support/smtp.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';
import { createTill } from '#tests/support/sales.ts';

const server = await testServer();
const gym = await createGym(server);
const rival = await createGym(server);
afterAll(() => server.close());
const messages = memberEmails(server);
beforeEach(() => {
  server.clock.now = new Date('2026-11-03T18:00:00Z');
});

/** A sale to a contact with this address, whose receipt waits to be sent. */
async function receipt(email: string, at = gym) {
  const make = builders(server, at);
  const contactId = await make.contact({ email });
  const item = await make.salesItem();
  const pos = await server.as(at.users.point_of_sale);
  const { status } = await createTill(pos, at.locationId, contactId).cash([{ salesItemId: item, quantity: 1 }]);
  expect(status).toBe(201);
  return contactId;
}

async function smtpMailer(port: number): Promise<Mailer> {
  const mailer = openMailer({
    smtpUrl: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    publicUrl: 'https://gym.test',
    outboxDirectory: join(await temporaryDirectory(), 'outbox'),
    print: () => undefined,
  });
  onTestFinished(() => mailer.close());
  return mailer;
}

const contact = async (id: string) => (await (await server.as(gym.users.operator)).get(`/contacts/${id}`)).body.contact;
const retry = async (id: string, level: keyof Gym['users'] = 'operator') =>
  (await server.as(gym.users[level])).post(`/contacts/${id}/emails/retry`);
const states = async () => (await messages.rows()).map(({ state, attempts }) => [state, attempts]);
let count = 0;
const address = () => `ann${(count += 1)}@member.test`;

test('an address that the mail server refuses is not tried again, and the contact shows it', async () => {
  const { port } = await smtpServer((line) =>
    line.startsWith('RCPT TO') ? '550 5.1.1 Mailbox unavailable' : undefined,
  );
  const email = address();
  const id = await receipt(email);
  await messages.send(await smtpMailer(port));
  expect(await states()).toEqual([['failed', 1]]);
  expect((await contact(id)).emailFailure).toEqual({
    at: '2026-11-03T18:00:00.000Z',
    email,
    reason: 'Mailbox unavailable',
  });
});

test('a temporarily refused email is retried after growing pauses, and has failed after the last one', async () => {
  const { port } = await smtpServer((line) =>
    line.startsWith('RCPT TO') ? '451 4.7.1 Greylisted, come back later' : undefined,
  );
  const mailer = await smtpMailer(port);
  const id = await receipt(address());
  for (const minutes of [1, 5, 30, 120, 480, 1440]) {
    await expect(messages.send(mailer)).rejects.toThrow('1 emails could not be sent');
    expect((await contact(id)).emailFailure).toBeNull();
    messages.later(minutes - 0.5);
    expect(await messages.send()).toEqual([]);
    messages.later(0.5);
  }
  await expect(messages.send(mailer)).rejects.toThrow();
  expect(await states()).toEqual([['failed', 7]]);
  expect((await contact(id)).emailFailure).toMatchObject({ reason: 'Greylisted, come back later' });
  messages.later(100_000);
  expect(await messages.send()).toEqual([]);
});

test('when the mail server does not answer, the remaining emails wait and all are sent later', async () => {
  const { port, close } = await smtpServer();
  close();
  for (let n = 0; n < 12; n += 1) await receipt(address());
  await expect(messages.send(await smtpMailer(port))).rejects.toThrow();
  const tried = (await states()).filter(([, attempts]) => attempts !== 0);
  expect(tried.length).toBeLessThanOrEqual(5);
  expect(new Set((await states()).map(([state]) => state))).toEqual(new Set(['waiting']));
  messages.later(1);
  expect(await messages.send()).toHaveLength(12);
});

test('several senders at once send each email once', async () => {
  const emails = Array.from({ length: 20 }, address);
  for (const email of emails) await receipt(email);
  const sent = (await Promise.all([messages.send(), messages.send(), messages.send()])).flat();
  expect(sent.map(({ to }) => to).toSorted()).toEqual(emails.toSorted());
});

test('an email whose sender was killed is sent again', async () => {
  await receipt(address());
  const never: Mailer = { send: () => new Promise(() => undefined), close: () => undefined };
  void messages.send(never);
  await expect.poll(states).toEqual([['waiting', 1]]);
  expect(await messages.send()).toEqual([]);
  messages.later(10);
  expect(await messages.send()).toHaveLength(1);
});

test('a long queue of one company does not delay the others', async () => {
  const ours = await receipt(address());
  const [row] = await messages.rows();
  const { id: _id, data, ...copied } = row ?? expect.unreachable();
  const many = Array.from({ length: 120 }, () => ({ ...copied, contact_id: ours, data: JSON.stringify(data) }));
  await server.database.scoped([gym.companyId], (tx) => tx.insertInto('emails').values(many).execute());
  messages.later(1);
  const theirs = address();
  await receipt(theirs, rival);
  const order: string[] = [];
  await messages.send({ send: async ({ to }) => void order.push(to), close: () => undefined });
  expect(order).toHaveLength(122);
  expect(order.indexOf(theirs)).toBeLessThan(10);
});

test('a retry sends the failed emails, and the contact no longer shows a failure', async () => {
  const refusing = await smtpServer((line) => (line.startsWith('RCPT TO') ? '550 No' : undefined));
  const email = address();
  const id = await receipt(email);
  await messages.send(await smtpMailer(refusing.port));
  expect(await retry(id)).toMatchObject({
    status: 200,
    body: { message: 'The email will be sent again', contact: { id, emailFailure: null } },
  });
  expect((await messages.send()).map(({ to }) => to)).toEqual([email]);
  expect((await contact(id)).emailFailure).toBeNull();
  expect(await retry(id)).toMatchObject({
    status: 409,
    body: { message: 'No email to this contact has failed lately' },
  });
  const log = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('activity').select(['action', 'changes']).where('record_id', '=', id).execute(),
  );
  expect(log).toEqual([{ action: 'contact.mail-retried', changes: [] }]);
});

test('a new address, or another email that went through, ends the failure', async () => {
  const refusing = await smtpServer((line) => (/^RCPT TO:<(moved|full)/.test(line) ? '550 No such user' : undefined));
  const mailer = await smtpMailer(refusing.port);
  const [moved, full] = [await receipt('moved@member.test'), await receipt('full@member.test')];
  await messages.send(mailer);
  const operator = await server.as(gym.users.operator);
  expect((await operator.put(`/contacts/${moved}`, { body: { email: 'new@member.test' } })).status).toBe(200);
  expect((await contact(moved)).emailFailure).toBeNull();
  expect((await contact(full)).emailFailure).not.toBeNull();
  messages.later(1);
  const pos = await server.as(gym.users.point_of_sale);
  await createTill(pos, gym.locationId, full).cash([
    { salesItemId: await builders(server, gym).salesItem(), quantity: 1 },
  ]);
  await messages.send();
  expect((await contact(full)).emailFailure).toBeNull();
});

test('emails are not retried for another company’s contact, nor by a level that may not change contacts', async () => {
  const refusing = await smtpServer((line) => (line.startsWith('RCPT TO') ? '550 No' : undefined));
  const [theirs, ours] = [await receipt(address(), rival), await receipt(address())];
  await messages.send(await smtpMailer(refusing.port));
  expect((await retry(theirs, 'admin')).status).toBe(404);
  expect((await retry(ours, 'point_of_sale')).status).toBe(403);
  expect((await retry('no-id')).status).toBe(404);
  expect((await states()).map(([state]) => state)).toEqual(['failed', 'failed']);
});

test('old emails are removed, and waiting ones stay', async () => {
  await receipt(address());
  await messages.send();
  await receipt(address());
  await purgeExpired(server.database, new Date('2027-01-30T00:00:00Z'), allModules);
  expect((await states()).map(([state]) => state).toSorted()).toEqual(['sent', 'waiting']);
  await purgeExpired(server.database, new Date('2027-03-01T00:00:00Z'), allModules);
  expect((await states()).map(([state]) => state)).toEqual(['waiting']);
});
