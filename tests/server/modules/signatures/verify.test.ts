import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { hashFile } from '#domain/signatures/verdict.ts';
import { verifySignature } from '#server/cli/verifySignature.ts';
import { readConfig } from '#server/config.ts';
import { createGym } from '#tests/support/gym.ts';
import { createPdf } from '#tests/support/pdf.ts';
import { checkWithOpenssl } from '#tests/support/sealed.ts';
import { seal } from '#tests/support/sealing.ts';
import { sharedServer } from '#tests/support/server.ts';
import { signingDesk } from '#tests/support/signing.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';

const server = await sharedServer();
const gym = await createGym(server);
const desk = signingDesk(server, gym);

const agreement = await desk.agreement(createPdf('Risk', 3));
const { contactId } = await desk.member([agreement.id]);
const { body: signed } = await desk.sign(contactId, agreement.versionId, { name: 'Łukasz Nguyễn' });
await seal(server);
const { url } = (await gym.by.operator.get(`/signatures/${signed.signature.id}/download`)).body;
const file = (await server.app.inject({ url })).rawPayload;
const { certificate } = await server.database.unscoped
  .selectFrom('sealing_keys')
  .select('certificate')
  .executeTakeFirstOrThrow();

const verify = async (bytes: Uint8Array) => {
  const hashes = await hashFile(bytes, async (part) => createHash('sha256').update(part).digest('hex'));
  return server.anonymous.post('/verify', { body: { hashes } });
};
const run = async (bytes: Uint8Array) => {
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  const path = join(await temporaryDirectory(), 'signed.pdf');
  await writeFile(path, bytes);
  const config = readConfig({ DATABASE_URL: server.url, APP_SECRET: server.config.appSecret });
  const refusal = await verifySignature(config, [path]).catch((error: Error) => error.message);
  return refusal ?? print.mock.calls.join('\n');
};
afterEach(() => vi.restoreAllMocks());

const changedAt = (place: number) => {
  const changed = Buffer.from(file);
  changed[place] = (changed[place] ?? 0) ^ 1;
  return changed;
};

const facts = {
  company: gym.companyName,
  agreement: 'Waiver',
  version: 1,
  signedAt: signed.signature.signedAt,
  signer: 'Ł. N.',
};

describe('a sealed file', () => {
  test('is known and intact, says which and by whom, and the command says the same', async () => {
    expect(await verify(file)).toMatchObject({
      status: 200,
      body: { known: true, sealed: true, intact: true, ...facts },
    });
    expect(await run(file)).toBe(
      [
        'This file is genuine. It was sealed here, and not a byte was changed since.',
        `Waiver, version 1, of ${gym.companyName}`,
        `Signed ${facts.signedAt} by Ł. N.`,
      ].join('\n'),
    );
    expect(await checkWithOpenssl(file, certificate)).toBe(true);
  });

  const inTheCertificate = file.indexOf('%%EOF') + 300;
  const inTheSeal = file.lastIndexOf('/Contents <') + 200;
  test.each([
    ['the agreement', 200],
    ['the certificate', inTheCertificate],
    ['the seal', inTheSeal],
    ['its last line', file.length - 3],
  ])(
    'with one byte changed in %s is known and changed, for the page, the command and openssl',
    async (_case, place) => {
      const changed = changedAt(place);
      expect((await verify(changed)).body).toEqual({ known: true, sealed: true, intact: false, ...facts });
      expect(await run(changed)).toContain('This file was changed');
      expect(await checkWithOpenssl(changed, certificate)).toBe(false);
    },
  );

  test('with something appended is known and changed', async () => {
    expect((await verify(Buffer.concat([file, Buffer.from('\n% more')]))).body).toMatchObject({
      known: true,
      intact: false,
    });
  });

  test('is found changed wherever the byte is', async () => {
    for (let place = 0; place < file.length; place += 977) {
      const { known, intact } = (await verifyFromElsewhere(changedAt(place))).body;
      expect([place, known, intact]).toEqual([place, true, false]);
    }
  });
});

/** From another address each time, since one may not check so many. */
let address = 0;
async function verifyFromElsewhere(bytes: Uint8Array) {
  address += 1;
  const hashes = await hashFile(bytes, async (part) => createHash('sha256').update(part).digest('hex'));
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/verify',
    remoteAddress: `198.51.100.${address}`,
    payload: { hashes },
  });
  return { body: response.json() };
}

test.each([
  ['the agreement itself', createPdf('Risk', 3)],
  ['another PDF', createPdf('Other')],
  ['nothing', Buffer.alloc(0)],
])('%s is unknown', async (_case, bytes) => {
  expect(await verify(bytes)).toMatchObject({ status: 200, body: { known: false, sealed: false, intact: false } });
  expect(await run(bytes)).toContain('Spotter does not know this file');
});

test.each([[{}], [{ hashes: {} }], [{ hashes: { whole: 'abc' } }], [{ hashes: { whole: 'A'.repeat(64) } }]])(
  '%j is 400',
  async (body) => {
    expect((await server.anonymous.post('/verify', { body })).status).toBe(400);
  },
);

test('one address may not check files without end', async () => {
  const body = { hashes: { whole: 'a'.repeat(64) } };
  const statuses: number[] = [];
  for (let times = 0; times < 101; times += 1) {
    const call = { method: 'POST' as const, url: '/api/verify', remoteAddress: '203.0.113.9', payload: body };
    statuses.push((await server.app.inject(call)).statusCode);
  }
  expect([statuses.slice(0, 100).every((status) => status === 200), statuses[100]]).toEqual([true, 429]);
});

test('the command names what it needs', async () => {
  const config = readConfig({ DATABASE_URL: server.url, APP_SECRET: server.config.appSecret });
  await expect(verifySignature(config, [])).rejects.toThrow('Name the file');
  await expect(verifySignature(config, ['/nowhere.pdf'])).rejects.toThrow('/nowhere.pdf cannot be read');
});
