import { readdir } from 'node:fs/promises';
import { addHours } from 'date-fns';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { removeDeletedFiles } from '#server/platform/files/deletedFiles.ts';
import { diskStore } from '#server/platform/files/diskStore.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';
import { upload } from '#tests/support/multipart.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#456' } })
  .jpeg()
  .toBuffer();

const taken = 'Another item at this location has this bar code';
const post = (change: object = {}, of = gym) =>
  of.by.manager.post('/sales-items', { body: { locationId: of.locationId, name: 'Shaker', price: 12.5, ...change } });
const create = async (change: object = {}) => (await post(change)).body.salesItem;
const put = (id: string, body: object) => gym.by.point_of_sale.put(`/sales-items/${id}`, { body });
const readNames = async (query: string, of = gym) => {
  const { body } = await of.by.operator.get(`/sales-items?locationId=${of.locationId}&${query}`);
  return body.salesItems.map(({ name }: { name: string }) => name);
};

describe('category, bar code and favorite', () => {
  test('a new item has none of them', async () => {
    expect(await create()).toMatchObject({
      category: null,
      barcode: null,
      isFavorite: false,
      thumbnailUrl: null,
      previewUrl: null,
    });
  });

  test('they are stored, changed and cleared; fields that a change does not name stay', async () => {
    const { id } = await create({ category: ' Drinks ', barcode: ' 4006381333931 ', isFavorite: true });
    expect((await put(id, { name: 'Flask' })).body.salesItem).toMatchObject({
      category: 'Drinks',
      barcode: '4006381333931',
      isFavorite: true,
    });
    expect((await put(id, { category: 'Bottles', isFavorite: false })).body.salesItem).toMatchObject({
      category: 'Bottles',
      barcode: '4006381333931',
      isFavorite: false,
    });
    expect((await put(id, { category: '', barcode: null })).body.salesItem).toMatchObject({
      category: null,
      barcode: null,
    });
  });

  test('a bar code is unique within a location: a second item is 409, but not at another location or company', async () => {
    await create({ barcode: 'ONCE-1' });
    expect(await post({ barcode: 'ONCE-1' })).toMatchObject({
      status: 409,
      body: { message: taken, errors: { barcode: taken } },
    });
    const { id } = await create();
    expect(await put(id, { barcode: 'ONCE-1' })).toMatchObject({
      status: 409,
      body: { message: taken, errors: { barcode: taken } },
    });
    expect(
      (
        await gym.by.admin.post('/sales-items', {
          body: { locationId: gym.otherLocationId, name: 'Shaker', price: 1, barcode: 'ONCE-1' },
        })
      ).status,
    ).toBe(201);
    expect((await post({ barcode: 'ONCE-1' }, rival)).status).toBe(201);
  });

  test('the bar code of a deleted item is free again', async () => {
    const { id } = await create({ barcode: 'FREED-1' });
    await gym.by.manager.delete(`/sales-items/${id}`);
    expect((await post({ barcode: 'FREED-1' })).status).toBe(201);
  });

  test('of five concurrent items with one bar code one gets it', async () => {
    const replies = await Promise.all(Array.from({ length: 5 }, () => post({ barcode: 'RACE-1' })));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    const others = await Promise.all(Array.from({ length: 4 }, () => create()));
    const edits = await Promise.all(others.map(({ id }) => put(id, { barcode: 'RACE-2' })));
    expect(edits.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  });
});

describe('GET /sales-items for the till', () => {
  test('finds by category, by a whole bar code, and puts favorites first', async () => {
    const alone = await createGym(server);
    for (const [name, category, barcode, isFavorite] of [
      ['Water', 'Drinks', '4001', true],
      ['Cola', 'Drinks', '4002', false],
      ['Towel', 'Rental', '40', true],
      ['Bar', null, null, false],
    ])
      await post({ name, category, barcode, isFavorite }, alone);
    expect(await readNames('sortBy=favorites&sortOrder=asc', alone)).toEqual(['Towel', 'Water', 'Bar', 'Cola']);
    expect(await readNames('category=Drinks&sortBy=favorites&sortOrder=asc', alone)).toEqual(['Water', 'Cola']);
    expect(await readNames('category=drink', alone)).toEqual([]);
    expect(await readNames('barcode=40', alone)).toEqual(['Towel']);
    expect(await readNames('barcode=400', alone)).toEqual([]);
    expect(await readNames('category=Drinks&search=co', alone)).toEqual(['Cola']);
    expect(await readNames('barcode=4001', rival)).toEqual([]);
    const { body } = await alone.by.operator.get(`/sales-items/categories?locationId=${alone.locationId}`);
    expect(body).toEqual({ categories: ['Drinks', 'Rental'] });
    expect((await alone.by.admin.get(`/sales-items/categories?locationId=${alone.otherLocationId}`)).body).toEqual({
      categories: [],
    });
  });
});

describe('the picture of an item', () => {
  const files = async () =>
    (await readdir(server.filesDirectory, { recursive: true })).filter((name) => name.endsWith('.webp'));
  const cleanUp = () =>
    removeDeletedFiles(
      { database: server.database, files: diskStore(server.filesDirectory) },
      addHours(new Date(), 25),
    );
  const send = (id: string, ...file: Parameters<typeof upload>) =>
    gym.by.point_of_sale.post(`/sales-items/${id}/image`, upload(...file));

  test('is stored in three sizes with signed URLs, and does not make an open form stale', async () => {
    const { id, updatedAt } = await create();
    const { status, body } = await send(id, 'image', photo);
    expect(status).toBe(200);
    const widths = [];
    for (const url of [body.salesItem.previewUrl, body.salesItem.thumbnailUrl]) {
      const response = await server.app.inject({ url });
      widths.push((await sharp(response.rawPayload).metadata()).width);
    }
    expect(widths).toEqual([512, 96]);
    const { salesItem } = (await put(id, { name: 'Flask', updatedAt })).body;
    expect(salesItem.previewUrl).toContain('-preview.webp');
  });

  test('is replaced and removed with its files, also when the item is deleted', async () => {
    const { id } = await create();
    const before = (await files()).length;
    await send(id, 'image', photo);
    await send(id, 'image', photo);
    await cleanUp();
    expect(await files()).toHaveLength(before + 3);
    expect((await gym.by.manager.delete(`/sales-items/${id}/image`)).body.salesItem).toMatchObject({
      previewUrl: null,
      thumbnailUrl: null,
    });
    await send(id, 'image', photo);
    await gym.by.manager.delete(`/sales-items/${id}`);
    await cleanUp();
    expect(await files()).toHaveLength(before);
  });

  test('that cannot be read is refused and leaves no files', async () => {
    const { id } = await create();
    const before = await files();
    expect(await send(id, 'image', photo.subarray(0, photo.length / 2))).toMatchObject({ status: 415 });
    expect(await send(id, 'other', photo)).toMatchObject({ status: 400 });
    expect(await files()).toEqual(before);
  });
});
