import { addMinutes } from 'date-fns';
import { beforeEach, describe, expect, test } from 'vitest';
import { disablePublishedAccounts } from '#demo/publishedAccounts.ts';
import { demoPassword } from '#demo/reference/users.ts';
import { allModules } from '#server/modules.ts';
import { purgeExpired } from '#server/platform/jobs/housekeeping.ts';
import { passkeyRepo } from '#server/modules/auth/passkeysRepo.ts';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { addPasskey, authenticator, gymSite, type Authenticator } from '#tests/support/authenticator.ts';
import { expectSignedIn } from '#tests/support/expectSignedIn.ts';
import { createGym, createUser, makeAdmin } from '#tests/support/gym.ts';
import { turnOnSecondFactor } from '#tests/support/secondFactor.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';

let ada: { id: string; email: string };
let caller: Caller;
let device: Authenticator;
const password = 'correct horse';

const server = await sharedServer();
const gym = await createGym(server);
const passwordHash = await hashPassword(password);
beforeEach(async () => {
  server.clock.now = new Date();
  await server.database.unscoped.deleteFrom('rate_limit_hits').execute();
  ada = await createUser(server.database, { firstName: 'Ada', lastName: 'Byron', passwordHash });
  await makeAdmin(server.database, ada.id, gym.companyId);
  caller = await server.as(ada);
  device = authenticator();
  await addPasskey(caller, device, { password });
});

const options = async () => (await server.anonymous.post('/auth/passkey/options')).body;
const show = (body: object) => server.anonymous.post('/auth/passkey', { body });
const signIn = async (by = device, flaw: Parameters<Authenticator['get']>[1] = {}) =>
  show(by.get(await options(), flaw));
const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const refused = {
  status: 401,
  body: { message: 'This passkey does not sign in to Spotter. Use another one, or your password.' },
};
const expired = { status: 401, body: { message: 'This took too long or was tried before. Please try again.' } };
const login = () => server.anonymous.post('/auth/login', { body: { email: ada.email, password } });

