import { readFile, stat } from 'node:fs/promises';
import { inRoot } from './root.mjs';

/**
 * What a visit to the built console fetches: takes modules by source path, in the order they are opened, and gives
 * after each the requests and bytes of JavaScript so far, brotli-compressed, with everything they import at once.
 */
export async function weigh(...modules) {
  const manifest = await readManifest();
  const fetched = new Set();
  const fetchAll = (name) => {
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no ${name}`);
    if (fetched.has(chunk.file)) return;
    fetched.add(chunk.file);
    for (const next of chunk.imports ?? []) fetchAll(next);
  };
  const steps = [];
  for (const name of modules) {
    fetchAll(name);
    const sizes = await Promise.all([...fetched].map(brotliSize));
    steps.push({ name, requests: fetched.size, bytes: sizes.reduce((sum, size) => sum + size, 0) });
  }
  return steps;
}

const readManifest = async () => JSON.parse(await readFile(inRoot('dist/console/.vite/manifest.json'), 'utf8'));

/** Gives what the chunk of this name imports at once, by source path or name. */
export async function importsOf(name) {
  const manifest = await readManifest();
  const chunk = Object.values(manifest).find((one) => one.name === name);
  return chunk.imports.map((key) => manifest[key].src ?? key);
}

/** A chunk below the size that is worth compressing is sent as it is. */
async function brotliSize(file) {
  const path = inRoot('dist/console', file);
  const { size } = await stat(`${path}.br`).catch(() => stat(path));
  return size;
}
