import { beforeEach, describe, expect, test } from 'vitest';
import { sendSecurityEmails } from '#server/modules/auth/index.ts';
import { hashPassword } from '#server/modules/auth/passwords.ts';
import { addPasskey, authenticator, gymSite } from '#tests/support/authenticator.ts';
import { createGym, createUser, makeAdmin, type Gym } from '#tests/support/gym.ts';
import { turnOnSecondFactor } from '#tests/support/secondFactor.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';

let gym: Gym;
let ada: { id: string; email: string };
let caller: Caller;
const password = 'correct horse';

const server = await sharedServer();
const passwordHash = await hashPassword(password);
beforeEach(async () => {
  server.clock.now = new Date();
  await server.database.unscoped.deleteFrom('rate_limit_hits').execute();
  gym = await createGym(server);
  ada = await createUser(server.database, { firstName: 'Ada', lastName: 'Byron', passwordHash });
  await makeAdmin(server.database, ada.id, gym.companyId);
  caller = await server.as(ada);
  server.emails.length = 0;
});

const begin = (proof: object = { password }, by = caller) => by.post('/account/passkeys/options', { body: proof });
const options = async (by = caller) => (await begin({ password }, by)).body;
const add = (body: object, by = caller) => by.post('/account/passkeys', { body });
const list = async (by = caller) => (await by.get('/account/passkeys')).body.passkeys;
const remove = (id: string, proof: object = { password }, by = caller) =>
  by.delete(`/account/passkeys/${id}`, { body: proof });
const wrongCode = 'This code is wrong or has already been used. Wait for the next one and try again.';
const notAdded = { status: 400, body: { message: 'This passkey could not be checked. Please try again.' } };
const expired = { status: 400, body: { message: 'This took too long or was tried before. Please try again.' } };
const activity = async () =>
  server.database.scoped([gym.companyId], (tx) =>
    tx
      .selectFrom('activity')
      .select(['action', 'actor_name', 'record_id', 'changes'])
      .orderBy('at')
      .orderBy('id')
      .execute(),
  );

