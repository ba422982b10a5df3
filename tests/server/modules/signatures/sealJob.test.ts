import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createGym } from '#tests/support/gym.ts';
import { pdfForm } from '#tests/support/multipart.ts';
import { memberEmails } from '#tests/support/memberEmails.ts';
import { createPdf } from '#tests/support/pdf.ts';
import { hashOfStart, readText, sha256 } from '#tests/support/sealed.ts';
import { seal } from '#tests/support/sealing.ts';
import { sharedServer } from '#tests/support/server.ts';
import { drawing, signingDesk } from '#tests/support/signing.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const desk = signingDesk(server, gym);
const emails = memberEmails(server);

const signed = async (document = createPdf(), change: object = {}) => {
  const agreement = await desk.agreement(document);
  const { contactId } = await desk.member([agreement.id]);
  const { body } = await desk.sign(contactId, agreement.versionId, change);
  return { contactId, id: body.signature.id as string, agreement };
};
const download = (id: string, by = gym.by.operator) => by.get(`/signatures/${id}/download`);
const readSealed = async (id: string): Promise<Buffer> => {
  const { body } = await download(id);
  const { rawPayload } = await server.app.inject({ url: body.url });
  return rawPayload;
};
const row = (id: string) =>
  server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('signatures').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  );
const files = async (folder: string) =>
  (await readdir(join(server.filesDirectory, gym.companyId, folder)).catch(() => [])).length;

describe('a signature', () => {
  test('is sealed by the job, downloaded, and emailed once', async () => {
    const document = createPdf('Risk', 3);
    const { contactId, id } = await signed(document, { name: 'Łukasz Nguyễn 李', drawing });
    expect(await download(id)).toMatchObject({
      status: 409,
      body: { message: 'This signature is being sealed. Please try again in a minute.' },
    });
    await seal(server);
    expect((await desk.list(contactId)).signatures).toMatchObject([{ id, isSealing: false }]);
    const { status, body } = await download(id);
    expect([status, body.fileName]).toEqual([200, 'Waiver v1, signed by Łukasz Nguyễn 李.pdf']);
    const bytes = await readSealed(id);
    expect(await hashOfStart(bytes, document.length)).toBe(sha256(document));
    expect((await row(id)).sealed_sha256?.toString('hex')).toBe(sha256(bytes));
    expect((await readText(bytes)).at(-1)).toContain('At the front desk, with Sam operator as the witness');
    const [email, ...others] = await emails.send();
    expect(others).toEqual([]);
    expect(email).toMatchObject({
      to: `${contactId}@member.test`,
      subject: `Your signed agreement with ${gym.companyName}: Waiver`,
      attachments: [{ fileName: 'Waiver v1, signed by Łukasz Nguyễn 李.pdf', content: bytes }],
    });
    expect(email?.text).toContain('http://gym.test/verify');
    await seal(server);
    expect(await emails.send()).toEqual([]);
  });

  test('is sealed once when two processes seal at the same time', async () => {
    const made = await Promise.all([signed(), signed(), signed()]);
    const before = await files('signatures');
    await Promise.all([seal(server), seal(server), seal(server)]);
    expect((await files('signatures')) - before).toBe(3);
    for (const { id } of made) {
      const { sealed_sha256, seal_attempts } = await row(id);
      expect([sealed_sha256?.toString('hex'), seal_attempts]).toEqual([sha256(await readSealed(id)), 1]);
    }
    expect(await emails.send()).toHaveLength(3);
  });

  test('that a killed process was sealing is sealed later', async () => {
    const { id } = await signed();
    await server.database.scoped([gym.companyId], (tx) =>
      tx
        .updateTable('signatures')
        .set({ seal_due_at: new Date(server.clock.now.getTime() + 10 * 60_000), seal_attempts: 1 })
        .where('id', '=', id)
        .execute(),
    );
    await seal(server);
    expect((await row(id)).sealed_at).toBeNull();
    emails.later(11);
    await seal(server);
    expect((await row(id)).sealed_at).toEqual(server.clock.now);
  });

  test('a signature whose PDF is missing or changed is not sealed, and is tried again', async () => {
    const { id, agreement } = await signed();
    const { file_key } = await server.database.scoped([gym.companyId], (tx) =>
      tx
        .selectFrom('agreement_versions')
        .select('file_key')
        .where('id', '=', agreement.versionId)
        .executeTakeFirstOrThrow(),
    );
    const path = join(server.filesDirectory, file_key);
    await rm(path);
    await expect(seal(server)).rejects.toThrow('1 signatures could not be sealed');
    await writeFile(path, createPdf('Another text'));
    emails.later(3);
    await expect(seal(server)).rejects.toThrow('1 signatures could not be sealed');
    expect(await row(id)).toMatchObject({ sealed_at: null, seal_attempts: 2 });
    await writeFile(path, createPdf());
    emails.later(5);
    await seal(server);
    expect((await row(id)).sealed_at).not.toBeNull();
  });

  test('of another company is 404', async () => {
    const { id } = await signed();
    await seal(server);
    expect((await download(id, rival.by.admin)).status).toBe(404);
    expect((await download('01900000-0000-7000-8000-000000000000')).status).toBe(404);
  });
});

test.each([
  ['encrypted', 'This PDF is encrypted.'],
  ['restricted', 'This PDF is encrypted.'],
])('a PDF that is %s is refused when it is uploaded', async (name, message) => {
  const bytes = await readFile(new URL(`../../../support/pdfs/${name}.pdf`, import.meta.url));
  const { status, body } = await gym.by.admin.post(
    '/agreements',
    pdfForm({ name: 'Waiver', companyId: gym.companyId }, { bytes }),
  );
  expect([status, body.message.slice(0, message.length), body.errors.pdf]).toEqual([400, message, body.message]);
});

test.each([
  ['cut in the middle', createPdf('Waiver', 3).subarray(0, 700)],
  ['without its table', Buffer.from(createPdf().toString('latin1').replace('startxref', 'startxxxx'), 'latin1')],
  ['nothing but its first line', Buffer.from('%PDF-1.7\n')],
])('a PDF %s is refused when it is uploaded', async (_case, bytes) => {
  const agreement = await desk.agreement();
  const { status, body } = await gym.by.admin.post(`/agreements/${agreement.id}/versions`, pdfForm({}, { bytes }));
  expect([status, body.message]).toEqual([400, expect.stringContaining('This PDF is damaged.')]);
});
