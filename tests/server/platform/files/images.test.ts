import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeImageSizes, storeImage } from '#server/platform/files/images.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { Problem } from '#server/platform/http/problem.ts';

const red = { create: { width: 3000, height: 1500, channels: 3, background: '#c00' } } as const;
const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
const notAnImage = new Problem(415, 'Please select an image file');

const photo = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888', noise } });

test.each(['jpeg', 'png', 'webp', 'gif'] as const)(
  'a %s becomes WebP of at most 2048, 512 and 96 px',
  async (format) => {
    const sizes = await makeImageSizes(await sharp(red).toFormat(format).toBuffer());
    const seen = await Promise.all(Object.values(sizes).map((bytes) => sharp(bytes).metadata()));
    expect(seen.map(({ format: kind, width, height }) => [kind, width, height])).toEqual([
      ['webp', 2048, 1024],
      ['webp', 512, 256],
      ['webp', 96, 48],
    ]);
  },
);

test('a small image is not enlarged', async () => {
  const { original } = await makeImageSizes(await photo(40, 30).png().toBuffer());
  expect(await sharp(original).metadata()).toMatchObject({ width: 40, height: 30 });
});

test('an image is rotated upright and its metadata removed', async () => {
  const sideways = await photo(400, 200)
    .withExif({ IFD0: { Copyright: 'Nobody' }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  expect(await sharp(sideways).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) });
  const { original } = await makeImageSizes(sideways);
  const metadata = await sharp(original).metadata();
  expect(metadata).toMatchObject({ width: 200, height: 400 });
  expect(metadata.exif).toBeUndefined();
  expect(metadata.orientation).toBeUndefined();
});

const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
);

test.each([
  ['SVG', svg],
  ['SVG with an XML head', Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), svg])],
  ['HTML, whatever its name', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n')],
  ['a TIFF', Buffer.from('II*\0\u0008\0\0\0')],
  ['nothing', Buffer.alloc(0)],
  ['HTML that starts as a GIF does', Buffer.from('GIF89a=1;<script>alert(1)</script>')],
  ['the signature of a PNG alone', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['a HEIC that is none', Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic')],
])('%s is refused by its content', async (_case, bytes) => {
  await expect(makeImageSizes(bytes)).rejects.toEqual(notAnImage);
});

test.each([['jpeg'], ['png'], ['webp']] as const)('a truncated %s is refused', async (format) => {
  const whole = await photo(900, 900).toFormat(format).toBuffer();
  await expect(makeImageSizes(whole.subarray(0, whole.length * 0.8))).rejects.toEqual(notAnImage);
});

test('a script hidden behind an image does not survive', async () => {
  const polyglot = Buffer.concat([await photo(300, 300).jpeg().toBuffer(), Buffer.from('<script>alert(1)</script>')]);
  const sizes = await makeImageSizes(polyglot);
  for (const bytes of Object.values(sizes)) expect(bytes.includes('<script>')).toBe(false);
});

test('a broken image does not delay the next one', async () => {
  const good = await photo(100, 100).png().toBuffer();
  const [bad, fine] = await Promise.allSettled([makeImageSizes(svg), makeImageSizes(good)]);
  expect([bad.status, fine.status]).toEqual(['rejected', 'fulfilled']);
});

const nowhere: FileStore = {
  put: async () => undefined,
  write: async () => 0,
  get: async () => null,
  remove: async () => undefined,
  ping: async () => undefined,
};
const [ours, theirs] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];

test('a photo of one company does not wait behind the pictures of another', async () => {
  const large = await sharp({ create: { width: 3000, height: 3000, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
  const small = await photo(200, 200).jpeg().toBuffer();
  const done: string[] = [];
  const store = async (companyId: string, bytes: Buffer) => {
    await storeImage(nowhere, companyId, bytes);
    done.push(companyId);
  };
  await Promise.all([...Array.from({ length: 4 }, () => store(ours, large)), store(theirs, small)]);
  expect(done[0]).toBe(theirs);
});

test('per company one image is decoded and eight wait; the next is refused with Retry-After', async () => {
  const large = await sharp({ create: { width: 2000, height: 2000, channels: 3, background: '#345' } })
    .png()
    .toBuffer();
  const all = await Promise.allSettled(Array.from({ length: 11 }, () => storeImage(nowhere, ours, large)));
  const refused = all.filter((each) => each.status === 'rejected').map(({ reason }) => reason as Problem);
  expect(refused.map(({ status, extra }) => [status, extra.retryAfter])).toEqual([
    [429, 5],
    [429, 5],
  ]);
});
