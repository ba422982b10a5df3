import { addMinutes, addSeconds } from 'date-fns';
import { beforeEach, describe, expect, test } from 'vitest';
import { sendSecurityEmails } from '#server/modules/auth/index.ts';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { expectSignedIn } from '#tests/support/expectSignedIn.ts';
import { createGym, createUser, makeAdmin } from '#tests/support/gym.ts';
import { codeAt, begunSecondFactor, turnOnSecondFactor } from '#tests/support/secondFactor.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';

let ada: { id: string; email: string };
let caller: Caller;
let factor: Awaited<ReturnType<typeof turnOnSecondFactor>>;

const server = await sharedServer();
const gym = await createGym(server);
const passwordHash = await hashPassword('correct horse');
beforeEach(async () => {
  server.clock.now = new Date();
  ada = await createUser(server.database, { firstName: 'Ada', lastName: 'Byron', passwordHash });
  await makeAdmin(server.database, ada.id, gym.companyId);
  caller = await server.as(ada);
  factor = await turnOnSecondFactor(server, caller);
  await sendSecurityEmails(server.context);
  server.emails.length = 0;
});

const login = (email = ada.email, password = 'correct horse') =>
  server.anonymous.post('/auth/login', { body: { email, password } });
const challenge = async (): Promise<string> => (await login()).body.secondFactor.token;
const show = (token: string, code: string) => server.anonymous.post('/auth/second-factor', { body: { token, code } });
const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const wrongCode = 'This code is wrong or has already been used. Wait for the next one and try again.';
const expired = { status: 401, body: { message: 'Your sign-in has expired. Enter your password again.' } };
const sessionsOfAda = async () =>
  (
    await server.database.unscoped
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', ada.id)
      .where('revoked_at', 'is', null)
      .execute()
  ).length;

describe('signing in with two-step verification', () => {
  test('the right password starts no session and asks for a code', async () => {
    const before = await sessionsOfAda();
    const { status, body, headers } = await login();
    expect([status, body]).toEqual([
      200,
      { secondFactor: { token: expect.any(String), expiresAt: addMinutes(server.clock.now, 10).toISOString() } },
    ]);
    expect([await sessionsOfAda(), headers['set-cookie']]).toEqual([before, undefined]);
    expect((await server.anonymous.get('/account', withToken(body.secondFactor.token))).status).toBe(401);
  });

  test('the code completes the sign-in with the usual response, and the device is known from then on', async () => {
    await expectSignedIn(server, gym, ada, await show(await challenge(), factor.next()));
  });

  test('a wrong password is answered as usual', async () => {
    expect(await login(ada.email, 'wrong')).toMatchObject({
      status: 401,
      body: { message: 'Invalid email or password' },
    });
  });

  test.each([
    ['one step early', -30, 200],
    ['one step late', 30, 200],
    ['two steps early', -60, 401],
    ['two steps late', 60, 401],
  ])('a code %s', async (_case, seconds, expected) => {
    const token = await challenge();
    const code = codeAt(factor.key, addSeconds(server.clock.now, 120));
    server.clock.now = addSeconds(server.clock.now, 120 + seconds);
    expect((await show(token, code)).status).toBe(expected);
  });

  test('spaces in a code do not matter', async () => {
    const code = factor.next();
    expect((await show(await challenge(), ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200);
  });

  test('a wrong code leaves the sign-in open for the right one', async () => {
    const token = await challenge();
    expect(await show(token, '000000')).toMatchObject({
      status: 401,
      body: { message: wrongCode, errors: { code: wrongCode } },
    });
    expect((await show(token, factor.next())).status).toBe(200);
  });

  test('a code works once: not in another sign-in, not after a newer code, and not the code that turned the factor on', async () => {
    const used = codeAt(factor.key, server.clock.now);
    expect((await show(await challenge(), used)).body.message).toBe(wrongCode);
    const older = factor.next();
    const newer = factor.next();
    expect((await show(await challenge(), newer)).status).toBe(200);
    for (const code of [newer, older]) expect((await show(await challenge(), code)).body.message).toBe(wrongCode);
  });

  test('of eight concurrent requests with one code one signs in, whether they share a sign-in or not', async () => {
    const tokens = await Promise.all(Array.from({ length: 4 }, challenge));
    const code = factor.next();
    const replies = await Promise.all([...tokens, ...tokens].map((token) => show(token, code)));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 401)]);
  });

  test('a sign-in is completed once: its token is invalid afterwards', async () => {
    const token = await challenge();
    expect((await show(token, factor.next())).status).toBe(200);
    expect(await show(token, factor.next())).toMatchObject(expired);
  });

  test('a token that is ten minutes old, forged or of a session is refused', async () => {
    const token = await challenge();
    server.advance({ minutes: 10 });
    expect(await show(token, codeAt(factor.key, server.clock.now))).toMatchObject(expired);
    const session = await server.createToken(ada);
    for (const other of ['made-up', session.slice(0, 200)]) expect(await show(other, '000000')).toMatchObject(expired);
  });

  test('a code of one person does not complete the sign-in of another', async () => {
    const eve = await createUser(server.database, { passwordHash });
    const hers = await turnOnSecondFactor(server, await server.as(eve));
    expect((await show(await challenge(), hers.next())).body.message).toBe(wrongCode);
    expect((await show(await challenge(), hers.recoveryCodes[0] ?? '')).body.message).toBe(wrongCode);
  });

  test.each([
    ['no token', { code: '123456' }, 'Invalid or missing sign-in token'],
    ['no code', { token: 'a' }, 'Code is required'],
    ['a code that is no text', { token: 'a', code: 123456 }, 'Code is required'],
    ['an endless code', { token: 'a', code: '1'.repeat(41) }, 'Must be at most 40 characters'],
  ])('bad input is 400: %s', async (_case, body, message) => {
    expect(await server.anonymous.post('/auth/second-factor', { body })).toMatchObject({
      status: 400,
      body: { message },
    });
  });
});

