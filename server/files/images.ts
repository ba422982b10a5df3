import sharp from 'sharp';
import { imageKindOf, notAnImage } from '#domain/rules/uploads.ts';
import { fairQueue } from '../fairQueue.ts';
import { Problem } from '../http/problem.ts';
import { tooManyUploads } from './readUpload.ts';
import { newFileKey, type FileStore } from './store.ts';

export interface ImageKeys {
  original: string;
  preview: string;
  thumbnail: string;
}

type Sizes = Record<keyof ImageKeys, Buffer>;

const maxPixels = 50_000_000;
const secondsToDecode = 20;

// An image of 50 million pixels takes some 100 MB while it is decoded: one thread each, no cache.
sharp.concurrency(1);
sharp.cache(false);

/** Two images at once, and never two of one company. */
const decoders = fairQueue({ atOnce: 2, perKey: 1, waiting: 8, patienceMs: 30_000, refuse: tooManyUploads });

/** The three WebP sizes of an upload: upright, without metadata. What cannot be read as an image is 415. */
export async function imageSizes(bytes: Buffer): Promise<Sizes> {
  // The bytes decide, before any decoder sees them: SVG and the like have none of these signatures.
  if (!imageKindOf(bytes)) throw new Problem(415, notAnImage);
  try {
    const original = await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: secondsToDecode })
      .autoOrient()
      .resize({ width: 2048, height: 2048, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: 86 })
      .toBuffer();
    return { original, preview: await smaller(original, 512), thumbnail: await smaller(original, 96) };
  } catch {
    throw new Problem(415, notAnImage);
  }
}

const smaller = (image: Buffer, size: number) =>
  sharp(image).resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true }).webp({ quality: 82 }).toBuffer();

/** Writes all three sizes under fresh keys; the row that names them is written after. */
export async function storeImage(files: FileStore, companyId: string, bytes: Buffer): Promise<ImageKeys> {
  const sizes = await decoders.run(companyId, () => imageSizes(bytes));
  const keys = imageKeys(newFileKey(companyId, 'images', 'webp'));
  await Promise.all(imageKinds.map((kind) => files.put(keys[kind], sizes[kind])));
  return keys;
}

/** The keys of an image's three sizes, made of one. */
export function imageKeys(key: string): ImageKeys {
  const sized = (kind: string) => key.replace(/\.webp$/, `-${kind}.webp`);
  return { original: sized('original'), preview: sized('preview'), thumbnail: sized('thumbnail') };
}

export const imageKinds = ['original', 'preview', 'thumbnail'] as const;
