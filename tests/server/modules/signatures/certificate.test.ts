import { addDays } from 'date-fns';
import { beforeEach, describe, expect, test } from 'vitest';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { pdfForm, upload } from '#tests/support/multipart.ts';
import { longestStall } from '#tests/support/longestStall.ts';
import { createP12, createSlowP12 } from '#tests/support/p12.ts';
import { checkWithOpenssl } from '#tests/support/sealed.ts';
import { seal } from '#tests/support/sealing.ts';
import { sharedServer } from '#tests/support/server.ts';
import { signingDesk } from '#tests/support/signing.ts';

const server = await sharedServer();
const { p12, certificate } = await createP12();
const password = 'open sesame';
let gym: Gym;
beforeEach(async () => {
  server.clock.now = new Date();
  gym = await createGym(server);
});

const path = () => `/companies/${gym.companyId}/signing-certificate`;
const form = (file: Buffer, fields: Record<string, string> = { password }) =>
  pdfForm(fields, { field: 'file', bytes: file, name: 'gym.p12' });
const send = (file = p12, fields?: Record<string, string>) => gym.by.admin.post(path(), form(file, fields));

/** Valid from now on. */
const newP12: typeof createP12 = async (wanted) => {
  const made = await createP12(wanted);
  server.clock.now = new Date();
  return made;
};

/** The bytes of a newly signed and sealed agreement. */
async function newlySealed(): Promise<Buffer> {
  const desk = signingDesk(server, gym);
  const agreement = await desk.agreement();
  const { contactId } = await desk.member([agreement.id]);
  const { body } = await desk.sign(contactId, agreement.versionId);
  await seal(server);
  const download = await gym.by.operator.get(`/signatures/${body.signature.id}/download`);
  return (await server.app.inject({ url: download.body.url })).rawPayload;
}

describe('a company’s own certificate', () => {
  test('seals its agreements, and no other company’s', async () => {
    const { status, body } = await send();
    expect({ status, body }).toMatchObject({
      status: 201,
      body: {
        message: 'Certificate saved',
        certificate: { subject: 'CN=Iron Peak LLC, C=US', issuer: 'CN=Iron Peak LLC, C=US', isUsed: true },
      },
    });
    expect((await gym.by.admin.get(path())).body).toEqual({ certificate: body.certificate });
    expect(await checkWithOpenssl(await newlySealed(), certificate)).toBe(true);
    gym = await createGym(server);
    expect(await checkWithOpenssl(await newlySealed(), certificate)).toBe(false);
  });

  test.each([
    ['an elliptic curve', { newKey: ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'] }],
    ['the encryption of older programs', { isLegacy: true }],
    ['a name in Polish and Chinese', { name: 'Łódź 李' }],
  ])('may have %s', async (_what, wanted) => {
    const made = await newP12(wanted);
    expect((await send(made.p12)).status).toBe(201);
    expect(await checkWithOpenssl(await newlySealed(), made.certificate)).toBe(true);
  });

  test('once it has expired, or is removed, the installation’s seals again', async () => {
    await send();
    server.clock.now = addDays(new Date(), 400);
    const staff = await server.as(gym.users.admin);
    expect((await staff.get(path())).body.certificate).toMatchObject({ isUsed: false });
    server.clock.now = new Date();
    expect(await gym.by.admin.delete(path())).toMatchObject({ status: 200, body: { message: 'Certificate removed' } });
    expect((await gym.by.admin.get(path())).body).toEqual({ certificate: null });
    expect(await checkWithOpenssl(await newlySealed(), certificate)).toBe(false);
    expect((await gym.by.admin.delete(path())).status).toBe(404);
  });

  test('a newer one replaces it', async () => {
    await send();
    const newer = await newP12({ name: 'Iron Peak Holdings' });
    await send(newer.p12);
    expect((await gym.by.admin.get(path())).body.certificate.subject).toBe('CN=Iron Peak Holdings, C=US');
    expect(await checkWithOpenssl(await newlySealed(), newer.certificate)).toBe(true);
  });

  test('neither the file nor its password is kept in the clear', async () => {
    await send();
    const row = await server.database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('signing_certificates').selectAll().executeTakeFirstOrThrow(),
    );
    const text = JSON.stringify(row);
    expect(text).not.toContain(password);
    expect(text).not.toContain(p12.toString('base64').slice(100, 160));
    const { entries } = (await gym.by.admin.get(`/activity?companyId=${gym.companyId}`)).body;
    expect(JSON.stringify(entries)).not.toContain(password);
  });
});

describe('is refused', () => {
  const message = 'This password does not open the file, or the file is no .p12 with a certificate and its key';

  test('with a wrong password, or when it is no certificate', async () => {
    for (const refused of [
      await send(p12, { password: 'wrong' }),
      await send(p12, {}),
      await send(Buffer.from('%PDF-1.7')),
      await send(Buffer.alloc(0)),
      await send(p12.subarray(0, p12.length / 2)),
      await send(Buffer.concat([p12, Buffer.alloc(100 * 1024)])),
    ])
      expect(refused).toMatchObject({ status: 400, body: { message, errors: { file: message } } });
  });

  test('when it takes too long to open, and the server answers others meanwhile', async () => {
    const slow = await createSlowP12();
    const { result, stallMs } = await longestStall(() => send(slow));
    expect(result).toMatchObject({ status: 400, body: { message } });
    expect(stallMs).toBeLessThan(5_000);
  });

  test('without a file, or with a password of more than 200 characters', async () => {
    const missing = await gym.by.admin.post(path(), upload('other', p12, 'gym.p12', 'application/x-pkcs12'));
    expect(missing).toMatchObject({ status: 400 });
    expect((await send(p12, { password: 'x'.repeat(201) })).status).toBe(400);
  });

  test('when it has expired, is not valid yet, or its key is too short', async () => {
    const day = (await createP12({ days: 1 })).p12;
    server.clock.now = addDays(new Date(), 2);
    const later = await server.as(gym.users.admin);
    expect((await later.post(path(), form(day))).body.message).toBe('This certificate has expired');
    server.clock.now = addDays(new Date(), -1);
    const earlier = await server.as(gym.users.admin);
    expect((await earlier.post(path(), form(day))).body.message).toBe('This certificate is not valid yet');
    const short = (await newP12({ newKey: ['rsa:1024'] })).p12;
    expect((await send(short)).body.message).toBe(
      'The key of this certificate is too short. Use one of at least 2048 bits.',
    );
  });

  test('of whoever is no company admin, of another company and without a token', async () => {
    const rival = await createGym(server);
    for (const as of ['manager', 'operator', 'point_of_sale'] as const) {
      expect((await gym.by[as].get(path())).status).toBe(403);
      expect((await gym.by[as].post(path(), form(p12))).status).toBe(403);
      expect((await gym.by[as].delete(path())).status).toBe(403);
    }
    expect((await rival.by.admin.get(path())).status).toBe(404);
    expect((await rival.by.admin.post(path(), form(p12))).status).toBe(404);
    expect((await rival.by.admin.delete(path())).status).toBe(404);
    expect((await server.anonymous.get(path())).status).toBe(401);
    expect((await server.anonymous.post(path(), form(p12))).status).toBe(401);
    expect((await server.anonymous.delete(path())).status).toBe(401);
  });
});