describe('tries of a code', () => {
  test('after ten wrong codes, even across sign-ins, the right one is 429 for 15 minutes', async () => {
    for (let count = 0; count < 10; count += 1) expect((await show(await challenge(), '000000')).status).toBe(401);
    const { status, headers } = await show(await challenge(), factor.next());
    expect([status, Number(headers['retry-after']) > 0]).toEqual([429, true]);
    server.advance({ minutes: 16 });
    expect((await show(await challenge(), codeAt(factor.key, server.clock.now))).status).toBe(200);
  });

  test('forty at once get at most ten', async () => {
    const token = await challenge();
    const replies = await Promise.all(Array.from({ length: 40 }, () => show(token, '000000')));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  test('they count per person and do not lock out anybody else', async () => {
    for (let count = 0; count < 10; count += 1) await show(await challenge(), '000000');
    const eve = await createUser(server.database, { passwordHash });
    const hers = await turnOnSecondFactor(server, await server.as(eve));
    const { token } = (await login(eve.email)).body.secondFactor;
    expect((await show(token, hers.next())).status).toBe(200);
  });
});

describe('recovery codes', () => {
  test('there are ten, each signs in once, in any format, and the person is notified', async () => {
    expect(new Set(factor.recoveryCodes).size).toBe(10);
    const [code = ''] = factor.recoveryCodes;
    expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expect((await show(await challenge(), code.toLowerCase().replaceAll('-', ' '))).status).toBe(200);
    expect(server.emails).toEqual([]);
    await sendSecurityEmails(server.context);
    expect(server.emails).toMatchObject([
      {
        to: ada.email,
        subject: 'A recovery code was used for Spotter',
        text: expect.stringContaining('Unused codes: 9'),
      },
    ]);
    expect((await show(await challenge(), code)).body.message).toBe(wrongCode);
    expect((await caller.get('/account/second-factor')).body.secondFactor.recoveryCodesLeft).toBe(9);
  });

  test('of four concurrent requests with the same code one signs in', async () => {
    const tokens = await Promise.all(Array.from({ length: 4 }, challenge));
    const replies = await Promise.all(tokens.map((token) => show(token, factor.recoveryCodes[1] ?? '')));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
  });
});

describe('no way around it', () => {
  const emailedToken = () => new URL(server.emails.at(-1)?.link ?? '').searchParams.get('token') ?? '';

  test('a password reset by email starts no session, asks for a code at the next sign-in, and ends the sign-ins under way', async () => {
    const underWay = await challenge();
    await server.anonymous.post('/auth/forgot-password', { body: { email: ada.email } });
    await expect.poll(() => server.emails.length).toBe(1);
    const reset = await server.anonymous.post('/auth/change-password', {
      body: { token: emailedToken(), newPassword: 'another long walk' },
    });
    expect([reset.status, reset.body.token]).toEqual([200, undefined]);
    expect(await show(underWay, factor.next())).toMatchObject(expired);
    expect((await login(ada.email, 'another long walk')).body).toEqual({ secondFactor: expect.any(Object) });
  });

  test('an invitation of another company gives the access, and asks for a code before it signs in', async () => {
    const rival = await createGym(server);
    const body = {
      companyId: rival.companyId,
      email: ada.email,
      firstName: 'A',
      lastName: 'B',
      role: 'admin',
      locations: [],
    };
    expect((await rival.by.admin.post('/users', { body })).status).toBe(201);
    await expect.poll(() => server.emails.length).toBe(1);
    const accepted = await server.anonymous.post(`/invitations/${emailedToken()}`, { body: {} });
    expect([accepted.status, accepted.body]).toEqual([
      200,
      { secondFactor: { token: expect.any(String), expiresAt: expect.any(String) } },
    ]);
    const { body: signedIn } = await show(accepted.body.secondFactor.token, factor.next());
    expect(signedIn.user.userCompanies).toHaveLength(2);
  });

  test('a user who is disabled between password and code has access to nothing', async () => {
    const token = await challenge();
    expect((await gym.by.admin.post(`/users/${ada.id}/disable`, { body: { companyId: gym.companyId } })).status).toBe(
      200,
    );
    const { body } = await show(token, factor.next());
    expect(body.user.userCompanies).toEqual([]);
    expect((await server.anonymous.get(`/contacts?locationId=${gym.locationId}`, withToken(body.token))).status).toBe(
      403,
    );
  });

  test('a key that was never confirmed requires no code', async () => {
    const eve = await createUser(server.database, { passwordHash });
    await begunSecondFactor(server, await server.as(eve));
    expect((await login(eve.email)).body).toEqual({
      token: expect.any(String),
      user: expect.any(Object),
      access: expect.any(String),
      locations: { companyLocations: [], directLocationAccess: [] },
    });
  });
});
