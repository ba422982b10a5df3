import type { Readable } from 'node:stream';
import { v4, v7 } from 'uuid';

interface StoredFile {
  body: Readable;
  size: number;
}

/** Keys come from `newFileKey`, never from users. Files are immutable. */
export interface FileStore {
  /** Durable when it resolves. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The same for what is too large for the memory. Returns its size in bytes. */
  write(key: string, body: Readable): Promise<number>;
  /** The caller must read the body to its end or destroy it. */
  get(key: string): Promise<StoredFile | null>;
  /** A missing file counts as removed. */
  remove(key: string): Promise<void>;
  /** Removes what killed processes were writing then or earlier. Absent where they leave nothing. */
  removeUnfinished?(until: Date): Promise<void>;
  ping(): Promise<void>;
}

const contentTypes = { webp: 'image/webp', pdf: 'application/pdf', zip: 'application/zip' } as const;
type FileExtension = keyof typeof contentTypes;

const keyPattern = /^(?:[0-9a-z][0-9a-z-]*\/)+[0-9a-z][0-9a-z-]*\.(webp|pdf|zip)$/;

/** It has no dots except the extension's, so it cannot leave the store's directory. */
export const isFileKey = (key: string): boolean => key.length <= 200 && keyPattern.test(key);

export const getExtension = (key: string): FileExtension => key.slice(key.lastIndexOf('.') + 1) as FileExtension;

export const getContentType = (key: string): string => contentTypes[getExtension(key)];

export const newFileKey = (companyId: string, folder: string, extension: FileExtension): string =>
  `${companyId}/${folder}/${v7()}-${v4()}.${extension}`;

export function assertFileKey(key: string): void {
  if (!isFileKey(key)) throw new Error(`Not a file key: ${JSON.stringify(key)}`);
}
