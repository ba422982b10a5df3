import { readFile } from 'node:fs/promises';
import { addMinutes } from 'date-fns';
import { describe, expect, test } from 'vitest';
import { endlessPdf } from '#tests/support/hostilePdfs.ts';
import { createGym } from '#tests/support/gym.ts';
import { pdfForm, samplePdf } from '#tests/support/multipart.ts';
import { seal } from '#tests/support/sealing.ts';
import { sharedServer } from '#tests/support/server.ts';
import { signingDesk } from '#tests/support/signing.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const desk = signingDesk(server, gym);
const readSample = (name: string) => readFile(new URL(`../../../support/pdfs/${name}.pdf`, import.meta.url));
const [encrypted, restricted] = await Promise.all([readSample('encrypted'), readSample('restricted')]);
const scan = Buffer.concat([samplePdf, Buffer.from('% scanned\n')]);

const upload = (contactId: string, agreementVersionId: string, bytes: Uint8Array = scan, by = gym.by.operator) =>
  by.post(
    `/contacts/${contactId}/signatures/paper`,
    pdfForm({ agreementVersionId, name: 'Casey Jones' }, { bytes, field: 'file' }),
  );

describe('a signature on paper', () => {
  test('is kept as the scan, marked so, and never sealed', async () => {
    const agreement = await desk.agreement();
    const { contactId } = await desk.member([agreement.id], { date_of_birth: null });
    const { status, body } = await upload(contactId, agreement.versionId);
    expect([status, body.signature.method, body.signature.isSealing, body.signature.witnessedBy]).toEqual([
      201,
      'paper',
      false,
      'Sam operator',
    ]);
    await seal(server);
    expect((await desk.list(contactId)).missing).toEqual([]);
    const { url } = (await gym.by.operator.get(`/signatures/${body.signature.id}/download`)).body;
    expect((await server.app.inject({ url })).rawPayload.equals(scan)).toBe(true);
    expect((await upload(contactId, agreement.versionId)).status).toBe(409);
  });

  test('may be of an older version', async () => {
    const agreement = await desk.agreement();
    await desk.newVersion(agreement.id);
    const { contactId } = await desk.member([agreement.id]);
    expect((await upload(contactId, agreement.versionId)).body.signature.versionNumber).toBe(1);
  });

  test('cannot be of a version before the one that everyone was asked to sign again', async () => {
    const agreement = await desk.agreement();
    const second = await desk.newVersion(agreement.id);
    const { contactId } = await desk.member([agreement.id]);
    // The versions are of the database's time.
    server.clock.now = addMinutes(new Date(), 1);
    await gym.by.manager.post(`/agreements/${agreement.id}/sign-again`);
    await desk.newVersion(agreement.id);
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .updateTable('agreement_versions')
        .set({ created_at: addMinutes(server.clock.now, 1) })
        .where('agreement_id', '=', agreement.id)
        .where('version_number', '=', 3)
        .execute(),
    );
    const { status, body } = await upload(contactId, agreement.versionId);
    expect([status, Object.keys(body.errors)]).toEqual([409, ['agreementVersionId']]);
    expect(await desk.list(contactId)).toMatchObject({ signatures: [], missing: [{ agreementId: agreement.id }] });
    expect((await upload(contactId, second)).body.signature.versionNumber).toBe(2);
    expect((await desk.list(contactId)).missing).toEqual([]);
  });

  test.each([
    ['something that is no PDF', Buffer.from('<html>'), 415],
    ['nothing', Buffer.alloc(0), 415],
    ['a PDF that would keep the server busy', endlessPdf(), 400],
    ['a PDF without a page', Buffer.from('%PDF-1.7\n'), 400],
    ['a PDF that asks for a password', encrypted, 400],
  ])('%s is refused', async (_case, bytes, status) => {
    const agreement = await desk.agreement();
    const { contactId } = await desk.member([agreement.id]);
    expect((await upload(contactId, agreement.versionId, bytes)).status).toBe(status);
    expect((await desk.list(contactId)).signatures).toEqual([]);
  });

  test('may forbid printing: it can be read, and joined with others for a bank', async () => {
    const agreement = await desk.agreement();
    const { contactId } = await desk.member([agreement.id]);
    expect((await upload(contactId, agreement.versionId, restricted)).status).toBe(201);
  });

  test('of another company’s contact or version is 404', async () => {
    const theirs = await signingDesk(server, rival).agreement();
    const agreement = await desk.agreement();
    const { contactId } = await desk.member([agreement.id]);
    expect((await upload(contactId, theirs.versionId)).status).toBe(404);
    expect((await upload(contactId, theirs.versionId, scan, rival.by.admin)).status).toBe(404);
  });
});

describe('asking everyone to sign again', () => {
  test('makes what was signed before missing, and lets the same version be signed again', async () => {
    const agreement = await desk.agreement();
    const { contactId } = await desk.member([agreement.id]);
    await desk.sign(contactId, agreement.versionId);
    server.advance({ seconds: 1 });
    expect((await gym.by.operator.post(`/agreements/${agreement.id}/sign-again`)).status).toBe(403);
    expect((await rival.by.admin.post(`/agreements/${agreement.id}/sign-again`)).status).toBe(404);
    expect((await gym.by.manager.post(`/agreements/${agreement.id}/sign-again`)).body).toEqual({
      message: 'Everyone is asked to sign again',
    });
    expect(await desk.list(contactId)).toMatchObject({
      signatures: [{ counts: false }],
      missing: [{ agreementId: agreement.id }],
    });
    await desk.sign(contactId, agreement.versionId, { name: 'Casey Smith' });
    const { signatures, missing } = await desk.list(contactId);
    expect([signatures.map(({ counts }: { counts: boolean }) => counts), missing]).toEqual([[true, false], []]);
  });
});
