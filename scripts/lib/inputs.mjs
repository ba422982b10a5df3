import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { relative } from 'node:path';
import { inRoot } from './root.mjs';

/** Returns a hash of every file at and below these paths of the checkout: names and contents, not times. */
export async function hashOf(paths) {
  const files = (await Promise.all(paths.map((path) => filesAt(inRoot(path))))).flat().toSorted();
  const hash = createHash('sha256');
  // One after the other: there are more files than a process may have open on many machines.
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${relative(inRoot('.'), file)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

async function filesAt(path) {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return undefined;
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries
    ? entries.filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`)
    : [path];
}
