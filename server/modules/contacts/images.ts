import type { Tx } from '#server/platform/database/database.ts';
import { imageColumns, type ImageKeys } from '#server/platform/files/images.ts';

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
      ...imageColumns(image?.keys),
      image_file_name: image?.fileName ?? null,
      image_file_size: image?.fileSize ?? null,
      image_uploaded_at: image?.uploadedAt ?? null,
    })
    .where('id', '=', id)
    .execute();