describe('adding a passkey', () => {
  test('requires the password: it is named by the device and logged, and the person is notified', async () => {
    const chrome = {
      'user-agent':
        'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    };
    const { status, body } = await caller.post('/account/passkeys', {
      body: authenticator().create(await options()),
      headers: chrome,
    });
    const passkey = {
      id: expect.any(String),
      name: 'Chrome on Windows',
      addedAt: server.clock.now.toISOString(),
      lastUsedAt: null,
    };
    expect([status, body]).toEqual([
      201,
      { passkey, message: 'Passkey added. It signs you in without your password.' },
    ]);
    expect(await list()).toEqual([passkey]);
    expect(await activity()).toEqual([
      {
        action: 'user.passkey-added',
        actor_name: 'Ada Byron',
        record_id: ada.id,
        changes: [{ field: 'passkey', before: null, after: 'Chrome on Windows' }],
      },
    ]);
    await sendSecurityEmails(server.context);
    expect(server.emails).toMatchObject([
      { to: ada.email, subject: 'Passkey added for Spotter', link: 'http://gym.test/account' },
    ]);
  });

  test('is requested for this site and person, as discoverable and with user verification', async () => {
    const device = authenticator();
    await addPasskey(caller, device, { password });
    expect((await options()).options).toMatchObject({
      rp: { id: 'gym.test', name: 'Spotter' },
      user: { id: Buffer.from(ada.id).toString('base64url'), name: ada.email, displayName: 'Ada Byron' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ id: device.id, transports: ['internal'] }],
    });
  });

  test('a wrong password is 400, and after ten it is 429', async () => {
    for (let count = 0; count < 10; count += 1) {
      expect(await begin({ password: 'wrong' })).toMatchObject({
        status: 400,
        body: { errors: { password: 'Current password is wrong' } },
      });
    }
    expect((await begin()).status).toBe(429);
    server.advance({ minutes: 16 });
    expect((await begin()).status).toBe(200);
  });

  test('requires a code too if two-step verification is on, and consumes it', async () => {
    const factor = await turnOnSecondFactor(server, caller);
    expect(await begin()).toMatchObject({ status: 400, body: { message: wrongCode, errors: { code: wrongCode } } });
    expect((await begin({ password, code: '000000' })).status).toBe(400);
    const code = factor.next();
    expect((await begin({ password, code })).status).toBe(200);
    expect((await begin({ password, code })).status).toBe(400);
  });

  test.each([
    ['of another site', { origin: 'http://evil.test' }],
    ['for another relying party', { rpId: 'evil.test' }],
    ['that was made for signing in', { type: 'webauthn.get' }],
    ['without a finger, a face or a PIN', { isUnverified: true }],
  ])('an answer %s is refused', async (_case, flaw) => {
    expect(await add(authenticator().create(await options(), flaw))).toMatchObject(notAdded);
    expect(await list()).toEqual([]);
  });

  test('an answer works once, within five minutes, and for the person who requested it', async () => {
    const asked = await options();
    const eve = await server.as(await createUser(server.database, { passwordHash }));
    expect(await add(authenticator().create(asked), eve)).toMatchObject(expired);
    expect((await add(authenticator().create(asked))).status).toBe(201);
    expect(await add(authenticator().create(asked))).toMatchObject(expired);
    const old = await options();
    server.advance({ minutes: 5 });
    expect(await add(authenticator().create(old))).toMatchObject(expired);
    const signIn = (await server.anonymous.post('/auth/passkey/options')).body;
    expect(await add(authenticator().create({ options: { ...signIn.options, user: { id: 'AA' } } }))).toMatchObject(
      expired,
    );
  });

  test('of four concurrent answers to one challenge one is added', async () => {
    const asked = await options();
    const replies = await Promise.all(Array.from({ length: 4 }, () => add(authenticator().create(asked))));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
  });

  test('an existing passkey is not added again', async () => {
    const device = authenticator();
    await addPasskey(caller, device, { password });
    const eve = await server.as(await createUser(server.database, { passwordHash }));
    expect(await add(device.create(await options(eve)), eve)).toMatchObject({
      status: 409,
      body: { message: 'This passkey has already been added' },
    });
    expect([await list(eve), (await list()).length]).toEqual([[], 1]);
  });

  test('there are at most twenty, even concurrently', async () => {
    const row = (at: number) => ({
      id: crypto.randomUUID(),
      user_id: ada.id,
      credential_id: `${ada.id}-${at}`,
      public_key: Buffer.from('a'),
      counter: 0,
      name: 'Old',
      last_used_at: null,
    });
    await server.database.unscoped
      .insertInto('passkeys')
      .values(Array.from({ length: 19 }, (_, at) => row(at)))
      .execute();
    const [one, other] = [await options(), await options()];
    const replies = await Promise.all([add(authenticator().create(one)), add(authenticator().create(other))]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    expect(replies.find(({ status }) => status === 409)?.body.message).toBe('You have 20 passkeys. Remove one first.');
  });

  test.each([
    [{}, 'Password is required'],
    [{ password, code: '' }, 'Code is required'],
    [{ password, other: 1 }, 'Unknown field: other'],
  ])('bad input is 400: %j', async (proof, message) => {
    expect(await begin(proof)).toMatchObject({ status: 400, body: { message } });
    expect(await remove(crypto.randomUUID(), proof)).toMatchObject({ status: 400, body: { message } });
  });

  test.each([
    ['nothing', () => ({})],
    [
      'no attestation',
      ({ response: { clientDataJSON }, ...rest }: Created) => ({ ...rest, response: { clientDataJSON } }),
    ],
    [
      'an attestation that is no CBOR',
      ({ response, ...rest }: Created) => ({ ...rest, response: { ...response, attestationObject: 'AAAA' } }),
    ],
    ['another id than the one that was signed', (result: Created) => ({ ...result, rawId: 'AAAA' })],
  ])('an answer with %s is 400', async (_case, change) => {
    expect((await add(change(authenticator().create(await options())))).status).toBe(400);
  });
});

type Created = ReturnType<ReturnType<typeof authenticator>['create']>;

describe('removing one', () => {
  test('requires the password: other sessions end, it is logged, and the person is notified', async () => {
    const id = await addPasskey(caller, authenticator(), { password });
    const other = await server.as(ada);
    expect(await remove(id)).toMatchObject({
      status: 200,
      body: { message: 'Passkey removed. You have been signed out on all other devices.' },
    });
    expect([await list(), (await other.get('/account')).status]).toEqual([[], 401]);
    expect((await activity()).at(-1)).toMatchObject({
      action: 'user.passkey-removed',
      changes: [{ field: 'passkey', after: null }],
    });
    await sendSecurityEmails(server.context);
    expect(server.emails).toContainEqual(
      expect.objectContaining({ to: ada.email, subject: 'Passkey removed for Spotter' }),
    );
  });

  test('a wrong password or code is 400 and removes nothing', async () => {
    const id = await addPasskey(caller, authenticator(), { password });
    expect((await remove(id, { password: 'wrong' })).status).toBe(400);
    const factor = await turnOnSecondFactor(server, caller);
    expect((await remove(id)).status).toBe(400);
    expect(await list()).toHaveLength(1);
    expect((await remove(id, { password, code: factor.next() })).status).toBe(200);
  });

  test('another person’s is 404, like an unknown id', async () => {
    const eve = await server.as(await createUser(server.database, { passwordHash }));
    const hers = await addPasskey(eve, authenticator(), { password });
    expect((await remove(hers)).status).toBe(404);
    expect((await remove(crypto.randomUUID())).status).toBe(404);
    expect((await remove('not-an-id')).status).toBe(404);
    expect(await list(eve)).toHaveLength(1);
  });
});

describe('a company that requires two-step verification of its admins', () => {
  const refused = { status: 403, body: { secondFactor: 'required' } };
  const usePasskey = { status: 403, body: { message: 'You have a passkey. Sign in with it to do this.' } };
  const require = () =>
    server.database.scoped([gym.companyId], (tx) =>
      tx
        .insertInto('company_settings')
        .values({ company_id: gym.companyId, updated_at: server.clock.now, security: '{"requireSecondFactor": true}' })
        .execute(),
    );
  const locations = (by: Caller) => by.get('/locations');
  const signedIn = async (device: ReturnType<typeof authenticator>) => {
    const { body } = await server.anonymous.post('/auth/passkey', {
      body: device.get((await server.anonymous.post('/auth/passkey/options')).body),
    });
    return {
      get: (path: string) => server.anonymous.get(path, { headers: { authorization: `Bearer ${body.token}` } }),
    };
  };

  test('accepts a passkey, in the session that adds it and in those that it starts', async () => {
    await require();
    expect(await locations(caller)).toMatchObject(refused);
    const device = authenticator();
    await addPasskey(caller, device, { password });
    expect((await locations(caller)).status).toBe(200);
    expect((await (await signedIn(device)).get('/locations')).status).toBe(200);
  });

  test('refuses a session by the password alone, although the person has a passkey', async () => {
    await addPasskey(caller, authenticator(), { password });
    await require();
    const { body } = await server.anonymous.post('/auth/login', { body: { email: ada.email, password } });
    expect(
      await server.anonymous.get('/locations', { headers: { authorization: `Bearer ${body.token}` } }),
    ).toMatchObject(refused);
  });

  test('does not let such a session add another factor or remove a passkey', async () => {
    const id = await addPasskey(caller, authenticator(), { password });
    await require();
    const weak = await server.as(ada);
    expect(await weak.post('/account/second-factor', { body: { password } })).toMatchObject(usePasskey);
    expect(await weak.post('/account/second-factor/confirmation', { body: { code: '123456' } })).toMatchObject(
      usePasskey,
    );
    expect(await begin({ password }, weak)).toMatchObject(usePasskey);
    expect(await remove(id, { password }, weak)).toMatchObject(usePasskey);
    expect((await list(weak)).length).toBe(1);
  });

  test('refuses a session by a passkey once the last one is removed', async () => {
    const id = await addPasskey(caller, authenticator(gymSite, { counts: false }), { password });
    await require();
    expect((await locations(caller)).status).toBe(200);
    await remove(id);
    expect(await locations(caller)).toMatchObject(refused);
    expect((await caller.post('/account/second-factor', { body: { password } })).status).toBe(200);
  });
});
