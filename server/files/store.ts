import type { Readable } from 'node:stream';
import { v4, v7 } from 'uuid';

export interface StoredFile {
  body: Readable;
  size: number;
}

/** Where uploaded files lie. Keys are made by `newFileKey` and never by a user; a file is never changed, only replaced. */
export interface FileStore {
  /** Durable when it resolves. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The caller reads the body to its end or destroys it. */
  get(key: string): Promise<StoredFile | null>;
  /** A file that is not there counts as removed. */
  remove(key: string): Promise<void>;
  /** Fails when the store cannot be reached. */
  ping(): Promise<void>;
}

const contentTypes = { webp: 'image/webp', pdf: 'application/pdf' } as const;
export type FileExtension = keyof typeof contentTypes;

const keyPattern = /^(?:[0-9a-z][0-9a-z-]*\/)+[0-9a-z][0-9a-z-]*\.(webp|pdf)$/;

/** Whether this can be a key of ours: no dots but the extension's, so no way out of the store's directory. */
export const isFileKey = (key: string): boolean => key.length <= 200 && keyPattern.test(key);

export const extensionOf = (key: string): FileExtension => (key.endsWith('.pdf') ? 'pdf' : 'webp');

export const contentTypeOf = (key: string): string => contentTypes[extensionOf(key)];

/** A fresh key in a folder of the company's own; the folder may not be guessed from outside, so neither may the key. */
export const newFileKey = (companyId: string, folder: string, extension: FileExtension): string =>
  `${companyId}/${folder}/${v7()}-${v4()}.${extension}`;

/** Refuses a key that no part of Spotter can have made. */
export function assertFileKey(key: string): void {
  if (!isFileKey(key)) throw new Error(`Not a file key: ${JSON.stringify(key)}`);
}
