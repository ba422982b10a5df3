import type { Tx } from '#server/platform/database/database.ts';
import type { ImageKeys } from '#server/platform/files/images.ts';
import type { ContactRow } from './rows.ts';

type Images = Pick<ContactRow, 'image_original_key' | 'image_preview_key' | 'image_thumbnail_key'>;

export interface NewImage {
  keys: ImageKeys;
  fileName: string;
  fileSize: number;
  uploadedAt: Date;
}

/** `updatedAt` stays, so that an open form does not become stale. */
export const setImage = (tx: Tx, id: string, image: NewImage | null) =>
  tx
    .updateTable('contacts')
    .set({
      image_original_key: image?.keys.original ?? null,
      image_preview_key: image?.keys.preview ?? null,
      image_thumbnail_key: image?.keys.thumbnail ?? null,
      image_file_name: image?.fileName ?? null,
      image_file_size: image?.fileSize ?? null,
      image_uploaded_at: image?.uploadedAt ?? null,
    })
    .where('id', '=', id)
    .execute();

export const listImageKeys = (row: Images) => [row.image_original_key, row.image_preview_key, row.image_thumbnail_key];
