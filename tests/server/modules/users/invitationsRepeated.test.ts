import { beforeEach, expect, test } from 'vitest';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';
import { createStaff } from '#tests/support/staff.ts';

let gym: Gym;

const server = await sharedServer();
beforeEach(async () => {
  gym = await createGym(server);
  server.emails.length = 0;
});

const { invitation, emailedToken, open } = createStaff(() => ({ server, gym }));
const keyed = (path: string, body: object, key: string) =>
  gym.by.admin.post(path, { body, headers: { 'idempotency-key': key } });

test('an invitation repeated with the same key, at once or later, invites and emails once, and the link stays good', async () => {
  const body = invitation();
  const press = (change: object = {}) => keyed('/users', { ...body, ...change }, 'one press');
  const replies = await Promise.all([press(), press(), press()]);
  const later = await press();
  expect([...replies, later].map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(new Set([...replies, later].map((response) => response.body.user.id)).size).toBe(1);
  expect(later.body).toEqual({
    ...(await gym.by.admin.get(`/users/${later.body.user.id}`)).body,
    message: 'Invitation sent',
  });
  expect(server.emails).toHaveLength(1);
  expect((await open(emailedToken())).status).toBe(200);
  expect((await press({ firstName: 'Mia' })).status).toBe(422);
});

test('an invitation that is sent again, repeated with the same key, emails one link, and another key emails the next', async () => {
  const { id } = (await gym.by.admin.post('/users', { body: invitation() })).body.user;
  const resend = (key: string) => keyed(`/users/${id}/invitation`, { companyId: gym.companyId }, key);
  const replies = [...(await Promise.all([resend('one press'), resend('one press')])), await resend('one press')];
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(replies[2]?.body.message).toBe('Invitation sent');
  expect(server.emails).toHaveLength(2);
  expect((await open(emailedToken())).status).toBe(200);
  // What was not emailed does not count against the limit of emails.
  expect([(await resend('another')).status, server.emails.length]).toEqual([200, 3]);
  for (let nth = 0; nth < 6; nth += 1) await resend('another');
  expect([(await resend('a third')).status, server.emails.length]).toEqual([200, 4]);
});

test('an invitation whose email could not be sent says so again', async () => {
  server.emails.push = () => {
    throw new Error('the mail server is away');
  };
  const body = invitation();
  const first = await keyed('/users', body, 'one press');
  Reflect.deleteProperty(server.emails, 'push');
  expect((await keyed('/users', body, 'one press')).body).toEqual(first.body);
  expect(first.body.message).toBe('Invited, but the email could not be sent. Please send the invitation again later.');
  expect(server.emails).toEqual([]);
});
