import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Email } from '#server/platform/email/mailer.ts';
import { sendZReports } from '#server/modules/drawers/emails.ts';
import { createDrawerGym, type DrawerGym } from '#tests/support/drawers.ts';
import { createUser, makeAdmin } from '#tests/support/gym.ts';
import { testServer } from '#tests/support/server.ts';

const server = await testServer();
afterAll(() => server.close());
let gym: DrawerGym;
const sent: Email[] = [];
beforeEach(async () => {
  server.clock.now = new Date();
  gym = await createDrawerGym(server);
  sent.length = 0;
  await server.database.scoped(await server.database.everyCompany(), (tx) => tx.deleteFrom('drawer_emails').execute());
});

const send = (deliver: (mail: Email) => Promise<void> = async (mail) => void sent.push(mail)) =>
  sendZReports({
    database: server.database,
    mailer: { send: deliver, close: () => undefined },
    clock: () => server.clock.now,
    config: server.config,
  });
const wish = async (level: 'admin' | 'manager' = 'admin', zReports = true) => {
  const { status, body } = await gym.by[level].put('/account/emails', { body: { zReports } });
  expect([status, body]).toEqual([200, { emails: { zReports } }]);
};
const closed = async (body: object = { counted: 99.5 }) => {
  const id = await gym.opened(100);
  expect((await gym.manager.close(id, body)).status).toBe(200);
  return id;
};
const waiting = () =>
  server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('drawer_emails').select(['drawer_id', 'user_id', 'attempts', 'due_at']).execute(),
  );
const later = (minutes: number) => server.advance({ minutes });

test('an admin who asked for it gets the Z report in text and HTML, once, with a link', async () => {
  expect((await gym.by.admin.get('/account/emails')).body).toEqual({ emails: { zReports: false } });
  await wish();
  const id = await gym.opened(100);
  await gym.sell();
  await gym.manager.close(id, { counted: 101.66, note: 'Fifty cents <missing>' });
  await Promise.all([send(), send()]);
  expect(sent).toMatchObject([
    {
      to: gym.users.admin.email,
      subject: expect.stringMatching(/^End-of-day report \(Z\) of drawer #1 at .+: \$0\.50 short$/),
    },
  ]);
  const [{ text = '', html = '' } = {}] = sent;
  for (const line of [
    'End-of-day report (Z) · Drawer #1',
    'Cash sales: $2.16',
    'Expected: $102.16',
    'Counted: $101.66',
    'Over or short: $0.50 short',
    'Note: Fifty cents <missing>',
    'Cash (1 payment): $2.16',
  ]) {
    expect(text).toContain(line);
  }
  expect(text).toContain(`http://gym.test/drawers/${id}`);
  expect(html).toContain('Fifty cents &lt;missing&gt;');
  expect(await waiting()).toEqual([]);
});

test('nobody else gets it: no other admin, no manager, no disabled admin, no admin of another company', async () => {
  await wish('manager');
  const disabled = await createUser(server.database);
  await makeAdmin(server.database, disabled.id, gym.companyId);
  expect((await (await server.as(disabled)).put('/account/emails', { body: { zReports: true } })).status).toBe(200);
  expect(
    (await gym.by.admin.post(`/users/${disabled.id}/disable`, { body: { companyId: gym.companyId } })).status,
  ).toBe(200);
  const rival = await createDrawerGym(server);
  await rival.by.admin.put('/account/emails', { body: { zReports: true } });
  await closed();
  expect(await waiting()).toEqual([]);
  await send();
  expect(sent).toEqual([]);
});

test('someone who turns it off, or is no longer an admin, before it is sent gets nothing', async () => {
  await wish();
  await closed();
  expect(await waiting()).toHaveLength(1);
  await wish('admin', false);
  await send();
  expect([sent, await waiting()]).toEqual([[], []]);
});

test('a close that is refused emails nothing', async () => {
  await wish();
  const id = await gym.opened(100);
  await gym.manager.close(id, { counted: 100 });
  expect((await gym.manager.close(id, { counted: 100 })).status).toBe(409);
  expect(await waiting()).toHaveLength(1);
});

test('an email that fails is tried again after growing pauses, and given up in the end', async () => {
  await wish();
  await closed();
  const refuse = () => Promise.reject(new Error('The mail server is away'));
  let tries = 0;
  for (; (await waiting()).length > 0 && tries < 20; tries += 1) {
    const [row] = await waiting();
    server.clock.now = row?.due_at ?? server.clock.now;
    await expect(send(refuse)).rejects.toThrow('1 Z reports could not be emailed');
    // Not again immediately.
    await send(refuse);
  }
  expect(tries).toBeGreaterThan(2);
  expect(tries).toBeLessThan(20);
});

test('an email that a killed process had claimed is sent by another one later', async () => {
  await wish();
  await closed();
  void send(() => new Promise(() => {}));
  await expect.poll(async () => (await waiting())[0]?.attempts).toBe(1);
  await send();
  expect(sent).toEqual([]);
  later(11);
  await send();
  expect(sent).toHaveLength(1);
});

test('bad input is 400', async () => {
  const message = 'Choose whether Z reports are emailed to you';
  expect(await gym.by.admin.put('/account/emails', { body: { zReports: 'yes' } })).toMatchObject({
    status: 400,
    body: { message, errors: { zReports: message } },
  });
});
