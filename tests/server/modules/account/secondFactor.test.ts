import { beforeEach, describe, expect, test } from 'vitest';
import { sendSecurityEmails } from '#server/modules/auth/index.ts';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { createGym, createUser, makeAdmin, type Gym } from '#tests/support/gym.ts';
import { begunSecondFactor, codeAt, turnOnSecondFactor } from '#tests/support/secondFactor.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';

let gym: Gym;
let ada: { id: string; email: string };
let caller: Caller;

const server = await sharedServer();
const passwordHash = await hashPassword('correct horse');
beforeEach(async () => {
  server.clock.now = new Date();
  gym = await createGym(server);
  ada = await createUser(server.database, { firstName: 'Ada', lastName: 'Byron', passwordHash });
  await makeAdmin(server.database, ada.id, gym.companyId);
  caller = await server.as(ada);
  server.emails.length = 0;
});

const ask = (password = 'correct horse', by = caller) => by.post('/account/second-factor', { body: { password } });
const begin = async (): Promise<string> => (await ask()).body.key;
const confirm = (code: string, by = caller) => by.post('/account/second-factor/confirmation', { body: { code } });
const turnOff = (code: string, password = 'correct horse') =>
  caller.delete('/account/second-factor', { body: { password, code } });
const newCodes = (code: string, password = 'correct horse') =>
  caller.post('/account/second-factor/recovery-codes', { body: { password, code } });
const status = async (by = caller) => (await by.get('/account/second-factor')).body.secondFactor;
const now = (key: string) => codeAt(key, server.clock.now);
const wrongCode = 'This code is wrong or has already been used. Wait for the next one and try again.';
const login = () => server.anonymous.post('/auth/login', { body: { email: ada.email, password: 'correct horse' } });
const finish = (token: string, code: string) => server.anonymous.post('/auth/second-factor', { body: { token, code } });
const expired = { status: 401, body: { message: 'Your sign-in has expired. Enter your password again.' } };
const readActions = async () =>
  (
    await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('activity').select(['action', 'actor_name', 'record_id']).orderBy('at').orderBy('id').execute(),
    )
  ).map(({ action, actor_name, record_id }) => [action, actor_name, record_id === ada.id]);

