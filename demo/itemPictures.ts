import { imageColumns, imageKeys, imageKinds } from '#server/platform/files/images.ts';
import { readPictureSizes } from './assets.ts';
import type { Item } from './catalog.ts';
import type { DemoItem } from './reference/salesItems.ts';

const getKeys = (companyId: string, id: string) => imageKeys(`${companyId}/images/${id}.webp`);

/** The columns of an item's picture; none for an item without one. */
export function pictureColumns(companyId: string, id: string, { picture }: DemoItem) {
  if (!picture) return {};
  return { ...imageColumns(getKeys(companyId, id)), image_file_name: `${picture}.png` };
}

/** Adds the pictures to `files` by key. */
export async function addItemPictures(items: readonly Item[], files: Map<string, Buffer>): Promise<void> {
  for (const { id, companyId, spec } of items) {
    if (!spec.picture) continue;
    const sizes = await readPictureSizes(`items/${spec.picture}`);
    const keys = getKeys(companyId, id);
    for (const kind of imageKinds) files.set(keys[kind], sizes[kind]);
  }
}