describe('signing in with a passkey', () => {
  test('requests a discoverable passkey of this site, with user verification', async () => {
    expect((await options()).options).toMatchObject({
      rpId: 'gym.test',
      userVerification: 'required',
      timeout: 300_000,
      challenge: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect((await options()).options.allowCredentials ?? []).toEqual([]);
  });

  test('returns the usual response, and the device is known from then on', async () => {
    await expectSignedIn(server, gym, ada, await signIn());
  });

  test('is in the security log, and the passkey says when it was used', async () => {
    server.advance({ minutes: 3 });
    await signIn();
    expect(server.logged.some((line) => line.includes('"security":"passkey-sign-in"') && line.includes(ada.id))).toBe(
      true,
    );
    expect((await caller.get('/account/passkeys')).body.passkeys[0].lastUsedAt).toBe(server.clock.now.toISOString());
  });

  test('requires no code even if two-step verification is on', async () => {
    await turnOnSecondFactor(server, caller);
    expect((await login()).body.secondFactor).toBeDefined();
    expect((await signIn()).body.token).toEqual(expect.any(String));
  });

  test('works repeatedly, even with a device without a counter', async () => {
    const cloud = authenticator(gymSite, { counts: false });
    await addPasskey(caller, cloud, { password });
    for (const each of [device, cloud, device, cloud]) expect((await signIn(each)).status).toBe(200);
  });

  test.each([
    ['of another site', { origin: 'http://evil.test' }],
    ['of another port of this site', { origin: 'http://gym.test:81' }],
    ['for another relying party', { rpId: 'evil.test' }],
    ['that was made for adding a passkey', { type: 'webauthn.create' }],
    ['without a finger, a face or a PIN', { isUnverified: true }],
    ['that says it is of another person', { userHandle: Buffer.from('somebody else').toString('base64url') }],
  ])('an answer %s is refused', async (_case, flaw) => {
    expect(await signIn(device, flaw)).toMatchObject(refused);
  });

  test('an answer that was signed by another key is refused', async () => {
    const forger = authenticator();
    const asked = await options();
    const [real, forged] = [device.get(asked), forger.get(asked)];
    expect(await show({ ...real, response: { ...real.response, signature: forged.response.signature } })).toMatchObject(
      refused,
    );
  });

  test('a device whose counter goes back, like that of a copy, is refused', async () => {
    expect((await signIn(device, { counter: 9 })).status).toBe(200);
    for (const counter of [9, 8, 0]) expect(await signIn(device, { counter })).toMatchObject(refused);
    expect((await signIn(device, { counter: 10 })).status).toBe(200);
  });

  test.each([
    [0, 0, true],
    [0, 1, true],
    [5, 6, true],
    [5, 5, false],
    [5, 4, false],
    [5, 0, false],
  ])('the counter is stored: after %i, %i is %s', async (known, shown, isNoted) => {
    const { unscoped } = server.database;
    const { id } = await unscoped
      .updateTable('passkeys')
      .set({ counter: known })
      .where('user_id', '=', ada.id)
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await passkeyRepo(unscoped).use(id, shown, server.clock.now)).toBe(isNoted);
  });

  test('of a device and its copy with the same counter, only one signs in concurrently', async () => {
    const asked = await Promise.all(Array.from({ length: 6 }, options));
    const replies = await Promise.all(asked.map((each) => show(device.get(each, { counter: 20 }))));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401]);
  });

  test('an unknown passkey is refused', async () => {
    expect(await signIn(authenticator())).toMatchObject(refused);
  });

  test('a passkey of another person signs in to their account and to no other', async () => {
    const eve = await createUser(server.database, { passwordHash });
    const hers = authenticator();
    await addPasskey(await server.as(eve), hers, { password });
    expect((await signIn(hers)).body.user.id).toBe(eve.id);
    expect(await signIn(hers, { userHandle: Buffer.from(ada.id).toString('base64url') })).toMatchObject(refused);
    const result = hers.get(await options());
    expect(await show({ ...result, id: device.id, rawId: device.id })).toMatchObject(refused);
  });

  test('an answer works once', async () => {
    const result = device.get(await options());
    expect((await show(result)).status).toBe(200);
    expect(await show(result)).toMatchObject(expired);
  });

  test('a challenge works once, even after a refusal and with another signature', async () => {
    const asked = await options();
    expect(await show(device.get(asked, { origin: 'http://evil.test' }))).toMatchObject(refused);
    expect(await show(device.get(asked))).toMatchObject(expired);
  });

  test('of six concurrent requests with one challenge one signs in', async () => {
    const asked = await options();
    const replies = await Promise.all(Array.from({ length: 6 }, () => show(device.get(asked))));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401, 401]);
  });

  test('a challenge that is five minutes old, a forged one and one for adding a passkey are refused', async () => {
    const old = await options();
    server.advance({ minutes: 5 });
    expect(await show(device.get(old))).toMatchObject(expired);
    expect(await signIn(device, { challenge: 'made-up' })).toMatchObject(expired);
    const adding = (await caller.post('/account/passkeys/options', { body: { password } })).body;
    expect(await show(device.get(adding))).toMatchObject(expired);
  });

  test('challenges that nobody answered are cleaned up', async () => {
    await server.database.unscoped.deleteFrom('passkey_challenges').execute();
    await options();
    await purgeExpired(server.database, addMinutes(server.clock.now, 6), allModules);
    expect(await server.database.unscoped.selectFrom('passkey_challenges').select('expires_at').execute()).toEqual([]);
  });

  test('a removed passkey is refused', async () => {
    const [{ id }] = (await caller.get('/account/passkeys')).body.passkeys;
    await caller.delete(`/account/passkeys/${id}`, { body: { password } });
    expect(await signIn()).toMatchObject(refused);
  });

  test('a reset of the password keeps the passkeys, and says so', async () => {
    const other = await createUser(server.database, { passwordHash });
    const reset = async (email: string) => {
      const before = server.emails.length;
      await server.anonymous.post('/auth/forgot-password', { body: { email } });
      await expect.poll(() => server.emails.length).toBe(before + 1);
      const token = server.emails.at(-1)?.link?.split('token=')[1];
      return server.anonymous.post('/auth/change-password', { body: { token, newPassword: 'staple battery' } });
    };
    expect(await reset(ada.email)).toMatchObject({ status: 200, body: { hasPasskeys: true } });
    expect(await reset(other.email)).toMatchObject({ status: 200, body: { hasPasskeys: false } });
    await expectSignedIn(server, gym, ada, await signIn());
  });

  test('a disabled person signs in to nothing', async () => {
    expect((await gym.by.admin.post(`/users/${ada.id}/disable`, { body: { companyId: gym.companyId } })).status).toBe(
      200,
    );
    const { body } = await signIn();
    expect(body.user.userCompanies).toEqual([]);
    expect((await server.anonymous.get(`/contacts?locationId=${gym.locationId}`, withToken(body.token))).status).toBe(
      403,
    );
  });

  test('disabling a published demo account removes its passkeys too', async () => {
    const demo = await createUser(server.database, {
      email: 'operator@demo.test',
      passwordHash: await hashPassword(demoPassword),
    });
    const theirs = authenticator();
    await addPasskey(await server.as(demo), theirs, { password: demoPassword });
    await disablePublishedAccounts(server.database, new Date());
    expect(await signIn(theirs)).toMatchObject(refused);
  });

  test.each([
    ['nothing', {}, 'The passkey’s response is incomplete'],
    ['another type', { type: 'password' }, 'The passkey’s response is incomplete'],
    [
      'no signature',
      { response: { clientDataJSON: 'e30', authenticatorData: 'AA' } },
      'The passkey’s response is incomplete',
    ],
    ['what is not encoded', { id: '<script>' }, 'The passkey’s response is incomplete'],
    ['a field that is not WebAuthn’s', { extra: 1 }, 'Unknown field: extra'],
  ])('bad input is 400: %s', async (name, change, message) => {
    const body = name === 'nothing' ? {} : { ...device.get(await options()), ...change };
    expect(await show(body)).toMatchObject({ status: 400, body: { message } });
  });

  test.each(['AAAA', 'e30', 'bnVsbA', 'W10', 'eyJjaGFsbGVuZ2UiOjF9'])(
    'client data that is no challenge is refused: %s',
    async (clientDataJSON) => {
      const result = device.get(await options());
      expect(await show({ ...result, response: { ...result.response, clientDataJSON } })).toMatchObject(expired);
    },
  );
});