describe('turning two-step verification on', () => {
  test('begins with a key that an app can scan, and nothing is on yet', async () => {
    const { status: code, body } = await ask();
    expect([code, body.key]).toEqual([200, expect.stringMatching(/^[A-Z2-7]{32}$/)]);
    const uri = new URL(body.uri);
    expect([
      uri.protocol,
      decodeURIComponent(uri.pathname),
      uri.searchParams.get('secret'),
      uri.searchParams.get('issuer'),
    ]).toEqual(['otpauth:', expect.stringContaining(ada.email), body.key, 'Spotter']);
    expect(body.qr).toMatch(/^<svg /);
    expect(await status()).toEqual({ isOn: false, turnedOnAt: null, recoveryCodesLeft: 0, isRequired: false });
  });

  test('asks for the password again, so that an unlocked computer is not enough', async () => {
    expect(await caller.post('/account/second-factor')).toMatchObject({ status: 400 });
    expect(await caller.post('/account/second-factor', { body: {} })).toMatchObject({
      status: 400,
      body: { errors: { password: 'Password is required' } },
    });
    expect(await ask('wrong')).toMatchObject({
      status: 400,
      body: { errors: { password: 'Current password is wrong' } },
    });
    expect(await confirm('123456')).toMatchObject({
      status: 409,
      body: { message: 'Start again: ask for a new key first' },
    });
  });

  test('a key that has waited ten minutes for its first code must be asked for again, with the password', async () => {
    const key = await begin();
    server.advance({ minutes: 11 });
    expect(await confirm(now(key))).toMatchObject({
      status: 409,
      body: { message: 'Start again: ask for a new key first' },
    });
    expect((await confirm(now(await begin()))).status).toBe(200);
  });

  test('the first code turns it on: ten recovery codes, other sessions end, it is logged, and the person is notified', async () => {
    const other = await server.as(ada);
    const { status: code, body } = await confirm(now(await begin()));
    expect([code, body.recoveryCodes.length]).toEqual([200, 10]);
    expect(await status()).toEqual({
      isOn: true,
      turnedOnAt: server.clock.now.toISOString(),
      recoveryCodesLeft: 10,
      isRequired: false,
    });
    expect((await other.get('/account')).status).toBe(401);
    expect(await readActions()).toEqual([['user.second-factor-turned-on', 'Ada Byron', true]]);
    await sendSecurityEmails(server.context);
    expect(server.emails).toMatchObject([
      { to: ada.email, subject: 'Two-step verification turned on for Spotter', link: 'http://gym.test/account' },
    ]);
  });

  test('key and recovery codes are not readable in the database, nor in the log', async () => {
    const key = await begin();
    const { body } = await confirm(now(key));
    const factor = await server.database.unscoped
      .selectFrom('second_factors')
      .select('secret_sealed')
      .where('user_id', '=', ada.id)
      .executeTakeFirstOrThrow();
    expect(factor.secret_sealed).toMatch(/^v1\./);
    expect(server.logged.join()).not.toContain(key);
    for (const code of body.recoveryCodes) expect(server.logged.join()).not.toContain(code);
  });

  test('a wrong code is 400 and turns nothing on; after ten it is 429', async () => {
    const key = await begin();
    for (let count = 0; count < 10; count += 1)
      expect(await confirm('000000')).toMatchObject({ status: 400, body: { errors: { code: wrongCode } } });
    expect([(await confirm(now(key))).status, (await status()).isOn]).toEqual([429, false]);
  });

  test('only the newest key counts', async () => {
    const older = await begin();
    const newer = await begin();
    expect((await confirm(now(older))).status).toBe(400);
    expect((await confirm(now(newer))).status).toBe(200);
  });

  test('the key of another person does not', async () => {
    const key = await begin();
    const eve = await server.as(await createUser(server.database));
    await begunSecondFactor(server, eve);
    expect((await confirm(now(key), eve)).status).toBe(400);
  });

  test('while it is on no new key is created, and without a key there is nothing to confirm', async () => {
    expect(await confirm('123456')).toMatchObject({
      status: 409,
      body: { message: 'Start again: ask for a new key first' },
    });
    const { key } = await turnOnSecondFactor(server, caller);
    expect(await ask()).toMatchObject({
      status: 409,
      body: { message: 'Two-step verification is on already. Turn it off first.' },
    });
    server.advance({ minutes: 11 });
    expect(await confirm(now(key))).toMatchObject({
      status: 409,
      body: { message: 'Two-step verification is on already. Turn it off first.' },
    });
  });

  test('if the response with the recovery codes was lost, the next code returns new ones, until the key is ten minutes old', async () => {
    const key = await begin();
    const lost = await confirm(now(key));
    expect(await confirm(now(key))).toMatchObject({ status: 400, body: { errors: { code: wrongCode } } });
    server.advance({ minutes: 1 });
    const { status: code, body } = await confirm(now(key));
    expect([code, body.recoveryCodes.length, (await status()).recoveryCodesLeft]).toEqual([200, 10, 10]);
    expect((await turnOff(lost.body.recoveryCodes[0])).status).toBe(400);
    expect((await turnOff(body.recoveryCodes[0])).status).toBe(200);
  });

  test('of two concurrent confirmations one returns recovery codes, and those work', async () => {
    const code = now(await begin());
    const replies = await Promise.all([confirm(code), confirm(code)]);
    expect(replies.map((response) => response.status).toSorted()).toEqual([200, 400]);
    const [recoveryCode] = replies.find((response) => response.status === 200)?.body.recoveryCodes ?? [];
    expect((await turnOff(recoveryCode)).status).toBe(200);
  });

  test.each([[{}], [{ code: '' }], [{ code: 1 }]])('bad input is 400: %j', async (body) => {
    expect(await caller.post('/account/second-factor/confirmation', { body })).toMatchObject({
      status: 400,
      body: { message: 'Code is required' },
    });
  });
});

