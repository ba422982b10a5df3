import { readFile } from 'node:fs/promises';
import { imageKeys, type ImageKeys } from '#server/platform/files/images.ts';

/** Reads a file of `assets/`, which the build copies beside this module's chunk. */
export const asset = (name: string): Promise<Buffer> => readFile(new URL(`assets/${name}`, import.meta.url));

/** Reads the three sizes of a picture, which are what an upload of it would store: resizing them takes seconds. */
export async function readPictureSizes(name: string): Promise<Record<keyof ImageKeys, Buffer>> {
  const { original, preview, thumbnail } = imageKeys(`${name}.webp`);
  return { original: await asset(original), preview: await asset(preview), thumbnail: await asset(thumbnail) };
}
