import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * With the directories above it, unless they are there. Node's own way never ends where the system says that a directory is missing
 * and lets nobody make it, as in /proc.
 */
export async function makeDirectory(path: string, mode?: number): Promise<void> {
  const make = () =>
    mkdir(path, { mode }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
    });
  await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await makeDirectory(dirname(path), mode);
    await make();
  });
}