describe('turning it off', () => {
  test('requires the password and a code; other sessions end, it is logged, the person is notified, and the password alone signs in', async () => {
    const factor = await turnOnSecondFactor(server, caller);
    const other = await server.as(ada);
    expect((await turnOff(factor.next())).status).toBe(200);
    expect([(await other.get('/account')).status, (await caller.get('/account')).status]).toEqual([401, 200]);
    expect((await login()).body.token).toEqual(expect.any(String));
    expect((await readActions()).at(-1)).toEqual(['user.second-factor-turned-off', 'Ada Byron', true]);
    await sendSecurityEmails(server.context);
    expect(server.emails).toContainEqual(
      expect.objectContaining({ to: ada.email, subject: 'Two-step verification turned off for Spotter' }),
    );
    expect(await status()).toMatchObject({ isOn: false, recoveryCodesLeft: 0 });
  });

  test('a wrong password or a wrong code is 400, and neither uses a code up', async () => {
    const factor = await turnOnSecondFactor(server, caller);
    const code = factor.next();
    expect(await turnOff(code, 'wrong')).toMatchObject({
      status: 400,
      body: { errors: { password: 'Current password is wrong' } },
    });
    expect(await turnOff('000000')).toMatchObject({ status: 400, body: { errors: { code: wrongCode } } });
    expect((await turnOff(code)).status).toBe(200);
  });

  test('after ten guesses of the password or the code it is 429', async () => {
    const factor = await turnOnSecondFactor(server, caller);
    for (let count = 0; count < 10; count += 1) await turnOff('000000');
    expect((await turnOff(factor.next())).status).toBe(429);
    server.advance({ minutes: 16 });
    expect((await turnOff(now(factor.key))).status).toBe(200);
  });

  test('a sign-in under way ends with it', async () => {
    const factor = await turnOnSecondFactor(server, caller);
    const { token } = (await login()).body.secondFactor;
    await turnOff(factor.recoveryCodes[0] ?? '');
    expect(await finish(token, factor.recoveryCodes[1] ?? '')).toMatchObject(expired);
  });

  test('a sign-in that was begun while it went off ends when the next one is turned on', async () => {
    await turnOnSecondFactor(server, caller);
    const { token } = (await login()).body.secondFactor;
    await server.database.unscoped.deleteFrom('second_factors').where('user_id', '=', ada.id).execute();
    const again = await turnOnSecondFactor(server, caller);
    expect(await finish(token, again.next())).toMatchObject(expired);
  });

  test('is 409 if none is on', async () => {
    expect(await turnOff('123456')).toMatchObject({
      status: 409,
      body: { message: 'Two-step verification is off. Turn it on first.' },
    });
  });

  test.each([
    [{ code: '123456' }, 'Password is required'],
    [{ password: 'correct horse' }, 'Code is required'],
  ])('bad input is 400: %j', async (body, message) => {
    expect(await caller.delete('/account/second-factor', { body })).toMatchObject({ status: 400, body: { message } });
    expect(await caller.post('/account/second-factor/recovery-codes', { body })).toMatchObject({
      status: 400,
      body: { message },
    });
  });
});

describe('new recovery codes', () => {
  test('require the password and a code, and replace the earlier ones', async () => {
    const factor = await turnOnSecondFactor(server, caller);
    const { status: code, body } = await newCodes(factor.next());
    expect([code, body.recoveryCodes.length]).toEqual([200, 10]);
    expect((await turnOff(factor.recoveryCodes[0] ?? '')).status).toBe(400);
    expect((await turnOff(body.recoveryCodes[0])).status).toBe(200);
    expect((await readActions()).map(([action]) => action)).toContain('user.recovery-codes-replaced');
    await sendSecurityEmails(server.context);
    expect(server.emails.map(({ subject }) => subject)).toContain('New recovery codes for Spotter');
  });

  test('are refused with a wrong password or code', async () => {
    const factor = await turnOnSecondFactor(server, caller);
    expect((await newCodes(factor.next(), 'wrong')).status).toBe(400);
    expect((await newCodes('AAAA-AAAA-AAAA-AAAA')).status).toBe(400);
    expect((await turnOff(factor.recoveryCodes[0] ?? '')).status).toBe(200);
  });
});