describe('tries', () => {
  const fail = () => signIn(device, { origin: 'http://evil.test' });

  test('after ten failures of a person the right passkey is 429 for 15 minutes', async () => {
    for (let count = 0; count < 10; count += 1) expect((await fail()).status).toBe(401);
    const { status, headers } = await signIn();
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    server.advance({ minutes: 16 });
    expect((await signIn()).status).toBe(200);
  });

  test('a success resets the count', async () => {
    for (let count = 0; count < 9; count += 1) await fail();
    expect((await signIn()).status).toBe(200);
    for (let count = 0; count < 9; count += 1) await fail();
    expect((await signIn()).status).toBe(200);
  });

  test('wrong passwords, which anybody may type, do not block a passkey, nor failed passkeys a password', async () => {
    for (let count = 0; count < 10; count += 1)
      await server.anonymous.post('/auth/login', { body: { email: ada.email, password: 'wrong' } });
    expect([(await login()).status, (await signIn()).status]).toEqual([429, 200]);
    await server.database.unscoped.deleteFrom('rate_limit_hits').execute();
    for (let count = 0; count < 10; count += 1) await fail();
    expect([(await login()).status, (await signIn()).status]).toEqual([200, 429]);
  });

  test('a hundred failures from an address block it, whatever the passkey', async () => {
    const rows = Array.from({ length: 100 }, () => ({ subject: 'address 127.0.0.1', at: server.clock.now }));
    await server.database.unscoped.insertInto('rate_limit_hits').values(rows).execute();
    expect((await signIn()).status).toBe(429);
  });

  test('an address may request a hundred challenges in 15 minutes', async () => {
    const replies = await Promise.all(
      Array.from({ length: 101 }, () => server.anonymous.post('/auth/passkey/options')),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(100);
    expect(replies.find(({ status }) => status === 429)?.body.message).toBe(
      'Too many attempts. Please try again later.',
    );
  });
});
