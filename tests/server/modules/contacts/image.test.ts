import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { addHours } from 'date-fns';
import { describe, expect, test } from 'vitest';
import { removeDeletedFiles } from '#server/platform/files/deletedFiles.ts';
import { diskStore } from '#server/platform/files/diskStore.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';
import { upload } from '#tests/support/multipart.ts';

const server = await sharedServer();
const gym = await createGym(server);
const make = builders(server, gym);
const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#456' } })
  .jpeg()
  .toBuffer();

const files = async () =>
  (await readdir(server.filesDirectory, { recursive: true })).filter((name) => name.endsWith('.webp'));
/** Runs the clean-up job this many hours from now. */
const cleanUp = (hours: number) =>
  removeDeletedFiles(
    { database: server.database, files: diskStore(server.filesDirectory) },
    addHours(new Date(), hours),
  );
const send = (id: string, ...file: Parameters<typeof upload>) =>
  gym.by.operator.post(`/contacts/${id}/image`, upload(...file));

describe('POST /contacts/{id}/image', () => {
  test('stores three sizes and returns their signed URLs', async () => {
    const id = await make.contact();
    const { status, body } = await send(id, 'image', photo, 'camera-capture.jpg');
    expect(status).toBe(200);
    const widths = [];
    for (const url of [body.originalUrl, body.previewUrl, body.thumbnailUrl]) {
      const response = await server.app.inject({ url });
      expect(response.headers['content-type']).toBe('image/webp');
      widths.push((await sharp(response.rawPayload).metadata()).width);
    }
    expect(widths).toEqual([800, 512, 96]);
    const { contact } = (await gym.by.operator.get(`/contacts/${id}`)).body;
    expect(contact).toMatchObject({
      profileImageFileName: 'camera-capture.jpg',
      profileImageFileSize: photo.length,
      profileImageUploadedAt: expect.any(String),
      thumbnailUrl: expect.stringContaining(contact.profileImageThumbnailS3Key),
    });
  });

  test('a new picture replaces the old one, whose files stay for a day and are then removed', async () => {
    const id = await make.contact();
    const before = (await files()).length;
    await send(id, 'image', photo);
    const first = (await gym.by.operator.get(`/contacts/${id}`)).body.contact;
    await send(id, 'image', photo);
    await cleanUp(23);
    expect(await files()).toHaveLength(before + 6);
    await cleanUp(25);
    expect(await files()).toHaveLength(before + 3);
    expect((await server.app.inject({ url: first.originalUrl })).statusCode).toBe(404);
  });

  test('does not make an open form stale', async () => {
    const id = await make.contact();
    const { updatedAt } = (await gym.by.operator.get(`/contacts/${id}`)).body.contact;
    await send(id, 'image', photo);
    expect((await gym.by.operator.put(`/contacts/${id}`, { body: { city: 'Aurora', updatedAt } })).status).toBe(200);
  });

  test('a refused image leaves no files', async () => {
    const before = await files();
    expect(await send(await make.contact(), 'image', photo.subarray(0, photo.length / 2))).toMatchObject({
      status: 415,
    });
    expect(await files()).toEqual(before);
  });

  test('a form without the file is 400', async () => {
    expect(await send(await make.contact(), 'other', photo)).toMatchObject({ status: 400 });
  });

  test('two concurrent uploads leave the files of one', async () => {
    const id = await make.contact();
    const before = (await files()).length;
    const replies = await Promise.all([send(id, 'image', photo), send(id, 'image', photo)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    await cleanUp(25);
    expect(await files()).toHaveLength(before + 3);
  });
});

describe('DELETE /contacts/{id}/image', () => {
  test('removes the picture and its files', async () => {
    const id = await make.contact();
    const before = (await files()).length;
    await send(id, 'image', photo);
    const { status, body } = await gym.by.operator.delete(`/contacts/${id}/image`);
    expect({ status, body }).toEqual({ status: 200, body: { message: 'Image removed' } });
    expect((await gym.by.operator.get(`/contacts/${id}`)).body.contact).toMatchObject({
      thumbnailUrl: null,
      profileImageFileName: null,
    });
    await cleanUp(25);
    expect(await files()).toHaveLength(before);
  });

  test('deleting a contact without history removes its picture too', async () => {
    const id = await make.contact();
    const before = (await files()).length;
    await send(id, 'image', photo);
    await gym.by.operator.delete(`/contacts/${id}`);
    await cleanUp(25);
    expect(await files()).toHaveLength(before);
  });
});
