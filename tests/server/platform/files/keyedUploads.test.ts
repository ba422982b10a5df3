import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { pdfForm, samplePdf, upload } from '#tests/support/multipart.ts';
import { openTransactions } from '#tests/support/openTransactions.ts';
import { sharedServer } from '#tests/support/server.ts';
import { signingDesk } from '#tests/support/signing.ts';

const server = await sharedServer();
const gym = await createGym(server);
const make = builders(server, gym);
const desk = signingDesk(server, gym);
const photo = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#456' } })
  .jpeg()
  .toBuffer();
const agreement = await desk.agreement();
const { contactId } = await desk.member([agreement.id]);
const itemId = await make.salesItem();
const uploads = {
  'a photo': [`/contacts/${contactId}/image`, upload('image', photo), 3],
  'a picture': [`/sales-items/${itemId}/image`, upload('image', photo), 3],
  'an agreement': ['/agreements', pdfForm({ name: 'Waiver', companyId: gym.companyId }, { bytes: samplePdf }), 1],
  'a version': [`/agreements/${agreement.id}/versions`, pdfForm({}, { bytes: samplePdf }), 1],
  'a scan': [
    `/contacts/${contactId}/signatures/paper`,
    pdfForm({ agreementVersionId: agreement.versionId, name: 'Casey Jones' }, { bytes: samplePdf, field: 'file' }),
    1,
  ],
} as const;

const open: number[] = [];
const { files } = server.context;
const { put } = files;
files.put = async (key, bytes) => {
  open.push(await openTransactions(server));
  await put(key, bytes);
};
const countFiles = async () => (await readdir(server.filesDirectory, { recursive: true })).filter(isFile).length;
const isFile = (name: string) => /\w\.\w+$/.test(name);

test.each(Object.entries(uploads))(
  'with an Idempotency-Key no transaction waits while %s is stored, and it is kept once',
  async (name, [path, form, each]) => {
    open.length = 0;
    const before = await countFiles();
    const post = () =>
      gym.by.admin.post(path, { ...form, headers: { ...form.headers, 'idempotency-key': `once ${name}` } });
    const answers = [await post(), await post()];
    expect(answers.map(({ status }) => status)).toEqual(Array(2).fill(each === 3 ? 200 : 201));
    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect(await countFiles()).toBe(before + each);
    expect(open).toEqual(Array(each).fill(0));
  },
);

test('of two uploads at once with one key, the files of one are kept', async () => {
  const before = await countFiles();
  const [path, form] = uploads['an agreement'];
  const post = () => gym.by.admin.post(path, { ...form, headers: { ...form.headers, 'idempotency-key': 'at once' } });
  const [one, other] = await Promise.all([post(), post()]);
  expect([one.status, one.body]).toEqual([201, other.body]);
  expect(await countFiles()).toBe(before + 1);
});

test('a file that is refused is refused again with its key, which takes no other file', async () => {
  const [path] = uploads['a photo'];
  const post = (bytes: Buffer) => {
    const form = upload('image', bytes);
    return gym.by.admin.post(path, { ...form, headers: { ...form.headers, 'idempotency-key': 'refused' } });
  };
  const refused = await post(Buffer.from('no picture'));
  expect(refused.status).toBe(415);
  expect(await post(Buffer.from('no picture'))).toMatchObject({ status: 415, body: refused.body });
  expect((await post(photo)).status).toBe(422);
});
