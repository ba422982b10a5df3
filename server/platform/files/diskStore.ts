import { mkdir, open, readdir, rename, rm, stat, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { v4 } from 'uuid';
import { assertFileKey, type FileStore } from './store.ts';

/** Several servers may share it when it is mounted on all of them. */
export function diskStore(directory: string): FileStore {
  const toPath = (key: string) => {
    assertFileKey(key);
    return join(directory, key);
  };
  /** In one place, so that what a killed process leaves is found. No key begins with a dot. */
  const unfinished = join(directory, '.unfinished');
  return {
    put: async (key, bytes) => writeDurably(unfinished, toPath(key), (file) => file.writeFile(bytes)),
    async write(key, body) {
      let size = 0;
      await writeDurably(unfinished, toPath(key), async (file) => {
        for await (const chunk of body as AsyncIterable<Buffer>) {
          await file.writeFile(chunk);
          size += chunk.length;
        }
      });
      return size;
    },
    async get(key) {
      const file = await open(toPath(key)).catch(nullIfMissing);
      if (!file) return null;
      try {
        const { size } = await file.stat();
        return { body: file.createReadStream(), size };
      } catch (error) {
        await file.close();
        throw error;
      }
    },
    remove: async (key) => void (await unlink(toPath(key)).catch(nullIfMissing)),
    async removeUnfinished(until) {
      for (const name of (await readdir(unfinished).catch(nullIfMissing)) ?? []) {
        const path = join(unfinished, name);
        const found = await stat(path).catch(nullIfMissing);
        if (found && found.mtime <= until) await rm(path, { force: true });
      }
    },
    ping: async () => void (await mkdir(directory, { recursive: true })),
  };
}

/** Atomic and durable: temporary file, fsync, rename, fsync of the directory. */
async function writeDurably(
  unfinished: string,
  path: string,
  fill: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const folder = dirname(path);
  for (const needed of [folder, unfinished]) await mkdir(needed, { recursive: true });
  const temporary = join(unfinished, v4());
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await fill(file);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const nullIfMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};
