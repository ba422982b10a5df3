import { mkdir, open, rename, rm, unlink, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { v4 } from 'uuid';
import { assertFileKey, type FileStore } from './store.ts';

/** Several servers may share it when it is mounted on all of them. */
export function diskStore(directory: string): FileStore {
  const toPath = (key: string) => {
    assertFileKey(key);
    return join(directory, key);
  };
  return {
    put: (key, bytes) => writeDurably(toPath(key), (file) => file.writeFile(bytes)),
    async putStream(key, body) {
      let size = 0;
      await writeDurably(toPath(key), async (file) => {
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
    ping: async () => void (await mkdir(directory, { recursive: true })),
  };
}

/** Atomic and durable: temporary file, fsync, rename, fsync of the directory. */
async function writeDurably(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const temporary = `${path}.${v4()}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await write(file);
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
