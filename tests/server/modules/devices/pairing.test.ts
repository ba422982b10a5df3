import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { devicesRepo, readListKey, signList } from '#server/modules/devices/index.ts';
import { addDevice } from '#tests/support/devices.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer, testServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const pair = (code: string, parts: object = {}) => server.anonymous.post('/devices/pair', { body: { code, ...parts } });
const refused = { status: 404, body: { message: 'This code is wrong, was used or has expired' } };
const later = (minutes: number) => server.advance({ minutes });

describe('pairing', () => {
  test('gives the device a token and keys of its own, and ends the token that was shown', async () => {
    const added = await addDevice(server, gym, 'door');
    const { status, body } = await pair(added.code, { hardware: 'Door 2000', version: '1.4' });
    expect(status).toBe(200);
    expect(body.device).toMatchObject({
      id: added.id,
      hardware: 'Door 2000',
      version: '1.4',
      pairedAt: server.clock.now.toISOString(),
      lastSeenAt: server.clock.now.toISOString(),
    });
    expect(Buffer.from(body.listKey, 'base64')).toHaveLength(32);
    expect(Buffer.from(body.publicKey, 'base64')).toHaveLength(32);
    expect(body.token).not.toBe(added.token);
    expect((await added.caller.get('/devices/self')).status).toBe(401);
    const self = await server.withKey(body.token).get('/devices/self');
    expect(self.body).toEqual({
      device: body.device,
      location: { id: gym.locationId, name: `${gym.companyName} North`, timezone: gym.timezone },
      company: { id: gym.companyId, name: gym.companyName },
      publicKey: body.publicKey,
      keyId: body.keyId,
    });
    const row = await server.database.scoped([gym.companyId], (tx) => devicesRepo(tx).one(added.id));
    expect(JSON.stringify(row)).not.toContain(body.listKey);
    const { appSecret } = server.config;
    expect(readListKey(appSecret, row ?? expect.fail())).toBe(body.listKey);
  });

  test('takes the code as people type it', async () => {
    const { code } = await addDevice(server, gym, 'kiosk');
    expect((await pair(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `)).status).toBe(200);
  });

  test('works once, also when two devices try at once', async () => {
    const { code } = await addDevice(server, gym, 'kiosk');
    const both = await Promise.all([pair(code), pair(code)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect(await pair(code)).toMatchObject(refused);
  });

  test('works for ten minutes', async () => {
    const [soon, late] = [await addDevice(server, gym, 'kiosk'), await addDevice(server, gym, 'kiosk')];
    later(9.9);
    expect((await pair(soon.code)).status).toBe(200);
    later(0.1);
    expect(await pair(late.code)).toMatchObject(refused);
  });

  test('is over when the token that was shown is in use', async () => {
    const { code, caller, id } = await addDevice(server, gym, 'door');
    later(1);
    expect((await caller.get('/devices/self')).body.device).toMatchObject({
      id,
      pairedAt: server.clock.now.toISOString(),
    });
    expect(await pair(code)).toMatchObject(refused);
    expect((await caller.get('/devices/self')).status).toBe(200);
  });

  test('again keeps the device, and its token until then', async () => {
    const { id, code, caller } = await addDevice(server, gym, 'kiosk', { name: 'Tablet' });
    await caller.get('/devices/self');
    later(1);
    const { status, body } = await gym.by.admin.post(`/devices/${id}/pairing`);
    expect([status, body.device.id, body.token]).toEqual([201, id, undefined]);
    expect(await pair(code)).toMatchObject(refused);
    expect((await caller.get('/devices/self')).status).toBe(200);
    const again = await pair(body.pairing.code);
    expect(again.body.device).toMatchObject({ id, name: 'Tablet' });
    expect((await caller.get('/devices/self')).status).toBe(401);
    expect((await server.withKey(again.body.token).get('/devices/self')).status).toBe(200);
  });

  test.each(['', 'AAAA-AAAA', '0000-0000', '{"v":1}', '{', 'ABCDEFGH\u0000'])('with %j is refused', async (code) => {
    expect([400, 404]).toContain((await pair(code)).status);
  });

  test('is refused where the location is archived', async () => {
    const other = await createGym(server);
    const { code, caller } = await addDevice(server, other, 'door');
    expect((await caller.get('/devices/self')).status).toBe(200);
    const { pairing } = (
      await other.by.admin.post(`/devices/${(await caller.get('/devices/self')).body.device.id}/pairing`)
    ).body;
    await server.database.scoped([other.companyId], (tx) =>
      tx.updateTable('locations').set({ archived_at: server.clock.now }).where('id', '=', other.locationId).execute(),
    );
    expect(await pair(code)).toMatchObject(refused);
    expect(await pair(pairing.code)).toMatchObject(refused);
    expect((await caller.get('/devices/self')).status).toBe(401);
  });

  test('is limited in tries', async () => {
    later(20);
    const codes = Array.from({ length: 21 }, () => 'AAAAAAAA');
    const tried = [];
    for (const code of codes) tried.push((await pair(code)).status);
    expect(tried).toEqual([...codes.slice(1).map(() => 404), 429]);
    const { code } = await addDevice(server, gym, 'kiosk');
    expect((await pair(code)).status).toBe(429);
    later(16);
    const { pairing } = (await gym.by.admin.post(`/devices/${(await addDevice(server, gym, 'kiosk')).id}/pairing`))
      .body;
    expect((await pair(pairing.code)).status).toBe(200);
  });
});

describe('the key that signs', () => {
  const isSigned = (text: string, signature: string, publicKey: string) =>
    verify(
      null,
      Buffer.from(text),
      createPublicKey({
        key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(publicKey, 'base64').toString('base64url') },
        format: 'jwk',
      }),
      Buffer.from(signature, 'base64'),
    );

  test('is the one whose public half devices get', async () => {
    const { body } = await pair((await addDevice(server, gym, 'door')).code);
    const { signature, keyId } = await signList(server, '{"entries": ["Łukasz"]}');
    expect(keyId).toBe(body.keyId);
    expect(isSigned('{"entries": ["Łukasz"]}', signature, body.publicKey)).toBe(true);
    expect(isSigned('{"entries": []}', signature, body.publicKey)).toBe(false);
  });

  test('is made once, also by two servers at once, and anew under another secret', async () => {
    const fresh = await testServer();
    const parts = { database: fresh.database, config: fresh.config };
    const made = await Promise.all([signList(parts, 'a'), signList(parts, 'a'), signList(parts, 'a')]);
    expect(new Set(made.map(({ keyId }) => keyId)).size).toBe(1);
    const other = { ...parts, config: { appSecret: 'another secret of this installation' } };
    expect((await signList(other, 'a')).keyId).not.toBe(made[0]?.keyId);
    expect((await signList(parts, 'a')).keyId).toBe(made[0]?.keyId);
    await fresh.close();
  });
});
