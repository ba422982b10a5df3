import type { FastifyRequest } from 'fastify';
import sharp from 'sharp';
import { z } from 'zod';
import { detectImageKind, notAnImage } from '#domain/shared/uploads.ts';
import { limiter } from '#server/platform/limiter.ts';
import { badRequest, Problem, raise } from '#server/platform/http/problem.ts';
import { parseBody } from '#server/platform/http/validation.ts';
import { safeFileName } from './fileName.ts';
import { readUpload, tooManyUploads } from './readUpload.ts';
import { newFileKey, type FileStore } from './store.ts';

export interface ImageKeys {
  original: string;
  preview: string;
  thumbnail: string;
}

type Sizes = Record<keyof ImageKeys, Buffer>;

const maxPixels = 50_000_000;
const secondsToDecode = 20;

// Decoding an image of 50 million pixels takes about 100 MB: use one thread each and no cache.
sharp.concurrency(1);
sharp.cache(false);

const decoders = limiter({ atOnce: 2, perKey: 1, waiting: 8, timeoutMs: 30_000, refuse: tooManyUploads });

/** Rotated upright and without metadata. An unreadable image is a 415. */
export async function makeImageSizes(bytes: Buffer): Promise<Sizes> {
  // Before any decoder runs.
  if (!detectImageKind(bytes)) throw new Problem(415, notAnImage);
  try {
    const original = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: secondsToDecode })
      .autoOrient()
      .resize({ width: 2048, height: 2048, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: 86 })
      .toBuffer();
    return { original, preview: await shrinkImage(original, 512), thumbnail: await shrinkImage(original, 96) };
  } catch {
    throw new Problem(415, notAnImage);
  }
}

const shrinkImage = (image: Buffer, size: number) =>
  sharp(image)
    .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer();

export interface NewImage {
  readonly keys: ImageKeys;
  readonly fileName: string;
  readonly fileSize: number;
}

/** The picture of a form whose only field it is, stored before the row that names it is written. */
export async function receiveImage(request: FastifyRequest, files: FileStore, companyId: string): Promise<NewImage> {
  const { file, fields } = await readUpload(request);
  parseBody(z.object({}), fields);
  const { bytes, name } = file ?? raise(badRequest(notAnImage, { image: notAnImage }));
  const keys = await storeImage(files, companyId, bytes);
  return { keys, fileName: imageName(name, bytes), fileSize: bytes.length };
}

export const imageColumns = (keys: ImageKeys | undefined) => ({
  image_original_key: keys?.original ?? null,
  image_preview_key: keys?.preview ?? null,
  image_thumbnail_key: keys?.thumbnail ?? null,
});

export const listImageKeys = (row: ReturnType<typeof imageColumns>) => [
  row.image_original_key,
  row.image_preview_key,
  row.image_thumbnail_key,
];

export async function storeImage(files: FileStore, companyId: string, bytes: Buffer): Promise<ImageKeys> {
  const sizes = await decoders.run(companyId, () => makeImageSizes(bytes));
  const keys = imageKeys(newFileKey(companyId, 'images', 'webp'));
  await Promise.all(imageKinds.map((kind) => files.put(keys[kind], sizes[kind])));
  return keys;
}

export function imageKeys(key: string): ImageKeys {
  const sized = (kind: string) => key.replace(/\.webp$/, `-${kind}.webp`);
  return { original: sized('original'), preview: sized('preview'), thumbnail: sized('thumbnail') };
}

export const imageKinds = ['original', 'preview', 'thumbnail'] as const;

function imageName(name: string, bytes: Buffer): string {
  const kind = detectImageKind(bytes) ?? 'jpeg';
  return safeFileName(name, kind === 'jpeg' && !/\.jpeg$/i.test(name) ? 'jpg' : kind);
}
