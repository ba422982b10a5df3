import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createGym } from '#tests/support/gym.ts';
import { unzip } from '#tests/support/archives.ts';
import { upload } from '#tests/support/multipart.ts';
import { createPdf } from '#tests/support/pdf.ts';
import { readText } from '#tests/support/sealed.ts';
import { seal } from '#tests/support/sealing.ts';
import { sharedServer } from '#tests/support/server.ts';
import { drawing, signingDesk } from '#tests/support/signing.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const photo = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#456' } })
  .jpeg()
  .toBuffer();

async function download(contactId: string, user = gym.users.admin) {
  const response = await server.app.inject({
    url: `/api/contacts/${contactId}/personal-data`,
    headers: { authorization: `Bearer ${await server.createToken(user)}` },
  });
  return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
}

describe('GET /contacts/{id}/personal-data', () => {
  test('answers at once with a PDF, JSON, the photo, the signature and the signed agreement', async () => {
    const desk = signingDesk(server, gym);
    const waiver = await desk.agreement(createPdf('Risk'));
    const contactId = await desk.make.contact({ first_name: 'Ann', last_name: 'Oakley', date_of_birth: '1990-05-01' });
    await gym.by.operator.post(`/contacts/${contactId}/image`, upload('image', photo));
    await gym.by.operator.post(`/contacts/${contactId}/notes`, { body: { text: 'Prefers mornings' } });
    await desk.make.checkin(contactId);
    expect((await desk.sign(contactId, waiver.versionId, { drawing })).status).toBe(201);
    await seal(server);

    const { status, headers, bytes } = await download(contactId);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/zip');
    expect(headers['content-disposition']).toContain('Data of Ann Oakley.zip');
    const files = await unzip(bytes);
    expect([...files.keys()].map((name) => name.replace(/[0-9a-f-]{36}/, 'id')).toSorted()).toEqual([
      'agreements/id.pdf',
      'data.json',
      'data.pdf',
      'photo.webp',
      'signatures/id.png',
    ]);
    const data = JSON.parse(files.get('data.json')!.toString());
    expect(data.contacts).toEqual([
      expect.objectContaining({ firstName: 'Ann', lastName: 'Oakley', dateOfBirth: '1990-05-01' }),
    ]);
    expect(data.contact_notes).toEqual([expect.objectContaining({ text: 'Prefers mornings' })]);
    expect(data.checkins).toHaveLength(1);
    expect(data.signatures).toEqual([expect.objectContaining({ agreementName: 'Waiver', method: 'desk' })]);
    const text = (await readText(files.get('data.pdf')!)).join(' ');
    expect(text).toContain('Ann Oakley');
    expect(text).toContain('Prefers mornings');
  });

  test('says nothing about anybody else', async () => {
    const { make } = signingDesk(server, gym);
    await make.contact({ first_name: 'Bob', last_name: 'Stranger' });
    const { bytes } = await download(await make.contact());
    expect((await unzip(bytes)).get('data.json')!.toString()).not.toContain('Stranger');
  });

  test('is in the activity log', async () => {
    const { make } = signingDesk(server, gym);
    const contactId = await make.contact();
    await download(contactId);
    const { body } = await gym.by.admin.get(`/activity?recordType=contact&recordId=${contactId}`);
    expect(body.entries.map(({ action }: { action: string }) => action)).toEqual(['contact.data-exported']);
  });

  test('is for company admins, of their own company', async () => {
    const { make } = signingDesk(server, gym);
    const contactId = await make.contact();
    expect((await download(contactId, gym.users.manager)).status).toBe(403);
    expect((await download(contactId, rival.users.admin)).status).toBe(404);
    expect((await download('00000000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await gym.by.admin.get('/contacts/nobody/personal-data')).status).toBe(404);
  });
});
